// SPDX-License-Identifier: Apache-2.0
// Loads and atomic operations on shared memory of which no other access may be in the way between two barriers are not noted by
// native code; what is in the way is found all the same, and what has no value. Each kernel takes `ok`; 0 makes its mistake.
// EACH: --jit=on, --jit=off
// RUN[CLEAN]: sh %S/inputs/each.sh %s 1 --check %E
// CLEAN: turns 0
// CLEAN-NEXT: chosen 0
// CLEAN-NEXT: counted 0
// CLEAN-NEXT: placed 0
// CLEAN-NEXT: apart 0
// CLEAN-NEXT: swapped 0
// CLEAN-NEXT: generic 0
// CLEAN-NEXT: row 0
// CLEAN-NEXT: one 0
// CLEAN-NEXT: each 0
// CLEAN-NEXT: pair 0
// CLEAN-NEXT: bytes 0
// RUN[RACE]: sh %S/inputs/each.sh %s 0 --check=race,init %E
// RACE: turns 1 race: read-write: threads of two warps, shared
// RACE-NEXT: chosen 1 race: read-write: threads of two warps, shared
// RACE-NEXT: counted 1 race: read-write: threads of {{one warp|two warps}}, shared
// RACE-NEXT: placed 1 race: read-write: threads of two warps, shared
// RACE-NEXT: apart 1 race: read-write: threads of two warps, shared
// RACE-NEXT: swapped 1 race: read-write: threads of two warps, shared
// RACE-NEXT: generic 1 race: read-write: threads of two warps, shared
// RACE-NEXT: row 1 init: uninitialised-read: ,
// RACE-NEXT: one 1 init: uninitialised-read: ,
// RACE-NEXT: each 1 init: uninitialised-read: ,
// RACE-NEXT: pair 1 init: uninitialised-read: ,
// RACE-NEXT: bytes 1 init: uninitialised-read: ,
#define HERE (blockIdx.x * 128 + threadIdx.x)

// A tile a turn: the next one is stored when all have read this one.
extern "C" __global__ void turns(int ok, int *out) {
    __shared__ int tile[128];
    int t = threadIdx.x, sum = 0;
    for (int turn = 0; turn < 3; turn++) {
        tile[t] = t + turn;
        __syncthreads();
        for (int k = 0; k < 4; k++) sum += tile[(t + 32 * k) % 128];
        if (ok || turn == 2) __syncthreads();
    }
    out[HERE] = sum;
}
// Loads of one variable, stores to another; which one the stores go to is chosen.
extern "C" __global__ void chosen(int ok, int *out) {
    __shared__ int from[128], to[128];
    int t = threadIdx.x;
    from[t] = to[t] = t;
    __syncthreads();
    int *store = ok ? to : from;
    store[t] = from[(t + 32) % 128];
    __syncthreads();
    out[HERE] = to[t];
}
// Atomic operations alone, and a plain load beside them.
extern "C" __global__ void counted(int ok, int *out) {
    __shared__ int bins[128];
    int t = threadIdx.x, before = 0;
    bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[t * 7 % 32], 1);
    if (!ok) before = bins[t % 16];
    __syncthreads();
    out[HERE] = bins[t] + before;
}
// An index that memory has is no address: the variable is known.
extern "C" __global__ void placed(int ok, int *out) {
    __shared__ int at[128], value[128];
    int t = threadIdx.x;
    at[t] = 127 - t;
    value[t] = t;
    __syncthreads();
    int found = value[at[t]];
    if (!ok) value[t] = 0;
    __syncthreads();
    out[HERE] = found + value[t];
}
// Warps at two barriers, behind one of which nothing is written. The first of the loads is no mistake: it is not for that one alone
// that the machine looks.
extern "C" __global__ void apart(int ok, int *out) {
    __shared__ int s[128];
    int t = threadIdx.x, sum = 0;
    s[t] = t;
    __syncthreads();
    if (t < 64 || ok) {
        asm volatile("bar.sync 0; // here" ::: "memory");
#pragma unroll 1
        for (int k = 0; k < 4; k++) sum += s[t / 64 * 64 + (t + 16 * k) % 64 + (!ok && k == 3 ? 64 : 0)];
    } else {
        asm volatile("bar.sync 0; // there" ::: "memory");
        s[t] = 1;
    }
    out[HERE] = sum;
}
// Two buffers whose turns a number tells, not a pointer.
extern "C" __global__ void swapped(int ok, int *out) {
    __shared__ int s[2][128];
    int t = threadIdx.x, now = 0;
    s[0][t] = t;
    s[1][t] = 0;
    __syncthreads();
    for (int turn = 0; turn < 4; turn++) {
        s[ok ? now ^ 1 : now][t] = s[now][127 - t];
        now ^= ok;
        __syncthreads();
    }
    out[HERE] = s[now][t];
}
__device__ __noinline__ void put(int *place, int value) {
    *place = value;
}
// A store by a generic address.
extern "C" __global__ void generic(int ok, int *out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    int value = s[127 - t];
    put(ok ? &out[HERE] : &s[t], 5);
    __syncthreads();
    out[HERE] = value + s[t];
}
// What has no value: in a row, at one place, at places of their own.
extern "C" __global__ void row(int ok, int *out) {
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t] = t;
    if (t < 127 || ok) s[128 + t] = t;
    __syncthreads();
    out[HERE] = s[t] + s[t + 128];
}
extern "C" __global__ void one(int ok, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x, sum = 0;
    if (t < 41 + ok) s[t] = t;
    __syncthreads();
    for (int k = 0; k < 42; k++) sum += s[k];
    out[HERE] = sum + t;
}
extern "C" __global__ void each(int ok, int *out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    if (ok || t != 77) s[t] = t;
    __syncthreads();
    out[HERE] = s[t * 5 % 128] + t;
}
// Two words by one address that is no multiple of both; the second has no value where the first one before it has.
extern "C" __global__ void pair(int ok, int *out) {
    __shared__ int s[256];
    int t = threadIdx.x, at = (blockDim.x - 121) / 7, sum = 0;
    if (t < 64 + ok) s[t] = t;
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < 32; k++) sum += s[at + 2 * k] + s[at + 2 * k + 1];
    out[HERE] = sum + t;
}
// Bytes side by side from anywhere on, of which the last ones have no value.
extern "C" __global__ void bytes(int ok, int *out) {
    __shared__ unsigned char s[256];
    int t = threadIdx.x, sum = 0;
    s[t] = t;
    if (t < 112 || ok) s[t + 128] = t;
    __syncthreads();
#pragma unroll 1
    for (int at = 0; at <= 131 && t < 112; at += 131) sum += s[at + t];
    out[HERE] = sum;
}
