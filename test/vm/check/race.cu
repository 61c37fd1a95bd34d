// SPDX-License-Identifier: Apache-2.0
// The race checker: each kernel takes `ok`; 0 leaves out the synchronisation that it needs.
// RUN[CLEAN]: sh %S/inputs/each.sh %s 1 --check
// CLEAN: barrier 0
// CLEAN-NEXT: warp 0
// CLEAN-NEXT: part 0
// CLEAN-NEXT: flag 0
// CLEAN-NEXT: reduction 0
// CLEAN-NEXT: lock 0
// CLEAN-NEXT: named 0
// CLEAN-NEXT: producer 0
// CLEAN-NEXT: same 0
// CLEAN-NEXT: blocks 0
// CLEAN-NEXT: bytes 0
// CLEAN-NEXT: acqrel 0
// CLEAN-NEXT: counter 0
// CLEAN-NEXT: vectors 0
// CLEAN-NEXT: scopes 0
// RUN[RACE]: sh %S/inputs/each.sh %s 0 --check=race
// RACE: barrier 1 race: read-write: threads of two warps, shared
// RACE-NEXT: warp 1 race: read-write: threads of one warp, shared
// RACE-NEXT: part 1 race: read-write: threads of one warp, shared
// RACE-NEXT: flag 1 race: read-write: threads of two blocks, global
// RACE-NEXT: reduction 1 race: read-write: threads of two blocks, global
// RACE-NEXT: lock 1 race: {{read-write|write-write}}: threads of two blocks, global
// RACE-NEXT: named 1 race: read-write: threads of two warps, shared
// RACE-NEXT: producer 1 race: read-write: threads of two warps, shared
// RACE-NEXT: same 1 race: write-write: threads of {{one warp|two warps}}, shared
// RACE-NEXT: blocks 1 race: write-write: threads of two blocks, global
// RACE-NEXT: bytes 1 race: write-write: threads of {{one warp|two warps}}, global
// RACE-NEXT: acqrel 1 race: read-write: threads of two blocks, global
// RACE-NEXT: counter 1 race: read-write: threads of {{one warp|two warps}}, shared
// RACE-NEXT: vectors 1 race: read-write: threads of {{one warp|two warps}}, shared
// RACE-NEXT: scopes 1 race: read-write: threads of two blocks, global
__device__ int data[4096], sum, done;
__device__ unsigned ticket;
__device__ volatile int vflag;

// A barrier between a write and the reads of other warps
extern "C" __global__ void barrier(int ok, int *out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = t;
    if (ok) __syncthreads();
    out[blockIdx.x * 128 + t] = s[127 - t];
}
// __syncwarp between lanes
extern "C" __global__ void warp(int ok, int *out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = t;
    if (ok) __syncwarp();
    out[blockIdx.x * 128 + t] = s[t ^ 1];
}
// Halves of a warp synchronise with masks of their own; shuffles order no memory
extern "C" __global__ void part(int ok, int *out) {
    __shared__ int s[128];
    int t = threadIdx.x, lane = t & 31;
    unsigned mask = lane < 16 ? 0xffffu : 0xffff0000u;
    s[t] = __shfl_sync(0xffffffffu, t, 3);
    __syncwarp(mask);
    if (!ok) s[t] = 7;
    if (ok) s[t] = 7, __syncwarp(mask);
    out[blockIdx.x * 128 + t] = s[t ^ 5];
}
// Message passing between blocks: fence, volatile flag
extern "C" __global__ void flag(int ok, int *out) {
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        data[t] = t;
        __syncthreads();
        if (t == 0) {
            if (ok) __threadfence();
            vflag = 1;
        }
    } else if (blockIdx.x == 1) {
        if (t == 0)
            while (!vflag) {}
        __syncthreads();
        out[blockIdx.x * 128 + t] = data[t ^ 9];
    }
}
// threadFenceReduction: the last block sums what all blocks wrote
extern "C" __global__ void reduction(int ok, int *out) {
    __shared__ bool last;
    int t = threadIdx.x;
    if (t == 0) {
        data[blockIdx.x] = blockIdx.x;
        if (ok) __threadfence();
        last = atomicInc(&ticket, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t < gridDim.x) out[blockIdx.x * 128 + t] = data[t];
}
// A lock: the fence before it is let go is needed
extern "C" __global__ void lock(int ok, int *out) {
    if (threadIdx.x) return;
    while (atomicCAS(&done, 0, 1) != 0) {}
    __threadfence();
    out[0] += blockIdx.x;
    if (ok) __threadfence();
    atomicExch(&done, 0);
}
// Named barriers of two warps
extern "C" __global__ void named(int ok, int *out) {
    __shared__ int s[128];
    int t = threadIdx.x, id = 1 + t / 64;
    s[t] = t;
    if (ok || id == 1) asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory");
    out[blockIdx.x * 128 + t] = s[t ^ 33];
}
// One warp arrives, the others wait
extern "C" __global__ void producer(int ok, int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 32) {
        if (ok) s[t] = t;
        asm volatile("bar.arrive 3, 128;" ::: "memory");
        if (!ok) s[t] = t;
    } else {
        asm volatile("bar.sync 3, 128;" ::: "memory");
        out[blockIdx.x * 128 + t] = s[t & 31];
    }
}
// Many threads write one word: the same value is no hazard
extern "C" __global__ void same(int ok, int *out) {
    __shared__ int s;
    s = ok ? 5 : (int)threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = s;
}
// Blocks that write what others write
extern "C" __global__ void blocks(int ok, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[ok ? i : threadIdx.x] = i;
}
// Neighbouring bytes of one word are different memory
extern "C" __global__ void bytes(int ok, int *out) {
    char *p = (char *)out;
    p[ok ? threadIdx.x : threadIdx.x / 3] = threadIdx.x;
}
// ld.acquire and st.release
extern "C" __global__ void acqrel(int ok, int *out) {
    int *f = &done;
    if (threadIdx.x || blockIdx.x > 1) return;
    if (blockIdx.x == 0) {
        data[0] = 1;
        if (ok)
            asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(f) : "memory");
        else
            asm volatile("st.relaxed.gpu.global.u32 [%0], 1;" ::"l"(f) : "memory");
    } else {
        int v = 0;
        while (!v) asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(f) : "memory");
        out[0] = data[0];
    }
}
// Atomics do not race with each other, but with a plain read
extern "C" __global__ void counter(int ok, int *out) {
    __shared__ int s;
    if (threadIdx.x == 0) s = 0;
    __syncthreads();
    atomicAdd(&s, 1);
    if (ok) __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = s;
}
// Wide accesses, whole lines
extern "C" __global__ void vectors(int ok, int *out) {
    __shared__ int4 s[128];
    int t = threadIdx.x;
    s[t] = make_int4(t, t, t, t);
    if (ok) __syncthreads();
    int2 v = ((int2 *)s)[t];
    out[blockIdx.x * 128 + t] = v.x + v.y;
}
// A fence of the block is not enough between blocks
extern "C" __global__ void scopes(int ok, int *out) {
    if (threadIdx.x || blockIdx.x > 1) return;
    if (blockIdx.x == 0) {
        data[0] = 1;
        if (ok)
            __threadfence();
        else
            __threadfence_block();
        atomicExch(&done, 1);
    } else {
        while (!atomicAdd(&done, 0)) {}
        out[0] = data[0];
    }
}
