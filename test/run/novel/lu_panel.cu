// SPDX-License-Identifier: Apache-2.0
// A panel of an LU decomposition with pivots: a block of rows, the panel in shared memory, the largest of a column by shuffles.
// RUN: sh %S/../kernel.sh %s --grid=3 --block=64 buf:f64:1536:rand:1 buf:i32:24:zero buf:i32:3:zero i32:64 i32:64
constexpr int NB = 8;
struct Candidate {
    double size;
    int row;
};
__device__ Candidate larger(Candidate a, Candidate b) { return b.size > a.size || (b.size == a.size && b.row < a.row) ? b : a; }
__global__ void panel(double *a, int *pivots, int *info, int m, int lda) {
    extern __shared__ double dynamic[];
    __shared__ double tile[NB][65];
    __shared__ Candidate best[2];
    const int t = threadIdx.x;
    a += static_cast<size_t>(blockIdx.x) * lda * NB;
    for (int j = 0; j < NB; j++)
        if (t < m) tile[j][t] = a[j * lda + t];
    __syncthreads();
    for (int j = 0; j < NB; j++) {
        Candidate c{t >= j && t < m ? fabs(tile[j][t]) : -1., t};
        for (int offset = 16; offset; offset >>= 1) c = larger(c, Candidate{__shfl_xor_sync(~0u, c.size, offset), __shfl_xor_sync(~0u, c.row, offset)});
        if (t % 32 == 0) best[t / 32] = c;
        __syncthreads();
        c = best[0];
        for (unsigned w = 1; w < blockDim.x / 32; w++) c = larger(c, best[w]);
        if (t == 0) {
            pivots[blockIdx.x * NB + j] = c.row + 1;
            if (c.size == 0) info[blockIdx.x] = j + 1;
        }
        if (t < NB && c.row != j) {
            const double was = tile[t][j];
            tile[t][j] = tile[t][c.row];
            tile[t][c.row] = was;
        }
        __syncthreads();
        if (t > j && t < m) {
            const double l = tile[j][t] / tile[j][j];
            tile[j][t] = l;
            for (int k = j + 1; k < NB; k++) tile[k][t] -= l * tile[k][j];
        }
        __syncthreads();
    }
    for (int j = 0; j < NB; j++)
        if (t < m) a[j * lda + t] = tile[j][t];
}
