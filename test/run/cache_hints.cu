// SPDX-License-Identifier: Apache-2.0
// __ldg and cache-hinted accesses
// RUN: sh %S/kernel.sh %s --grid=2 --block=64 buf:f32:512:rand:48 buf:f32:512:zero
__global__ void k(const float4 *a, float4 *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = __ldg(&a[i]);
    float w = __ldcg((const float *)&a[i]);
    v.y += w + __ldcs((const float *)a + i);
    __stcs(&o[i], v);
}
