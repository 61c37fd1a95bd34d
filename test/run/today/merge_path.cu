// SPDX-License-Identifier: Apache-2.0
// Two sorted lists become one: each thread finds its diagonal by bisection, then merges eight.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:i32:512:iota buf:i32:512:iota buf:i32:1024:zero i32:512 i32:500
constexpr int EACH = 8;

__device__ int search(const int *a, int na, const int *b, int nb, int diagonal) {
    int low = max(0, diagonal - nb), high = min(diagonal, na);
    while (low < high) {
        const int middle = (low + high) / 2;
        if (a[middle] * 3 <= b[diagonal - 1 - middle] * 2) low = middle + 1;
        else high = middle;
    }
    return low;
}

__global__ void merge(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ out, int na, int nb) {
    const int diagonal = (blockIdx.x * blockDim.x + threadIdx.x) * EACH;
    if (diagonal >= na + nb) return;
    int i = search(a, na, b, nb, diagonal), j = diagonal - i;
#pragma unroll
    for (int k = 0; k < EACH; k++) {
        if (diagonal + k >= na + nb) break;
        const bool left = j >= nb || (i < na && a[i] * 3 <= b[j] * 2);
        out[diagonal + k] = left ? a[i++] * 3 : b[j++] * 2;
    }
}
