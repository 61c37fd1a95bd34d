; Chains of and, or, xor and not of 32 bits become lop3 (src/ptx/tidy/logic.c): any function of three values is one.
; RUN: cuprum %s -arch=sm_90 -O1 --passes=globaldce -o - | grep -v "^$"
; RUN[V]: for o in "-O1 --passes=globaldce" -O0 -O3; do cuprum run %s -arch=sm_90 $o --kernel=values --grid=1 --block=32 buf:u32:32:rand:1 buf:u32:32:rand:2 buf:u32:32:rand:3 buf:u32:288:zero --hash | grep "arg 3"; done
target triple = "nvptx64-nvidia-cuda"

; The carry and the sum of three bits: two instructions.
; CHECK-LABEL: [carry_param_0]
; CHECK-DAG: lop3.b32 {{%r\d+}}, {{%r\d+}}, {{%r\d+}}, {{%r\d+}}, 232;
; CHECK-DAG: lop3.b32 {{%r\d+}}, {{%r\d+}}, {{%r\d+}}, {{%r\d+}}, 150;
; CHECK-NOT: and.b32
; CHECK-NOT: xor.b32
; CHECK: ret;
define void @carry(ptr %p, i32 %a, i32 %b, i32 %c) {
  %x = xor i32 %a, %b
  %sum = xor i32 %x, %c
  %both = and i32 %a, %b
  %one = and i32 %c, %x
  %carry = or i32 %both, %one
  store i32 %sum, ptr %p
  %q = getelementptr i8, ptr %p, i64 4
  store i32 %carry, ptr %q
  ret void
}

; A single operation stays what it is, and so does one whose operand others read, where that saves nothing.
; CHECK-LABEL: [single_param_0]
; CHECK: and.b32
; CHECK: or.b32
; CHECK-NOT: lop3
; CHECK: ret;
define void @single(ptr %p, i32 %a, i32 %b, i32 %c) {
  %x = and i32 %a, %b
  store i32 %x, ptr %p
  %y = or i32 %x, %c
  %q = getelementptr i8, ptr %p, i64 4
  store i32 %y, ptr %q
  ret void
}

; Two numbers have no room in one instruction; one has.
; CHECK-LABEL: [numbers_param_0]
; CHECK: and.b32 [[X:%r\d+]], {{%r\d+}}, 4080;
; CHECK-NEXT: or.b32 {{%r\d+}}, [[X]], 12345;
; CHECK: lop3.b32 {{%r\d+}}, {{%r\d+}}, {{.*}}, 248;
; CHECK: ret;
define void @numbers(ptr %p, i32 %a, i32 %b) {
  %x = and i32 %a, 4080
  %y = or i32 %x, 12345
  store i32 %y, ptr %p
  %z = and i32 %b, 4080
  %w = or i32 %a, %z
  %q = getelementptr i8, ptr %p, i64 4
  store i32 %w, ptr %q
  ret void
}

; Bits that were shifted to their place: ptxas makes sums of products of them.
; CHECK-LABEL: [shifted_param_0]
; CHECK-NOT: lop3
; CHECK: ret;
define i32 @shifted(i32 %a, i32 %b, i32 %c) {
  %x = shl i32 %a, 24
  %y = shl i32 %b, 16
  %z = or i32 %x, %y
  %w = or i32 %z, %c
  ret i32 %w
}

; What another block reads is computed, and a value of another block is a leaf.
; CHECK-LABEL: [blocks_param_0]
; CHECK: xor.b32 [[X:%r\d+]], {{%r\d+}}, {{%r\d+}};
; CHECK: @{{.*}} bra
; CHECK: lop3.b32 {{%r\d+}}, {{.*}}[[X]]
; CHECK: ret;
define i32 @blocks(ptr %p, i32 %a, i32 %b, i1 %c) {
  %x = xor i32 %a, %b
  br i1 %c, label %then, label %end
then:
  %y = and i32 %x, %a
  %z = or i32 %y, %b
  store i32 %z, ptr %p
  br label %end
end:
  ret i32 %x
}

; A value that a loop changes is another one behind the change: the old one is read first.
; CHECK-LABEL: [turned_param_0]
; CHECK: ret;
define i32 @turned(i32 %a, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %x = phi i32 [ %a, %entry ], [ %y, %loop ]
  %z = phi i32 [ 1, %entry ], [ %w, %loop ]
  %y = xor i32 %x, %i
  %u = and i32 %z, %x
  %w = or i32 %u, %y
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %end
end:
  %r = xor i32 %w, %y
  ret i32 %r
}

