// SPDX-License-Identifier: Apache-2.0
// Complex arithmetic in device code: operands that have effects are evaluated once; results in
// memory, as arguments and results of functions, in classes; integers.
// EACH: -O0, -O1, -O3
// RUN: cuprum run %s %E --kernel=_Z4sumsPCdPd --grid=1 --block=1 --print=1:16 buf:f64:8:iota buf:f64:16:zero
// CHECK: arg 1: -26 42 10 -4 6 8 3 -7 12 1 1 0 36 8 -2 5
// RUN[I]: cuprum run %s %E --kernel=_Z5wholePi --grid=1 --block=1 --print=0:6 buf:i32:6:iota
// I: arg 0: -2 23 3 -2 1 5
typedef __complex__ double C;
__device__ __noinline__ C mul(C a, C b) { return a * b; }
__device__ C twice(C z) { return z + z; }
struct Pair {
    C first;
    _Complex float second;
    __device__ C both() const { return first + second; }
};
// in: 0+1i, 2+3i, 4+5i, 6+7i
__global__ void sums(C *in, double *out) {
    C *o = (C *)out;
    int i = 1;
    o[0] = in[i++] * in[3]; // (2+3i)(6+7i) = -9+32i
    if (i != 2) return;
    o[0] += -17 + 10i;
    o[1] = mul(1i, -4 - 10i);         // 10-4i
    o[2] = twice(in[1] + 1) + 2i;     // 6+8i
    o[3] = ~in[3] - 3;                // 3-7i
    Pair p = {12, 1.0fi};
    o[4] = p.both();
    o[5] = (in[1] == 2.0 + 3i) + 0.0 * (in[1] != 2);
    o[6] = in[3] * in[2] / in[2] * 6 - 34i; // (36+42i)-34i
    C z = in[0];
    z *= z;        // -1
    z -= 1;        // -2
    z += 5i;
    o[7] = z;
}
__global__ void whole(int *p) {
    typedef __complex__ int I;
    I *z = (I *)p;   // 0+1i, 2+3i, 4+5i
    z[0] = z[1] * z[2] + 5 + 1i; // (8-15)+(10+12)i = -7+22i
    z[1] = ~z[1] + 1 + 1i;       // 3-2i
    z[2] = z[2] - 3;
}
