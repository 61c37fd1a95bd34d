// SPDX-License-Identifier: Apache-2.0
// Lanes leave loops in different rounds: out of the inner one into the next round of the outer one,
// out of both, and by a branch that all running lanes take together while others have left before.
// RUN: sh %S/both.sh %s --grid=3 --block=64 --kernel=k buf:u32:1152:zero
// CHECK: arg 0: 1152 x u32 fnv1a64
// CHECK: status 0
// CHECK-NEXT: {{functions in native code: 1;|without a processor}}
__device__ unsigned mixed(unsigned hash, unsigned value) { return (hash ^ value) * 2654435761u + 1; }
extern "C" __global__ void k(unsigned *out) {
    unsigned t = threadIdx.x, g = blockIdx.x * 64 + t, hash[6] = {g, g, g, g, g, g};
    for (unsigned i = 0; i < 5; i++)
        for (unsigned j = 0; j < (t & 3); j++) hash[0] = mixed(hash[0], i * 7 + j);
    for (unsigned i = 0; i < 7; i++) {
        if ((t ^ i) & 1) continue;
        hash[1] = mixed(hash[1], i);
        if (i > (t & 7)) break;
        hash[1] += i;
    }
    unsigned rounds = 0;
    for (; rounds < 40; rounds++) {
        if (t & 4) {
            if (rounds == 9) break; // all that are here take it
            hash[2] = mixed(hash[2], rounds);
        }
        if (hash[2] % 17 == 3) break;
        hash[2]++;
    }
    hash[3] = mixed(hash[3], rounds);
    unsigned n = g * 2654435761u >> 28, steps = 0;
    while (n) { // steps and n differ among lanes, what counts rounds does not
        for (unsigned k = n; k > 1; k >>= 1) {
            if (k == 5) goto out;
            steps += k;
        }
        n--;
    }
out:
    hash[4] = mixed(steps, n);
    switch (t % 5) {
    case 0: hash[5] = 1;
    case 1: hash[5] += t; break;
    case 3:
        for (unsigned i = 0; i < t; i++) hash[5] += i * hash[5];
        break;
    default: hash[5] = ~hash[5];
    }
    for (unsigned i = 0; i < 6; i++) out[g * 6 + i] = hash[i];
}
