// SPDX-License-Identifier: Apache-2.0
// Threads that go past a barrier, or a vote, and do something behind it; and those that only leave early. Each kernel takes `ok`.
// RUN[CLEAN]: sh %S/inputs/each.sh %s 1 --check; sh %S/inputs/each.sh %s 1 --check --jit=off
// CLEAN: guarded 0
// CLEAN-NEXT: adds 0
// CLEAN-NEXT: votes 0
// CLEAN-NEXT: leaves 0
// CLEAN-NEXT: asks 0
// CLEAN-NEXT: guarded 0
// CLEAN-NEXT: adds 0
// CLEAN-NEXT: votes 0
// CLEAN-NEXT: leaves 0
// CLEAN-NEXT: asks 0
// RUN[BAD]: sh %S/inputs/each.sh %s 0 --check=sync; sh %S/inputs/each.sh %s 0 --check=sync,init --jit=off
// BAD: guarded 1 sync: passed-barrier
// BAD-NEXT: adds 1 sync: passed-barrier
// BAD-NEXT: votes 1 sync: passed-barrier
// BAD-NEXT: leaves 0
// BAD-NEXT: asks 0
// BAD-NEXT: guarded 1 sync: passed-barrier
// BAD-NEXT: adds 1 sync: passed-barrier
// BAD-NEXT: votes 1 sync: passed-barrier
// BAD-NEXT: leaves 0
// BAD-NEXT: asks 0

// A store that only some of those do who come to it
extern "C" __global__ void guarded(int ok, int *out) {
    if (ok || threadIdx.x < 40) __syncthreads();
    if (threadIdx.x % 8 == 5) out[threadIdx.x] = 1;
}
extern "C" __global__ void adds(int ok, int *out) {
    for (int i = threadIdx.x; i < (ok ? 256 : 170); i += 128) __syncthreads();
    if (threadIdx.x == 100) atomicAdd(out, 1);
}
// In a warp
extern "C" __global__ void votes(int ok, int *out) {
    int n = 0;
    for (int i = 0; i < (ok ? 2 : threadIdx.x % 3); i++) n += __popc(__ballot_sync(~0u, i));
    if (threadIdx.x % 4 == 0) atomicAdd(out, n);
}
// Whoever has nothing to do leaves; the barrier is none of the others' in this run, and the store is behind it.
extern "C" __global__ void leaves(int ok, int *out) {
    if (threadIdx.x >= 70) return;
    if (ok || blockIdx.x == 0) __syncthreads();
    if (threadIdx.x % 2) out[threadIdx.x] = 1;
}
// A loop that stores, may be left, and waits
extern "C" __global__ void asks(int ok, int *out) {
    for (int i = 0; i < 4; i++) {
        out[blockIdx.x * 128 + threadIdx.x] = i;
        if (i == 2 && threadIdx.x >= 96) return;
        __syncthreads();
    }
}
