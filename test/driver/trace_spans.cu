// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum %s -arch=sm_80 -I%S/inputs --device-time-trace=%t.json -o %t.ptx && python3 %S/inputs/trace.py %t.json
// REQUIRES: python3
// Headers, instances and functions that take their time are intervals of the trace, within the phase.
// CHECK-NOT: not nested
// CHECK-DAG: Source cuda_fp16.h in {{.*}}lex
// CHECK-DAG: InstantiateFunction sum<3> in {{.*}}cxx
#include <cuda_fp16.h>
#define TEN(x) x x x x x x x x x x
template <int N> __device__ int sum(int v) {
    TEN(TEN(TEN(v = v * N + v % (N + 1) - (v >> 3);)))
    return v;
}
__global__ void k(int *o) { o[0] = sum<3>(o[0]); }
