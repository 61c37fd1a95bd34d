// SPDX-License-Identifier: Apache-2.0
// Rows in groups of 128 to 8 bits with a scale a group (its largest value): sixteen lanes a group, eight values a lane, one store of eight bytes.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=64 buf:f32:2048:rand:1 buf:u8:2048:zero buf:f32:16:zero i32:16 i32:4 i32:4 f32:127 f32:0.0000001
template<int LANES> __device__ float group_max(float v) {
    const unsigned mask = threadIdx.x % 32 >= 16 ? 0xffff0000 : 0x0000ffff;
#pragma unroll
    for (int o = LANES / 2; o > 0; o /= 2) v = fmaxf(v, __shfl_xor_sync(mask, v, o));
    return v;
}

template<typename T, int GROUP, bool COLUMN_MAJOR> __device__ void quantise(const T *__restrict__ in, void *__restrict__ out, float *__restrict__ scales, int groups, int per_row, int stride, float most, float eps) {
    constexpr int LANES = 16, VEC = 4, PER = GROUP / LANES;
    const int per_block = blockDim.x / LANES, local = threadIdx.x / LANES, lane = threadIdx.x % LANES;
    const long long group = (long long)blockIdx.x * per_block + local;
    if (group >= groups) return;
    const T *from = in + group * GROUP;
    signed char *to = static_cast<signed char *>(out) + group * GROUP;
    float *scale_at;
    if (COLUMN_MAJOR) {
        const int row = group / per_row, column = group % per_row;
        scale_at = scales + column * stride + row;
    } else scale_at = scales + group;
    float4 values[PER / VEC];
    float top = eps;
#pragma unroll
    for (int i = 0; i < PER / VEC; i++) {
        values[i] = reinterpret_cast<const float4 *>(from)[lane * (PER / VEC) + i];
        top = fmaxf(fmaxf(top, fmaxf(fabsf(values[i].x), fabsf(values[i].y))), fmaxf(fabsf(values[i].z), fabsf(values[i].w)));
    }
    top = group_max<LANES>(top);
    const float scale = top / most;
    if (lane == 0) *scale_at = scale;
    union { signed char c[PER]; uint2 w; } packed;
#pragma unroll
    for (int i = 0; i < PER / VEC; i++) {
        const float v[4] = {values[i].x, values[i].y, values[i].z, values[i].w};
#pragma unroll
        for (int k = 0; k < 4; k++) packed.c[i * 4 + k] = (signed char)__float2int_rn(fminf(fmaxf(v[k] / scale, -most), most));
    }
    reinterpret_cast<uint2 *>(to)[lane] = packed.w;
}

__global__ void quantise_groups(const float *in, void *out, float *scales, int groups, int per_row, int stride, float most, float eps) {
    quantise<float, 128, true>(in, out, scales, groups, per_row, stride, most, eps);
}
