; Members, unions, block copies and references to other variables all become values.
; RUN: %B/tools/iropt --passes=sroa --stress=all %s
%S = type { i32, [2 x float] }
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @use(ptr)

; CHECK-LABEL: define float @members
; CHECK-NOT: alloca
; CHECK: [[A:%.*]] = sitofp i32 %i to float
; CHECK: ret float [[A]]
define float @members(i32 %i) {
  %s = alloca %S, align 4
  %t = alloca %S, align 4
  %m = getelementptr %S, ptr %s, i64 0, i32 1, i64 1
  %f = sitofp i32 %i to float
  store float %f, ptr %m
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %t, ptr align 4 %s, i64 12, i1 false)
  %whole = load %S, ptr %t
  %r = extractvalue %S %whole, 1, 1
  ret float %r
}

; CHECK-LABEL: define i16 @union
; CHECK-NOT: alloca
; CHECK: bitcast float %f to i32
; CHECK: lshr i32 {{%.*}}, 16
; CHECK: trunc i32
define i16 @union(float %f) {
  %u = alloca i32, align 4
  store float %f, ptr %u
  %hi = getelementptr i8, ptr %u, i64 2
  %r = load i16, ptr %hi
  ret i16 %r
}

; CHECK-LABEL: define i32 @through_pointer
; CHECK-NEXT: ret i32 7
define i32 @through_pointer() {
  %x = alloca i32
  %p = alloca ptr
  store ptr %x, ptr %p
  %q = load ptr, ptr %p
  store i32 7, ptr %q
  %r = load i32, ptr %x
  ret i32 %r
}

; CHECK-LABEL: define i32 @zeroed
; CHECK-NEXT: ret i32 0
define i32 @zeroed() {
  %s = alloca [4 x i32], align 16
  call void @llvm.memset.p0.i64(ptr %s, i8 0, i64 16, i1 false)
  %p = getelementptr i8, ptr %s, i64 8
  %r = load i32, ptr %p
  ret i32 %r
}

; an escaping or dynamically indexed variable stays memory, and so does a volatile access
; CHECK-LABEL: define i32 @stays
; CHECK: %a = alloca i32
; CHECK: %b = alloca [4 x i32]
; CHECK: %c = alloca i32
define i32 @stays(i64 %i) {
  %a = alloca i32
  %b = alloca [4 x i32]
  %c = alloca i32
  call void @use(ptr %a)
  %p = getelementptr [4 x i32], ptr %b, i64 0, i64 %i
  store i32 1, ptr %p
  %x = load volatile i32, ptr %c
  %y = load i32, ptr %b
  %z = add i32 %x, %y
  ret i32 %z
}

; CHECK-LABEL: define i32 @loop
; CHECK: %i = phi i32 [ 0, %entry ], [ [[N:%.*]], %body ]
; CHECK-NOT: load
; CHECK: [[N]] = add i32 %i, 1
define i32 @loop(i32 %n) {
entry:
  %i = alloca i32
  store i32 0, ptr %i
  br label %body
body:
  %v = load i32, ptr %i
  %w = add i32 %v, 1
  store i32 %w, ptr %i
  %c = icmp slt i32 %w, %n
  br i1 %c, label %body, label %done
done:
  %r = load i32, ptr %i
  ret i32 %r
}
