// SPDX-License-Identifier: Apache-2.0
// What stops a kernel stops it in native code with the same words: out of bounds, misaligned, below
// shared memory, a trap, a barrier that some never reach; and a loop without an end has a limit.
// RUN[A]: sh %S/both.sh %s --grid=2 --block=40 --kernel=outside buf:i32:64:zero
// A: thread (16,0,0)
// A-SAME: global store of 4 bytes out of bounds: 256 bytes past the start of an allocation of 256
// A: status 1
// RUN[B]: sh %S/both.sh %s --grid=2 --block=40 --kernel=crooked buf:i32:64:zero
// B: misaligned global load of 4 bytes
// RUN[C]: sh %S/both.sh %s --grid=2 --block=40 --kernel=shared buf:i32:64:zero
// C: shared load of 4 bytes out of bounds
// RUN[D]: sh %S/both.sh %s --grid=2 --block=40 --kernel=stops buf:i32:64:zero
// D: thread (9,0,0)
// D-SAME: trap instruction
// RUN[E]: sh %S/both.sh %s --grid=1 --block=64 --kernel=waits buf:i32:64:zero
// E: deadlock
// RUN[F]: cuprum run %s -arch=sm_90 --jit=on --max-instructions=1000000 --kernel=endless --grid=1 --block=32 buf:i32:64:zero
// EXIT[F]: 1
// F: more than 1000000 warp instructions executed
extern "C" __global__ void outside(int *out) { out[threadIdx.x + 24 * (blockIdx.x + 2)] = 1; }
extern "C" __global__ void crooked(int *out) {
    out[threadIdx.x] = *(int *)((char *)out + threadIdx.x * 4 + (threadIdx.x == 33));
}
extern "C" __global__ void shared(int *out) {
    __shared__ int tile[40];
    tile[threadIdx.x] = 3;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x + blockIdx.x];
}
extern "C" __global__ void stops(int *out) {
    if (threadIdx.x % 16 == 9) __trap();
    out[threadIdx.x] = 1;
}
extern "C" __global__ void waits(int *out) {
    if (threadIdx.x < 40) __syncthreads();
    if (threadIdx.x >= 40) __syncthreads();
    if (threadIdx.x == 3) asm volatile("bar.sync 1, 64;");
    out[threadIdx.x] = 1;
}
extern "C" __global__ void endless(volatile int *out) {
    int n = 0;
    while (out[threadIdx.x] == 0) n++;
    out[threadIdx.x] = n;
}
