// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum %s -arch=sm_80 -o -
// A namespace names a function of the global scope, which names the namespace's again behind it, as
// libstdc++'s <stdlib.h> does; the first use is the qualified one.
// CHECK: .entry {{.*}}k
__device__ int make(int v) { return v + 1; }
namespace lib {
using ::make;
}
using lib::make;
__global__ void k(int *p) { *p = lib::make(*p); }
