// SPDX-License-Identifier: Apache-2.0
// Local memory: at one offset in all lanes and at one in each, elements of each width and vectors, some lanes only, behind pointers,
// in functions with frames of their own (whose offsets differ among lanes when some have called from a deeper frame), and
// beyond its end.
// RUN: sh %S/both.sh %s --kernel=k --grid=3 --block=45 buf:u64:1024:zero buf:u64:512:rand:7
// CHECK: arg 0: 1024 x u64 fnv1a64
// CHECK: status 0
// CHECK-NEXT: {{functions in native code: [1-9]|without a processor}}
// RUN[A]: sh %S/both.sh %s --kernel=beyond --block=45 buf:u64:64:zero i32:1000
// A: thread (17,0,0), {{.*}}local {{.*}}of 4 bytes out of bounds
// A: status {{[1-9]}}
template <class T> __device__ unsigned long long all(const T *in, unsigned any) {
    T own[24];
    for (unsigned i = 0; i < 24; i++) own[i] = in[(i * 5 + threadIdx.x) % 64];
    own[any % 24] = (T)(any + own[(any >> 3) % 24]);
    if (any & 2) own[threadIdx.x % 24] = own[3];
    T sum = own[(any >> 9) % 24];
    for (unsigned i = 0; i < any % 24; i++) sum += own[i];
    return (unsigned long long)sum * 31 + (unsigned long long)own[7];
}
struct Pair { float a, b; };
struct alignas(16) Four { int x, y, z, w; };
static __device__ __noinline__ unsigned deeper(unsigned *passed, unsigned n) {
    unsigned mine[5] = {n, 2, passed[n % 3], passed[1], 9};
    if (n & 1) mine[n % 5] += deeper(mine + 1, n >> 1);
    passed[n % 2] += mine[n % 4];
    return mine[2] + mine[n % 5];
}
extern "C" __global__ void k(unsigned long long *out, const unsigned char *in) {
    unsigned t = threadIdx.x, any = (t * 2654435761u >> 7) + blockIdx.x;
    unsigned long long sum = all((const unsigned char *)in, any) + 3 * all((const short *)in, any);
    sum = sum * 5 + all((const int *)in, any) + 7 * all((const long long *)in, any);
    Four fours[6];
    for (int i = 0; i < 6; i++) fours[i] = ((const Four *)in)[i + t % 7];
    Four one = fours[any % 6];
    Pair pairs[9];
    for (int i = 0; i < 9; i++) pairs[i] = Pair{(float)(i * t), (float)any};
    sum = sum * 3 + one.x + one.w + (unsigned)pairs[any % 9].a + (unsigned)pairs[t % 9].b;
    unsigned passed[3] = {t, any, 5};
    sum += deeper(passed, any & 31) + passed[0] * 17ull + passed[1];
    out[blockIdx.x * 64 + t] = sum;
}
extern "C" __global__ void beyond(unsigned long long *out, int far) {
    int own[16];
    for (int i = 0; i < 16; i++) own[i] = i * far;
    out[threadIdx.x] = own[threadIdx.x == 17 ? far : threadIdx.x % 16];
}
// A generic address that is the same in all lanes names a place of each.
// RUN[B]: sh %S/both.sh %s --kernel=generic --block=64 buf:u64:64:zero i32:3
// B: arg 0: 64 x u64
// B: status 0
extern "C" __global__ void generic(unsigned long long *out, int k) {
    int own[8], *q = own;
    asm volatile("" : "+l"(q)); // generic from here on
    for (int i = 0; i < 8; i++) q[i] = i * threadIdx.x;
    out[threadIdx.x] = q[k] + q[k + 1] * 3;
}
// Atomic operations on a place of each lane behind a generic pointer.
// RUN[C]: sh %S/both.sh %s --kernel=atomics --block=64 buf:u64:64:zero i32:3
// C: arg 0: 64 x u64
// C: status 0
extern "C" __global__ void atomics(unsigned long long *out, int k) {
    int own[8], *q = own;
    asm volatile("" : "+l"(q));
    for (int i = 0; i < 8; i++) q[i] = i * threadIdx.x;
    int before = atomicAdd(q + k, 5) + atomicMax(q + k + 1, 99) * 3 + atomicCAS(q + k, 5, 4);
    out[threadIdx.x] = before * 7ull + q[k] + q[k + 1];
}
