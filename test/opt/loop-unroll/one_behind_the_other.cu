// Two loops, the second straight behind the first, unrolled in the same round: the first's last copy
// leaves to the second loop itself, not to a copy of it. (The second is unrolled in part, and begins
// where the first ends.)
// EACH: -O0, -O1, -O2, -O3
// RUN: cuprum run %s %E -arch=sm_80 --block=32 buf:u32:32:zero buf:u32:32:rand:3 --hash
// CHECK: arg 0: 32 x u32 fnv1a64 {{[0-9a-f]{16}}}
extern "C" __global__ void k(unsigned *out, const unsigned *in) {
    unsigned g = threadIdx.x, sum = in[g], turns = in[g] & 7;
    unsigned char table[4];
    for (unsigned i = 0; i < 4; i++) table[i] = (unsigned char)(i * 3 + g);
#pragma unroll 2
    for (unsigned i = 0; i < turns; i++) {
        if (in[5] & 8) sum = sum * 5 + table[i & 3];
    }
    out[g] = sum;
}
