// SPDX-License-Identifier: Apache-2.0
// float4, float2, int4
// RUN: sh %S/kernel.sh %s --grid=2 --block=64 buf:f32:512:rand:36 buf:f32:512:zero
__global__ void k(const float4 *a, float4 *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = a[i];
    float2 w = make_float2(v.x + v.z, v.y - v.w);
    int4 n = make_int4((int)(v.x * 100), (int)(v.y * 100), 3, 4);
    v.x = w.x * (float)n.x;
    v.w = w.y;
    v.z = (float)(n.y + n.z + n.w);
    o[i] = v;
}