; V: fnv1a64 [[H:[0-9a-f]{16}]]
; V-COUNT-2: fnv1a64 [[H]]
define ptx_kernel void @values(ptr addrspace(1) %pa, ptr addrspace(1) %pb, ptr addrspace(1) %pc, ptr addrspace(1) %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ga = getelementptr i32, ptr addrspace(1) %pa, i32 %t
  %gb = getelementptr i32, ptr addrspace(1) %pb, i32 %t
  %gc = getelementptr i32, ptr addrspace(1) %pc, i32 %t
  %a = load i32, ptr addrspace(1) %ga
  %b = load i32, ptr addrspace(1) %gb
  %c = load i32, ptr addrspace(1) %gc
  %go = getelementptr i32, ptr addrspace(1) %o, i32 %t
  %na = xor i32 %a, -1
  %nb = xor i32 %b, -1
  %v0 = and i32 %na, %nb
  %v1 = or i32 %v0, %c
  %v2 = xor i32 %v1, %a
  %v3 = and i32 %v2, 65535
  %v4 = or i32 %v3, %nb
  %v5 = xor i32 %v4, %v1
  %v6 = and i32 %v5, %v2
  %v7 = xor i32 %v6, %v6
  %v8 = or i32 %v6, %v0
  store i32 %v1, ptr addrspace(1) %go
  %g1 = getelementptr i8, ptr addrspace(1) %go, i64 128
  store i32 %v4, ptr addrspace(1) %g1
  %g2 = getelementptr i8, ptr addrspace(1) %go, i64 256
  store i32 %v5, ptr addrspace(1) %g2
  %g3 = getelementptr i8, ptr addrspace(1) %go, i64 384
  store i32 %v7, ptr addrspace(1) %g3
  %g4 = getelementptr i8, ptr addrspace(1) %go, i64 512
  store i32 %v8, ptr addrspace(1) %g4
  %r1 = call i32 @carried(i32 %a, i32 %b, i32 %c)
  %g5 = getelementptr i8, ptr addrspace(1) %go, i64 640
  store i32 %r1, ptr addrspace(1) %g5
  %k = and i32 %c, 15
  %r2 = call i32 @turned(i32 %a, i32 %k)
  %g6 = getelementptr i8, ptr addrspace(1) %go, i64 768
  store i32 %r2, ptr addrspace(1) %g6
  ret void
}
define i32 @carried(i32 %a, i32 %b, i32 %c) {
  %x = xor i32 %a, %b
  %both = and i32 %a, %b
  %one = and i32 %c, %x
  %carry = or i32 %both, %one
  %s = sub i32 %carry, %x
  ret i32 %s
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; What is compared with zero stays as it is: ptxas 13.0 ends by a segmentation fault over such a lop3. What it reads may be one.
; CHECK-LABEL: [compared_param_0]
; CHECK: lop3.b32 [[X:%r\d+]],
; CHECK-NEXT: and.b32 [[Y:%r\d+]], [[X]], 3;
; CHECK: setp.{{eq|ne}}.s32 {{.*}}, [[Y]], 0;
; CHECK: ret;
define void @compared(ptr %p, i32 %a, i32 %b, i32 %c) {
  %o = or i32 %a, %b
  %x = xor i32 %o, %c
  %y = and i32 %x, 3
  %z = icmp eq i32 %y, 0
  br i1 %z, label %end, label %then
then:
  store i32 1, ptr %p
  br label %end
end:
  ret void
}

; CHECK-LABEL: [moved_param_0]
; CHECK: or.b32
; CHECK: and.b32 [[Y:%r\d+]], {{%r\d+}}, 3;
; CHECK-NOT: lop3
; CHECK: ret;
define void @moved(ptr %p, i32 %a, i32 %b, i1 %c) {
  br i1 %c, label %then, label %end
then:
  %o = or i32 %a, %b
  %y = and i32 %o, 3
  br label %end
end:
  %q = phi i32 [ %y, %then ], [ %b, %0 ]
  %z = icmp eq i32 %q, 0
  br i1 %z, label %out, label %more
more:
  store i32 1, ptr %p
  br label %out
out:
  ret void
}
