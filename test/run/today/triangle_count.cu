// SPDX-License-Identifier: Apache-2.0
// Triangles of a graph: for each edge the sorted neighbours that both ends have, by the shorter list in the longer one.
// RUN: sh %S/../kernel.sh %s --min-sm=80 --grid=4 --block=32 buf:u32:1024:rand:1 buf:i32:1024:zero buf:u64:1:zero buf:i32:64:zero i32:48
__device__ bool linked(const unsigned *seed, int a, int b, int n) {
    return a != b && (seed[(min(a, b) * n + max(a, b)) & 1023] & 3) == 0;
}

__device__ int found(const int *list, int size, int key) {
    int low = 0, high = size;
    while (low < high) {
        const int middle = (low + high) >> 1;
        if (list[middle] < key) low = middle + 1;
        else high = middle;
    }
    return low < size && list[low] == key;
}

__global__ void triangles(const unsigned *seed, int *, unsigned long long *total, int *each, int n) {
    __shared__ int lists[2][64];
    __shared__ int sizes[2];
    unsigned long long sum = 0;
    for (int u = blockIdx.x; u < n; u += gridDim.x) {
        int mine = 0;
        for (int v = u + 1; v < n; v++) {
            if (!linked(seed, u, v, n)) continue;
            __syncthreads();
            if (threadIdx.x < 2) {
                const int from = threadIdx.x ? v : u;
                int size = 0;
                for (int w = 0; w < n; w++)
                    if (linked(seed, from, w, n)) lists[threadIdx.x][size++] = w;
                sizes[threadIdx.x] = size;
            }
            __syncthreads();
            const int small = sizes[0] > sizes[1];
            for (int i = threadIdx.x; i < sizes[small]; i += blockDim.x) {
                const int w = lists[small][i];
                if (w > v) mine += found(lists[small ^ 1], sizes[small ^ 1], w);
            }
        }
        sum += mine;
        const int all = __reduce_add_sync(~0u, mine);
        if (threadIdx.x == 0) each[u] = all;
    }
    if (sum) atomicAdd(total, sum);
}
