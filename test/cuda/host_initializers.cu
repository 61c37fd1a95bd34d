// SPDX-License-Identifier: Apache-2.0
// What initialisers of host variables that nobody names need (`first`, whose constructor may do something) is no device code: not
// `declared`, which would be a definition here.
// RUN: cuprum %s -diag-suppress 177 -o - 2>&1
// CHECK-NOT: error
// CHECK-NOT: declared
// CHECK: .visible .entry kernel(
// CHECK-NOT: declared
struct Tell {
    int value;
    Tell(int);
    ~Tell();
};
extern Tell declared;
static Tell first(declared.value);
static Tell second{declared.value};
static int third = declared.value;
extern "C" __global__ void kernel(int *p) {
    *p = 1;
}
