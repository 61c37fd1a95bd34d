// SPDX-License-Identifier: Apache-2.0
// A first program: reductions and scans of cooperative groups.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void all(const int *in, int *sum, int *largest, int *prefix) {
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    int v = in[block.thread_rank()];
    int s = cg::reduce(warp, v, cg::plus<int>());
    int m = cg::reduce(warp, v, cg::greater<int>());
    prefix[block.thread_rank()] = cg::exclusive_scan(warp, v);
    if (warp.thread_rank() == 0) {
        sum[warp.meta_group_rank()] = s;
        largest[warp.meta_group_rank()] = m;
    }
}

int main() {
    const int n = 128;
    int *p;
    cudaMallocManaged(&p, 4 * n * sizeof(int));
    int *in = p, *sum = p + n, *largest = p + 2 * n, *prefix = p + 3 * n;
    for (int i = 0; i < n; i++) in[i] = (i * 37) % 101 - 20;
    all<<<1, n>>>(in, sum, largest, prefix);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = true;
    for (int w = 0; w < n / 32; w++) {
        int s = 0, m = in[32 * w];
        for (int i = 32 * w; i < 32 * w + 32; i++) {
            ok = ok && prefix[i] == s;
            s += in[i];
            m = in[i] > m ? in[i] : m;
        }
        ok = ok && s == sum[w] && m == largest[w];
    }
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
