// SPDX-License-Identifier: Apache-2.0
// Words in steps from lane to lane: loads of 4 and 8 bytes 1 to 9 apart, alone and as vectors; stores of pairs and fours that
// leave nothing out, and of others, by all lanes and by some; the last words of a buffer, behind which nothing may be read.
// RUN[A]: sh %S/both.sh %s --grid=2 --block=96 buf:u32:4096:rand:3 buf:u32:32768:zero
// A: {{functions in native code: [1-9]|without a processor}}
// RUN[B]: sh %S/both.sh %s --grid=3 --block=16,4 buf:u32:4096:rand:4 buf:u32:32768:zero
// B: {{functions in native code: [1-9]|without a processor}}
// RUN[C]: sh %S/both.sh %s --grid=1 --block=8,2 buf:u32:4096:rand:5 buf:u32:32768:zero
// C: {{functions in native code: [1-9]|without a processor}}
typedef unsigned long long u64;
template <class T, int STEP> __device__ T ends(const unsigned *in, int lane, int lanes) { // the last word is the buffer's
    return ((const T *)in)[4096 * 4 / sizeof(T) - 1 - (lanes - 1 - lane) * STEP];
}
template <int STEP> __device__ unsigned loads(const unsigned *in, int lane, int lanes) {
    u64 wide = ends<u64, STEP>(in, lane, lanes);
    return ends<unsigned, STEP>(in, lane, lanes) * 31 + (unsigned)(wide ^ wide >> 32);
}
extern "C" __global__ void k(const unsigned *in, unsigned *out) {
    int lanes = blockDim.x, lane = threadIdx.x;
    unsigned sum = 0;
    sum = sum * 7 + loads<1>(in, lane, lanes);
    sum = sum * 7 + loads<2>(in, lane, lanes);
    sum = sum * 7 + loads<3>(in, lane, lanes);
    sum = sum * 7 + loads<4>(in, lane, lanes);
    sum = sum * 7 + loads<5>(in, lane, lanes);
    sum = sum * 7 + loads<6>(in, lane, lanes);
    sum = sum * 7 + loads<7>(in, lane, lanes);
    sum = sum * 7 + loads<9>(in, lane, lanes);
    uint2 pair = ((const uint2 *)in)[lane];
    uint4 four = ((const uint4 *)in)[lane];
    ulonglong2 wide = ((const ulonglong2 *)in)[lane];
    sum += pair.x * 3 + pair.y + four.x * 5 + four.y * 7 + four.z * 11 + four.w + (unsigned)(wide.x * 3 + (wide.y >> 32));
    unsigned *own = out + (blockIdx.x * blockDim.y + threadIdx.y) * 96 * 24;
    bool some = (sum & 3) != 0;
    ((uint2 *)own)[lane] = make_uint2(sum, pair.x);
    ((uint4 *)(own + 96 * 2))[lane] = make_uint4(pair.y, sum, four.z, 5);
    ((ulonglong2 *)(own + 96 * 6))[lane] = make_ulonglong2(wide.y, wide.x + sum);
    ((float2 *)(own + 96 * 10))[lane] = make_float2(__uint_as_float(sum) + 1.0f, (float)sum);
    (own + 96 * 12)[lane * 3] = sum;
    ((u64 *)(own + 96 * 16))[lane * 2] = wide.x;
    if (some) {
        ((uint2 *)own)[lane] = make_uint2(1, sum);
        ((uint4 *)(own + 96 * 20))[lane] = make_uint4(sum, 2, 3, pair.x);
    }
}
