// SPDX-License-Identifier: Apache-2.0
// EACH: -O0, -O3
// RUN: cuprum run %s %E --grid=1 --block=1 --print=0:36 buf:i32:36:zero
// CHECK: arg 0: 1 20 3 40 1 6 3 8 9 5 9 5 -1 0 0 0 -1 -1 -1 -1 7 3 7 3 1 1 1 2 0 0 -1 -1 -1 -1 -1 -1
// GNU vectors as conditions: each element is chosen, scalars are taken by every element; `&&` and
// `||` make masks. Both operands are evaluated.
typedef int V __attribute__((vector_size(16)));
typedef float F __attribute__((vector_size(16)));
typedef long L __attribute__((vector_size(16)));
__device__ void put(int *p, V v) {
    for (int i = 0; i < 4; i++) p[i] = v[i];
}
template <class T> __device__ T choose(T c, T a, T b) { return c ? a : b; }
__device__ int count(int &n, int v) {
    n++;
    return v;
}
__global__ void k(int *p) {
    int z = p[0], n = 0;
    V c = {1 + z, z, -1, z}, a = {1, 2, 3, 4}, b = {10, 20, 30, 40};
    F f = {1.f + z, 6.f, 3.f, 8.f}, g = {2.f, 5.f, 4.f, 7.f};
    put(p, choose(c, a, b));
    F most = (g < f) != (V){z, z, z, z} ? f : (F){1.f, 1.f, 3.f, 3.f};
    for (int i = 0; i < 4; i++) p[4 + i] = int(most[i]);
    put(p + 8, c ? 9 : 5);
    put(p + 12, c && (V){1, 1, z, 1});
    put(p + 16, c || (V){z, 1, z, z + 2});
    put(p + 20, c ? (V){7, 7, 7, 7} : 3);
    L l = {1, z}, m = l ? 1L : 2L;
    p[24] = int(m[0]);
    p[25] = choose(l, l, m)[0];
    V both = c ? count(n, 1) : count(n, 2);
    p[26] = both[0];
    p[27] = n;
    put(p + 28, z || a > 2);
    put(p + 32, !z || a);
}
