// SPDX-License-Identifier: Apache-2.0
// double operators and roundings
// RUN: sh %S/kernel.sh %s --grid=4 --block=64 buf:f64:256:rand:12 buf:f64:256:rand:13 buf:f64:256:zero
__global__ void k(const double *a, const double *b, double *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = a[i] - 0.5, y = b[i] + 0.25;
    double r = x / y;
    r = r < 0 ? -r : r;
    o[i] = sqrt(r) + floor(x * 10) + ceil(y * 3) + trunc(x * 7) + rint(y * 9);
}
