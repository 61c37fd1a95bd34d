// SPDX-License-Identifier: Apache-2.0
// A lattice's hopping term: 3x3 complex matrices of links times colour vectors of the neighbours in four directions, both ways.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=64 buf:f32:18432:rand:1 buf:f32:1536:rand:2 buf:f32:1536:zero i32:4 i32:4
struct Complex { float re, im; };
__device__ void add(Complex &a, Complex b, Complex c) {
    a.re += b.re * c.re - b.im * c.im;
    a.im += b.re * c.im + b.im * c.re;
}
__device__ void sub_conj(Complex &a, Complex b, Complex c) {
    a.re -= b.re * c.re + b.im * c.im;
    a.im -= b.re * c.im - b.im * c.re;
}
__global__ void dslash(const Complex *__restrict__ links, const Complex *__restrict__ in, Complex *__restrict__ out, int L, int LT) {
    const int site = blockIdx.x * blockDim.x + threadIdx.x, volume = L * L * L * LT;
    if (site >= volume) return;
    int x[4];
    x[0] = site % L;
    x[1] = site / L % L;
    x[2] = site / (L * L) % L;
    x[3] = site / (L * L * L);
    Complex sum[3] = {};
#pragma unroll
    for (int mu = 0; mu < 4; mu++) {
        const int size = mu == 3 ? LT : L;
        int stride = 1;
        for (int k = 0; k < mu; k++) stride *= L;
        const int forward = x[mu] == size - 1 ? site - (size - 1) * stride : site + stride;
        const int backward = x[mu] == 0 ? site + (size - 1) * stride : site - stride;
#pragma unroll
        for (int i = 0; i < 3; i++)
#pragma unroll
            for (int j = 0; j < 3; j++) {
                add(sum[i], links[(mu * 9 + i * 3 + j) * volume + site], in[j * volume + forward]);
                sub_conj(sum[i], links[(mu * 9 + j * 3 + i) * volume + backward], in[j * volume + backward]);
            }
    }
    for (int i = 0; i < 3; i++) out[i * volume + site] = sum[i];
}
