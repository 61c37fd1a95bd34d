// SPDX-License-Identifier: Apache-2.0
// A thread's store is before a copy that it starts later, another thread's is not.
// EACH: --jit=auto, --jit=off
// RUN[A]: cuprum run %s -arch=sm_90 --check %E --kernel=own --block=64 buf:i32:64:zero buf:i32:64:iota
// A-NOT: {{.}}
// RUN[B]: cuprum run %s -arch=sm_90 --check=race --jit=off --kernel=other --block=64 buf:i32:64:zero buf:i32:64:iota 2>&1
// EXIT[B]: 1
// B: race: write-write
// RUN[C]: cuprum run %s -arch=sm_90 --check=race --jit=on --kernel=other --block=64 buf:i32:64:zero buf:i32:64:iota 2>&1
// EXIT[C]: 1
// C: race: write-write
static __device__ void copy(int *to, const int *from) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
}
extern "C" __global__ void own(int *out, const int *in) {
    __shared__ int landed[64];
    int t = threadIdx.x;
    landed[t] = 9;
    copy(&landed[t], &in[t]);
    __syncthreads();
    out[t] = landed[63 - t];
}
extern "C" __global__ void other(int *out, const int *in) {
    __shared__ int landed[64];
    int t = threadIdx.x;
    landed[t] = -9;
    copy(&landed[63 - t], &in[t]);
    __syncthreads();
    out[t] = landed[t];
}
