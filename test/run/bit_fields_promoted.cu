// SPDX-License-Identifier: Apache-2.0
// A bit-field takes part in arithmetic as int where int holds its values, whatever its declared type
// [conv.prom]/5; through assignments, increments and commas too, not through casts and conditionals.
// RUN: sh %S/kernel.sh %s --grid=1 --block=1 buf:u32:12:rand:3 buf:i32:40:zero
struct S { unsigned a : 22; signed b : 9; unsigned long long c : 20; unsigned d : 32; long e : 40; bool f : 1; unsigned char g : 3; };
__device__ int rank(int) { return 1; }
__device__ int rank(unsigned) { return 2; }
__device__ int rank(unsigned long long) { return 3; }
__device__ int rank(long) { return 4; }
__global__ void k(S *s, int *o) {
    o[0] = (s->b ^ s->a) > 3;
    o[1] = s->a - 5 < 0;
    o[2] = -1 < s->a;
    o[3] = s->b < s->d;
    o[4] = s->c - 1 < 0;
    o[5] = (s->a, s->a) - 5 < 0;
    o[6] = (s->a = 1) - 5 < 0;
    o[7] = (1 ? s->a : s->a) - 5 < 0;
    o[8] = ~s->g < 0;
    o[9] = sizeof(s->a + 0) + sizeof(+s->c) * 10 + sizeof(+s->e) * 100 + sizeof(s->c + 0) * 1000;
    o[10] = (s->a++) - 50 < 0;
    o[11] = (++s->a) - 50 < 0;
    o[12] = (s->a += 2) - 50 < 0;
    o[13] = -s->a < 0;
    o[14] = (s->a << 9) < 0;
    o[15] = (unsigned)s->a - 5 < 0;
    o[16] = (s->b | (s->b > s->a)) > 0;
    o[17] = (1 ? s->a : s->a) - 5 < 0;
    o[18] = (s->a--) - 50 < 0;
    o[19] = ((s->a)) - 50 < 0;
    o[20] = sizeof((s->c) + 0) + 10 * sizeof(+s->e) + 100 * sizeof(+(s->c = 1)) + 1000 * sizeof(s->c++ + 0);
    o[21] = sizeof(+(s->c, s->c)) + 10 * sizeof(+(0 ? s->c : s->c)) + 100 * sizeof(+(++s->c));
    o[22] = sizeof(1 ? s->c : 1) + 10 * sizeof(s->c << 1) + 100 * sizeof(-s->c);
    o[23] = rank(s->a + 1) + 10 * rank(s->c + 1) + 100 * rank(s->d + 1) + 1000 * rank(s->e + 1);
    s->b = -3;
    s->a += s->b;
    o[24] = s->a;
    o[25] = s->a / -3;
    s->a /= -3;
    o[26] = s->a;
    switch (s->g - 8) { // never a large unsigned value
    case -8: case -7: case -6: case -5: case -4: case -3: case -2: case -1: o[27] = 1; break;
    default: o[27] = 2;
    }
    printf("%d %d\n", s->g, s->b);
}
