// SPDX-License-Identifier: Apache-2.0
// Rows of expressions over inputs a, b, c (given by the file: INPUTS(i)), each printed with a hash
// of its values over COUNT inputs: run by one block. What has headers of two makers prints the same
// lines with both.
typedef unsigned long long u64;
__device__ inline u64 mixed(u64 v, u64 i) {
    v = (v + i * 0x9e3779b97f4a7c15ull) ^ (v >> 29) * 0xbf58476d1ce4e5b9ull;
    v = (v ^ v >> 30) * 0x94d049bb133111ebull;
    return v ^ v >> 27;
}
template <class T> __device__ inline u64 value_bits(const T &v) {
    u64 r = 0;
    const unsigned char *p = (const unsigned char *)&v;
    for (unsigned k = 0; k < sizeof(T); k++) r = r << 8 | (r >> 56) ^ p[k];
    return r;
}
__device__ inline u64 value_bits(float v) {
    return v != v ? 1 : (u64)__float_as_uint(v) << 1;
}
__device__ inline u64 value_bits(double v) {
    return v != v ? 1 : (u64)__double_as_longlong(v);
}
__device__ inline unsigned scrambled(unsigned i) {
    i = (i ^ i >> 15) * 0x2c1b3c6du;
    i = (i ^ i >> 12) * 0x297a2d39u;
    return i ^ i >> 15;
}
__shared__ u64 row_sum;
__device__ inline void row_report(const char *name, u64 h) {
    if (threadIdx.x == 0) row_sum = 0;
    __syncthreads();
    atomicAdd(&row_sum, h);
    __syncthreads();
    if (threadIdx.x == 0) printf("%s %016llx\n", name, row_sum);
}
#define ROW(...)                                                                                   \
    {                                                                                              \
        u64 row_hash = 0;                                                                          \
        for (unsigned input = threadIdx.x; input < COUNT; input += blockDim.x) {                   \
            INPUTS(input)                                                                          \
            row_hash += mixed(value_bits(__VA_ARGS__), input);                                     \
        }                                                                                          \
        row_report(#__VA_ARGS__, row_hash);                                                        \
    }
