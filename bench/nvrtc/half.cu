// SPDX-License-Identifier: Apache-2.0
// Half precision, two numbers at a time.
#include <cuda_fp16.h>
extern "C" __global__ void half_axpy(__half a, const __half2 *x, __half2 *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __hfma2(__half2half2(a), x[i], y[i]);
}
