// SPDX-License-Identifier: Apache-2.0
// The init checker: global, shared and local memory; copies of structures with padding are quiet.
// RUN[GLOBAL]: cuprum run %s --check=init --kernel=global --block=64 buf:i32:64:none buf:i32:64:zero
// EXIT[GLOBAL]: 1
// GLOBAL: init: uninitialised-read: 4 of 4 bytes were never written
// GLOBAL: global read of 4 bytes, address 0x7f0000000000
// GLOBAL: 64 times
// GLOBAL: 1 finding
// RUN: cuprum run %s --check --kernel=global --block=64 buf:i32:64:zero buf:i32:64:none
// CHECK-NOT: {{.}}
// RUN[SHARED]: cuprum run %s --check=init --kernel=shared_mem --block=64 i32:63 buf:i32:64:none
// EXIT[SHARED]: 1
// SHARED: init: uninitialised-read: 4 of 4 bytes were never written
// SHARED: thread (62,0,0)
// SHARED: shared read
// SHARED: 1 finding
// RUN[SHAREDOK]: cuprum run %s --check --kernel=shared_mem --block=64 i32:64 buf:i32:64:none
// SHAREDOK-NOT: {{.}}
// RUN[LOCAL]: cuprum run %s --check=init -O0 --kernel=local_mem --block=40 i32:7 buf:i32:64:none
// EXIT[LOCAL]: 1
// LOCAL: init: uninitialised-read: 4 of 4 bytes were never written
// LOCAL: local read
// LOCAL: 1 finding
// EACH: -O0, -O3
// RUN[LOCALOK]: cuprum run %s --check %E --kernel=local_mem --block=40 i32:8 buf:i32:64:none
// LOCALOK-NOT: {{.}}
// RUN[COPY]: cuprum run %s --check %E --kernel=copies --block=64 buf:u8:1024:none buf:u8:1024:none
// COPY-NOT: {{.}}
struct Padded {
    char a;
    int b;
    char c;
    double d;
};
extern "C" __global__ void global(int *in, int *out) {
    out[threadIdx.x] = in[threadIdx.x] + 1;
}
extern "C" __global__ void shared_mem(int n, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < n) s[t] = t;
    __syncthreads();
    out[t] = s[t ^ 1] + 1;
}
__device__ __noinline__ int take(const int *a, int k) {
    return a[k & 7] * 2;
}
extern "C" __global__ void local_mem(int n, int *out) {
    int a[8];
    for (int i = 0; i < n; i++) a[i] = i;
    out[threadIdx.x] = take(a, threadIdx.x);
}
// Padding goes from local to shared to global memory, by value through calls as well.
__device__ __noinline__ Padded make(int k) {
    Padded p;
    p.a = k;
    p.b = k + 1;
    p.c = k + 2;
    p.d = k + 3;
    return p;
}
__device__ __noinline__ Padded change(Padded p) {
    p.b++;
    return p;
}
extern "C" __global__ void copies(Padded *first, Padded *last) {
    __shared__ Padded s[64];
    int t = threadIdx.x;
    if (t >= 32) return;
    Padded p = make(t);
    s[t] = p;
    __syncwarp();
    first[t] = s[t ^ 1];
    last[t] = change(first[t]);
}
