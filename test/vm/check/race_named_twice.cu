// SPDX-License-Identifier: Apache-2.0
// A part of a block that meets again and again at a barrier of its own: what is written behind one meeting is ordered by the next, and
// by no earlier one.
// RUN[CLEAN]: sh %S/inputs/each.sh %s 1 --check=race
// CLEAN: twice 0
// CLEAN-NEXT: one_warp 0
// RUN[RACE]: sh %S/inputs/each.sh %s 0 --check=race
// RACE: twice 1 race: {{read-write|write-read}}: threads of two warps, shared
// RACE-NEXT: one_warp 1 race: {{read-write|write-read}}: threads of two warps, shared
extern "C" __global__ void twice(int ok, int *out) {
    __shared__ int s[128];
    int t = threadIdx.x, id = 1 + t / 64;
    asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory");
    s[t] = t;
    if (ok) asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory");
    int other = s[t ^ 32];
    asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory");
    s[t] = other;
    asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory");
    out[blockIdx.x * 128 + t] = s[t ^ 32];
}
// half of each warp
extern "C" __global__ void one_warp(int ok, int *out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    if (t % 64 < 32) {
        for (int i = 0; i < 3; i++) {
            asm volatile("bar.sync 1, 64;" ::: "memory");
            s[t] = t + i;
            if (ok) asm volatile("bar.sync 1, 64;" ::: "memory");
            out[blockIdx.x * 128 + t] = s[t ^ 64];
        }
    }
}
