// SPDX-License-Identifier: Apache-2.0
// Colours for a graph's vertices: the least colour that no neighbour has, found in words of bits; what clashes is done again.
// RUN: sh %S/../kernel.sh %s --grid=1 --block=128 buf:i32:129:iota buf:i32:1024:rand:1 buf:i32:128:zero buf:i32:1:zero i32:128 i32:8
__device__ int first_free(const int *neighbours, int begin, int end, const volatile int *colours, int self, int n) {
    for (int base = 1;; base += 32) {
        unsigned taken = 0;
        for (int e = begin; e < end; e++) {
            const int v = (neighbours[e] & 0x7fffffff) % n;
            if (v == self) continue;
            const int c = colours[v] - base;
            if (c >= 0 && c < 32) taken |= 1u << c;
        }
        if (taken != ~0u) return base + __ffs(~taken) - 1;
    }
}
__global__ void colour(const int *__restrict__ offsets, const int *__restrict__ neighbours, int *colours, int *rounds, int n, int degree) {
    __shared__ int open;
    const int v = threadIdx.x;
    bool mine = v < n;
    for (int round = 0; round < 64; round++) {
        if (v == 0) open = 0;
        __syncthreads();
        int next = 0;
        if (mine) next = first_free(neighbours, offsets[v] * degree, offsets[v + 1] * degree, colours, v, n);
        __syncthreads();
        if (mine) colours[v] = next;
        __syncthreads();
        bool clash = false;
        if (mine)
            for (int e = offsets[v] * degree; e < offsets[v + 1] * degree; e++) {
                const int u = (neighbours[e] & 0x7fffffff) % n;
                if (u < v && colours[u] == next) {
                    clash = true;
                    break;
                }
            }
        __syncthreads();
        if (clash) colours[v] = 0, open = 1;
        mine = clash;
        __syncthreads();
        if (!open) {
            if (v == 0) *rounds = round + 1;
            break;
        }
        __syncthreads();
    }
}
