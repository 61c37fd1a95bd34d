// RUN: cuprum --emit=pp %s >/dev/null
// EXIT: 0
// CHECK: warnings.cu(9): warning #47-D: incompatible redefinition of macro "A"
// CHECK: warnings.cu(8): note: the previous definition is here
// CHECK-NOT: macro "B"
// CHECK: warnings.cu(12): warning #14-D: extra text after the end of #endif
// CHECK: #warning directive: take care
#define A 1
#define A 2
#define B(x) x + x
#if 1
#endif B
#define B(x) x   +  x
#warning take care
