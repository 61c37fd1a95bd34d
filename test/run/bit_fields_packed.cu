// SPDX-License-Identifier: Apache-2.0
// Bit-fields of packed classes, runs that end in odd sizes: only their own bytes are touched.
// RUN: sh %S/kernel.sh %s --grid=1 --block=32 buf:i32:64:rand:52 buf:u32:256:zero
#pragma pack(push, 1)
struct Seven {
    int a : 12;
    unsigned b : 20;
    int c : 23; // bytes 4..6, and the class ends there
};
struct Odd {
    char head;
    unsigned long long x : 37;
    long long y : 30; // from bit 45
    char tail;
};
#pragma pack(pop)
struct Neighbours { // b has the byte next to a's three
    unsigned a : 24;
    unsigned char b;
    int c : 9;
    int : 0;
    unsigned d : 5, e : 11;
    unsigned short f;
};
struct Base {
    __device__ Base() {}
    int p : 20;
};
struct Reuses : Base { // its first member lies in Base's tail padding
    __device__ Reuses() {}
    unsigned char q;
};
union U {
    int a : 5;
    unsigned long long b : 41;
};
__device__ Seven seven[3] = {{-5, 77, -4000000}, {1, 2, 3}, {-1, 1048575, -1}};
__global__ void k(const int *x, unsigned *o) {
    __shared__ Seven s[32];
    __shared__ Odd odd[32];
    __shared__ Neighbours n[32];
    __shared__ Reuses r[32];
    int t = threadIdx.x, v = x[t], w = x[t + 32];
    s[t].a = v;
    s[t].b = v >> 3;
    s[t].c = w;
    odd[t].head = v;
    odd[t].tail = w;
    odd[t].x = (unsigned long long)v * 77777u;
    odd[t].y = (long long)w * 33;
    n[t].b = 200;
    n[t].a = v;
    n[t].c = w;
    n[t].f = 0xbeef;
    n[t].e = v >> 7;
    n[t].d = w >> 2;
    r[t].q = 99;
    r[t].p = v;
    U u = {};
    u.b = (unsigned long long)w << 7;
    __syncthreads();
    int p = (t + 1) & 31;
    o[t] = s[p].a + s[p].b * 3 + s[p].c * 7 + seven[t % 3].c + seven[t % 3].b + seven[t % 3].a;
    o[t + 32] = odd[p].head + odd[p].tail * 256 + (unsigned)(odd[p].x >> 5);
    o[t + 64] = (unsigned)odd[p].y;
    o[t + 96] = n[p].a + n[p].b;
    o[t + 128] = n[p].c + n[p].d * 1024 + n[p].e * 65536 + n[p].f;
    o[t + 160] = r[p].p + r[p].q;
    o[t + 192] = u.a + (unsigned)(u.b >> 9);
    o[t + 224] = sizeof(Seven) + 100 * sizeof(Odd) + 10000 * sizeof(Neighbours) + 1000000 * sizeof(Reuses);
}
