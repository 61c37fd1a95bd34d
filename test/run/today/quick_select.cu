// SPDX-License-Identifier: Apache-2.0
// The k-th smallest of a row by splitting around a pivot: ballots say where the smaller and the larger ones go.
// RUN: sh %S/../kernel.sh %s --grid=3 --block=32 buf:u32:768:rand:1 buf:u32:768:zero buf:u32:3:zero i32:256 i32:100
__global__ void select(unsigned *__restrict__ rows, unsigned *__restrict__ spare, unsigned *__restrict__ result, int count, int k) {
    __shared__ int low, high, equal;
    unsigned *from = rows + blockIdx.x * count, *to = spare + blockIdx.x * count;
    const int lane = threadIdx.x & 31;
    const unsigned below = (1u << lane) - 1;
    int n = count;
    for (;;) {
        const unsigned pivot = from[n / 2];
        if (threadIdx.x == 0) low = 0, high = 0, equal = 0;
        __syncthreads();
        for (int i = threadIdx.x; i - lane < n; i += blockDim.x) {
            const unsigned v = i < n ? from[i] : pivot;
            const unsigned less = __ballot_sync(~0u, i < n && v < pivot), more = __ballot_sync(~0u, i < n && v > pivot);
            const unsigned same = __ballot_sync(~0u, i < n && v == pivot);
            int left = 0, right = 0;
            if (lane == 0) {
                left = atomicAdd(&low, __popc(less));
                right = atomicAdd(&high, __popc(more));
                atomicAdd(&equal, __popc(same));
            }
            left = __shfl_sync(~0u, left, 0);
            right = __shfl_sync(~0u, right, 0);
            if (i < n && v < pivot) to[left + __popc(less & below)] = v;
            if (i < n && v > pivot) to[n - 1 - right - __popc(more & below)] = v;
        }
        __syncthreads();
        const int smaller = low, mid = equal;
        __syncthreads();
        if (k < smaller) {
            n = smaller;
        } else if (k < smaller + mid) {
            if (threadIdx.x == 0) result[blockIdx.x] = pivot;
            return;
        } else {
            k -= smaller + mid;
            to += smaller + mid;
            from += smaller + mid;
            n -= smaller + mid;
        }
        unsigned *const other = from;
        from = to;
        to = other;
    }
}
