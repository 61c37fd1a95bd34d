; The name of a function of the run-time system, taken by something else.
; RUN: cuprum -arch=sm_100 %s -o -
; EXIT: 1
; CHECK: error: "vprintf" is not declared as the function of the run-time system of that name, which is called here
@vprintf = global i32 0
@s = constant [3 x i8] c"hi\00"
declare i32 @printf(ptr, ...)
define ptx_kernel void @print() {
  %x = call i32 (ptr, ...) @printf(ptr @s)
  ret void
}
