// SPDX-License-Identifier: Apache-2.0
// cub: block and warp algorithms in a kernel of the unit.
// RUN: sh %S/kernel.sh %s --kernel=_Z1kPKiPi --grid=1 --block=128 buf:i32:512:rand:5 buf:i32:4096:zero
// REQUIRES: nvcc
// TIMEOUT: 300
#include <cub/cub.cuh>
__global__ void k(const int *in, int *o) {
    using Reduce = cub::BlockReduce<int, 128>;
    using Scan = cub::BlockScan<int, 128>;
    using Sort = cub::BlockRadixSort<unsigned, 128, 4, short>;
    using Load = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using Histo = cub::BlockHistogram<unsigned char, 128, 4, 16>;
    using Warp = cub::WarpReduce<int>;
    __shared__ union {
        typename Reduce::TempStorage reduce;
        typename Scan::TempStorage scan;
        typename Sort::TempStorage sort;
        typename Load::TempStorage load;
        typename Histo::TempStorage histo;
        typename Warp::TempStorage warp[4];
    } t;
    __shared__ unsigned bins[16];
    int i = threadIdx.x, v[4];
    Load(t.load).Load(in, v);
    __syncthreads();
    int sum = Reduce(t.reduce).Sum(v);
    if (!i) o[0] = sum;
    __syncthreads();
    int most = Reduce(t.reduce).Reduce(v[0], cuda::maximum<>{});
    if (!i) o[1] = most;
    __syncthreads();
    int scan[4], total;
    Scan(t.scan).ExclusiveSum(v, scan, total);
    for (int k = 0; k < 4; k++) o[128 + i * 4 + k] = scan[k] ^ total;
    __syncthreads();
    unsigned key[4];
    short val[4];
    unsigned char bin[4];
    for (int k = 0; k < 4; k++) key[k] = v[k], val[k] = i * 4 + k, bin[k] = v[k] & 15;
    Sort(t.sort).Sort(key, val);
    for (int k = 0; k < 4; k++) o[1024 + i * 4 + k] = key[k], o[2048 + i * 4 + k] = val[k];
    __syncthreads();
    Histo(t.histo).Histogram(bin, bins);
    __syncthreads();
    if (i < 16) o[i + 16] = bins[i];
    int w = Warp(t.warp[i / 32]).Sum(v[1]);
    if (i % 32 == 0) o[64 + i / 32] = w;
}
