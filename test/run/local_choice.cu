// SPDX-License-Identifier: Apache-2.0
// Stores through a pointer chosen from locals: the arms may be one variable, or overlap in part.
// EACH: -O0, -O1, -O2, -O3
// RUN: cuprum run %s %E --grid=1 --block=8 --print=0:64 buf:i32:64:zero
// CHECK: arg 0:
struct __attribute__((packed)) Word {
    unsigned v;
};

// Nested choices whose arms meet in one variable.
__device__ int same(int bits) {
    int near = 3, far = 5;
    int *first = bits & 1 ? &near : &far;
    int *second = bits & 2 ? first : &near;
    int *third = bits & 4 ? second : first;
    *third = 40;
    *second += 1;
    *first -= 7;
    return near * 1000 + far;
}

// Two places of one array that share bytes.
__device__ unsigned overlap(int bits) {
    unsigned char bytes[12];
    for (int i = 0; i < 12; i++) bytes[i] = i * 3;
    Word *w = (Word *)(bits & 1 ? bytes + 2 : bytes + 5);
    w->v = 0xa1b2c3d4;
    Word *u = (Word *)(bits & 2 ? (unsigned char *)w : bytes + 3);
    u->v ^= 0x01020304;
    unsigned sum = 0;
    for (int i = 0; i < 12; i++) sum = sum * 31 + bytes[i];
    return sum;
}

// Copies of a block to a chosen place, and a whole class assigned through the choice.
struct Pair {
    int a, b;
};
__device__ int blocks(int bits) {
    Pair p[2] = {{1, 2}, {3, 4}}, from = {bits + 8, bits + 9};
    Pair *to = bits & 1 ? &p[0] : &p[1];
    Pair *other = bits & 2 ? to : &p[0];
    *to = from;
    memcpy(other, &p[1], sizeof(Pair));
    return ((p[0].a * 20 + p[0].b) * 20 + p[1].a) * 20 + p[1].b;
}

// A bool stored over a byte of a union that another type wrote.
union Byte {
    bool flag;
    unsigned char raw;
};
__device__ int narrow(int bits) {
    Byte x, y;
    x.raw = 0xa4;
    y.raw = 0x5b;
    bool *p = bits & 1 ? &x.flag : &y.flag;
    *p = bits & 2;
    return bits & 1 ? x.raw * 256 + y.raw : y.raw * 256 + x.raw;
}

// A loop carries the choice.
__device__ int carried(int bits) {
    int slot[3] = {1, 2, 3}, *p = &slot[0];
    for (int i = 0; i < 6; i++) {
        *p += i;
        p = bits >> i & 1 ? &slot[1] : p;
        *(i & 1 ? p : &slot[2]) -= 2;
    }
    return (slot[0] * 50 + slot[1]) * 50 + slot[2];
}

extern "C" __global__ void k(int *out) {
    int t = threadIdx.x, *o = out + t * 8;
    o[0] = same(t);
    o[1] = overlap(t);
    o[2] = blocks(t);
    o[3] = narrow(t);
    o[4] = carried(t * 5);
}
