// SPDX-License-Identifier: Apache-2.0
// What the kernels of curand_*.cu share: numbers to start from, and a list of results.
#include <curand_kernel.h>

// The n-th of some numbers without a pattern (S. Vigna's way to start a generator from a counter).
__device__ unsigned long long mixed(unsigned long long n) {
    n = (n + 1) * 0x9E3779B97F4A7C15ull;
    n = (n ^ n >> 30) * 0xBF58476D1CE4E5B9ull;
    n = (n ^ n >> 27) * 0x94D049BB133111EBull;
    return n ^ n >> 31;
}

// Each thread's 256 words of the buffer, filled from the beginning.
struct Results {
    unsigned *at;
    __device__ Results(unsigned *out) : at(out + (blockIdx.x * blockDim.x + threadIdx.x) * 256) {}
    __device__ void add(unsigned x) { *at++ = x; }
    __device__ void add(int x) { *at++ = x; }
    __device__ void add(unsigned long long x) { add((unsigned)x), add((unsigned)(x >> 32)); }
    __device__ void add(float x) { add(__float_as_uint(x)); }
    __device__ void add(double x) { add((unsigned long long)__double_as_longlong(x)); }
    __device__ void add(float2 x) { add(x.x), add(x.y); }
    __device__ void add(double2 x) { add(x.x), add(x.y); }
    __device__ void add(uint4 x) { add(x.x), add(x.y), add(x.z), add(x.w); }
    __device__ void add(float4 x) { add(x.x), add(x.y), add(x.z), add(x.w); }
    __device__ void add(double4 x) { add(x.x), add(x.y), add(x.z), add(x.w); }
};

// Seeds, sequences and offsets of all sizes; among them 0 and small ones. (MRG32k3a has 2^51 subsequences, and
// NVIDIA's tables end at offsets of 2^56.)
struct Place {
    unsigned long long seed, sequence, offset;
    __device__ Place(unsigned t) {
        seed = t == 5 ? 0 : mixed(3 * t);
        sequence = t & 1 ? t : mixed(3 * t + 1) >> (t % 50 + 14);
        offset = t & 2 ? 0 : mixed(3 * t + 2) >> (t * 7 % 56 + 8);
    }
};
