// SPDX-License-Identifier: Apache-2.0
// initialisation in its forms
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
struct Inner { int x = 3, y; };
struct Outer { Inner in[2]; int z; float w = 1.5f; };
struct Ctor {
    int v;
    __device__ Ctor(int a) : v(a) {}
    __device__ Ctor(std::initializer_list<int> l) : v(0) {
        for (int e : l) v = v * 10 + e;
    }
};
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x;
    Outer p = {{{1, 2}, {t}}, 5}, q{.in = {{4, 5}}, .z = 6};
    int grid[2][3] = {1, 2, 3, 4};
    char text[8] = "abc";
    Ctor c{1, 2, 3}, d(7);
    int zero[4] = {};
    Inner n{};
    o[t] = p.in[0].y + p.in[1].x * 10 + p.in[1].y + p.z + (int)(p.w * 2) + q.in[0].x + q.in[1].x + q.z + grid[1][0] + grid[1][2] + text[1] + text[7] + c.v + d.v + zero[2] + n.x + n.y + a[t];
}
