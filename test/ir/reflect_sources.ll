; What __nvvm_reflect is told: options, metadata, the module flag; a missing name is 0.
; RUN: cuprum %s -arch=sm_90 -O3 -o - --nvvm-reflect-add=ADDED=41 --nvvm-reflect-add=TWICE=6
; CHECK: st{{.*}}, 41;
; CHECK: st{{.*}}, 7;
; CHECK: st{{.*}}, 6;
; CHECK: st{{.*}}, 900;
; CHECK: st{{.*}}, 0;
; CHECK: st{{.*}}, 1;
; CHECK: st{{.*}}, -2;
; RUN[BAD]: cuprum %s -o - --nvvm-reflect-add==5 --nvvm-reflect-add=NAME= --nvvm-reflect-add=WORD --nvvm-reflect-add=HEX=0x10 \
; RUN: --nvvm-reflect-add=BIG=99999999999
; EXIT[BAD]: 2
; ERROR[BAD]@0: --nvvm-reflect-add==5: NAME=INT is expected
; ERROR[BAD]@0: --nvvm-reflect-add=NAME=: NAME=INT is expected
; ERROR[BAD]@0: --nvvm-reflect-add=WORD: NAME=INT is expected
; ERROR[BAD]@0: --nvvm-reflect-add=HEX=0x10: NAME=INT is expected
; ERROR[BAD]@0: --nvvm-reflect-add=BIG=99999999999: NAME=INT is expected, the number decimal and of 32 bits
@a = private constant [6 x i8] c"ADDED\00"
@b = private constant [3 x i8] c"MD\00"
@c = private constant [6 x i8] c"TWICE\00"
@d = private constant [12 x i8] c"__CUDA_ARCH\00"
@e = private constant [5 x i8] c"NONE\00"
@f = private constant [11 x i8] c"__CUDA_FTZ\00"
@g = private constant [4 x i8] c"NEG\00"
declare i32 @__nvvm_reflect(ptr)
define ptx_kernel void @k(ptr %p) {
  %1 = call i32 @__nvvm_reflect(ptr @a)
  store volatile i32 %1, ptr %p
  %2 = call i32 @__nvvm_reflect(ptr @b)
  store volatile i32 %2, ptr %p
  %3 = call i32 @__nvvm_reflect(ptr @c)
  store volatile i32 %3, ptr %p
  %4 = call i32 @__nvvm_reflect(ptr @d)
  store volatile i32 %4, ptr %p
  %5 = call i32 @__nvvm_reflect(ptr @e)
  store volatile i32 %5, ptr %p
  %6 = call i32 @__nvvm_reflect(ptr @f)
  store volatile i32 %6, ptr %p
  %7 = call i32 @__nvvm_reflect(ptr @g)
  store volatile i32 %7, ptr %p
  ret void
}
!nvvm.reflection = !{!0, !1, !3}
!0 = !{!"MD", i32 7}
!1 = !{!"TWICE", i32 5}
!llvm.module.flags = !{!2}
!2 = !{i32 4, !"nvvm-reflect-ftz", i32 1}
!3 = !{!"NEG", i8 -2}
