; SPDX-License-Identifier: Apache-2.0
; Addresses at one distance from each other become sums, each from the one before.
; RUN: %B/tools/iropt --passes=straight-line-reduce --stress=all %s

; CHECK-LABEL: define float @rows
; CHECK: [[A:%.*]] = getelementptr inbounds float, ptr %f, i64
; CHECK: [[N:%.*]] = sext i32 %n to i64
; CHECK-NEXT: [[D:%.*]] = mul i64 [[N]], 4
; CHECK-NEXT: [[B:%.*]] = getelementptr i8, ptr [[A]], i64 [[D]]
; CHECK-NEXT: load float, ptr [[B]]
; CHECK: [[C:%.*]] = getelementptr i8, ptr [[B]], i64 [[D]]
; CHECK-NEXT: load float, ptr [[C]]
; CHECK-NOT: mul
; CHECK: ret float
define float @rows(ptr noundef %f, i32 noundef %n, i32 noundef %i) {
  %x = add nsw i32 %n, %i
  %e = sext i32 %x to i64
  %p = getelementptr inbounds float, ptr %f, i64 %e
  %a = load float, ptr %p, align 4
  %n2 = shl nsw i32 %n, 1
  %y = add nsw i32 %n2, %i
  %g = sext i32 %y to i64
  %q = getelementptr inbounds float, ptr %f, i64 %g
  %b = load float, ptr %q, align 4
  %ab = fadd float %a, %b
  %n3 = mul nsw i32 %n, 3
  %z = add nsw i32 %n3, %i
  %h = sext i32 %z to i64
  %r = getelementptr inbounds float, ptr %f, i64 %h
  %c = load float, ptr %r, align 4
  %abc = fadd float %ab, %c
  ret float %abc
}

; in 32 bits, with constants beside the distance, which stay at the end
; CHECK-LABEL: define void @shared
; CHECK: [[A:%.*]] = getelementptr float, ptr addrspace(3) %s, i32 %i
; CHECK: [[D:%.*]] = mul i32 %n, 4
; CHECK: [[B:%.*]] = getelementptr i8, ptr addrspace(3) [[A]], i32 [[D]]
; CHECK: [[BC:%.*]] = getelementptr i8, ptr addrspace(3) [[B]], i{{.*}} 8
; CHECK: store float 2.000000e+00, ptr addrspace(3) [[BC]]
; CHECK: getelementptr i8, ptr addrspace(3) [[BC]], i32 [[D]]
; CHECK: store float 3
define void @shared(ptr addrspace(3) noundef %s, i32 noundef %n, i32 noundef %i) {
  %p = getelementptr float, ptr addrspace(3) %s, i32 %i
  store float 1.0, ptr addrspace(3) %p, align 4
  %x = add i32 %n, %i
  %x2 = add i32 %x, 2
  %q = getelementptr float, ptr addrspace(3) %s, i32 %x2
  store float 2.0, ptr addrspace(3) %q, align 4
  %n2 = mul i32 %n, 2
  %y = add i32 %n2, %i
  %y2 = add i32 %y, 7
  %r = getelementptr float, ptr addrspace(3) %s, i32 %y2
  store float 3.0, ptr addrspace(3) %r, align 4
  ret void
}

; what is not negative is extended either way
; CHECK-LABEL: define void @either
; CHECK-COUNT-2: getelementptr i8, ptr %{{.*}}, i64 [[D:%[0-9a-z.]*]]
; CHECK: ret void
define void @either(ptr noundef %f, i32 noundef %n, i32 noundef %t) {
  %i = and i32 %t, 255
  %e = zext nneg i32 %i to i64
  %p = getelementptr float, ptr %f, i64 %e
  store float 1.0, ptr %p, align 4
  %x = add nsw i32 %n, %i
  %g = sext i32 %x to i64
  %q = getelementptr float, ptr %f, i64 %g
  store float 2.0, ptr %q, align 4
  %n2 = shl nsw i32 %n, 1
  %y = add nsw i32 %n2, %i
  %h = sext i32 %y to i64
  %r = getelementptr float, ptr %f, i64 %h
  store float 3.0, ptr %r, align 4
  ret void
}

; numbers as wide as the address may wrap, so nobody has to have read there; what they are made of loses its flags
; CHECK-LABEL: define void @handed_on
; CHECK: [[M:%.*]] = mul i64 %n, 7
; CHECK-NEXT: [[A:%.*]] = getelementptr i16, ptr %f, i64 [[M]]
; CHECK: [[D:%.*]] = mul i64 %n, 2
; CHECK-NEXT: [[B:%.*]] = getelementptr i8, ptr [[A]], i64 [[D]]
; CHECK: getelementptr i8, ptr [[B]], i64 [[D]]
define void @handed_on(ptr noundef %f, i64 noundef %n) {
  %m = mul nsw i64 %n, 7
  %p = getelementptr inbounds i16, ptr %f, i64 %m
  call void asm sideeffect "prefetch.global.L2 [$0];", "l"(ptr %p)
  %m2 = mul nsw i64 %n, 8
  %q = getelementptr inbounds i16, ptr %f, i64 %m2
  call void asm sideeffect "prefetch.global.L2 [$0];", "l"(ptr %q)
  %m3 = mul nsw i64 %n, 9
  %r = getelementptr inbounds i16, ptr %f, i64 %m3
  call void asm sideeffect "prefetch.global.L2 [$0];", "l"(ptr %r)
  ret void
}

; a stride that is a sum itself
; CHECK-LABEL: define void @sum
; CHECK: [[D:%.*]] = mul i64 %n, 2
; CHECK: getelementptr i8, ptr %{{.*}}, i64 [[D]]
; CHECK: getelementptr i8, ptr %{{.*}}, i64 [[D]]
define void @sum(ptr noundef %f, i64 noundef %x, i64 noundef %y) {
  %n = add i64 %x, %y
  %m = mul i64 %n, 7
  %p = getelementptr i16, ptr %f, i64 %m
  store i16 1, ptr %p, align 2
  %m2 = shl i64 %n, 3
  %q = getelementptr i16, ptr %f, i64 %m2
  store i16 2, ptr %q, align 2
  %m3 = mul i64 %n, 9
  %r = getelementptr i16, ptr %f, i64 %m3
  store i16 3, ptr %r, align 2
  ret void
}

; a distance that is not negative is extended with zeros, as other indices are
; CHECK-LABEL: define float @distance_without_sign
; CHECK: [[N:%.*]] = zext nneg i32 %n to i64
; CHECK-NEXT: mul i64 [[N]], 4
define float @distance_without_sign(ptr noundef %f, i32 noundef %m, i32 noundef %i) {
  %n = and i32 %m, 63
  %x = add nsw i32 %n, %i
  %e = sext i32 %x to i64
  %p = getelementptr inbounds float, ptr %f, i64 %e
  %a = load float, ptr %p, align 4
  %n2 = shl nsw i32 %n, 1
  %y = add nsw i32 %n2, %i
  %g = sext i32 %y to i64
  %q = getelementptr inbounds float, ptr %f, i64 %g
  %b = load float, ptr %q, align 4
  %ab = fadd float %a, %b
  %n3 = mul nsw i32 %n, 3
  %z = add nsw i32 %n3, %i
  %h = sext i32 %z to i64
  %r = getelementptr inbounds float, ptr %f, i64 %h
  %c = load float, ptr %r, align 4
  %abc = fadd float %ab, %c
  ret float %abc
}
