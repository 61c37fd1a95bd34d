// SPDX-License-Identifier: Apache-2.0
// conversions with directed rounding
// RUN: sh %S/kernel.sh %s --grid=4 --block=64 buf:f32:256:rand:18 buf:f64:256:rand:19 buf:i32:1024:zero
__global__ void k(const float *a, const double *d, int *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = (a[i] - 0.5f) * 1000.0f;
    double y = (d[i] - 0.5) * 100000.0;
    o[i] = __float2int_rd(x) + __float2int_ru(x) * 3;
    o[i + 256] = __float2int_rn(x) ^ __float2int_rz(x);
    o[i + 512] = __double2int_rd(y) + __double2int_rn(y);
    o[i + 768] = __float_as_int(__double2float_ru(y)) - __float_as_int(__int2float_rd((int)y * 1000));
}
