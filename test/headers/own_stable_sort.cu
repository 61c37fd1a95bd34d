// SPDX-License-Identifier: Apache-2.0
// stable_sort and inplace_merge of our own cuda/std/algorithm: ordered, equal ones in their order, for lengths around the runs'
// and the merges' ends; and no more comparisons than n log n log n.
// RUN: cuprum run %s --no-toolkit -arch=sm_90 -std=c++17 --grid=1 --block=1 --print=0:4 buf:i32:4:zero
// CHECK: arg 0: 0 0 1 0
#include <cuda/std/algorithm>
struct Pair {
    int key, place;
};
__device__ Pair a[1024];
__device__ unsigned next(unsigned x) {
    return x * 1664525u + 1013904223u;
}
__device__ int faults(int n) {
    int bad = 0;
    for (int i = 1; i < n; i++) {
        bool ordered = a[i - 1].key < a[i].key;
        bool stable = a[i - 1].key == a[i].key && a[i - 1].place < a[i].place;
        bad += !ordered && !stable;
    }
    return bad;
}
__global__ void k(int *out) {
    unsigned seed = 1;
    auto less = [](const Pair &x, const Pair &y) { return x.key < y.key; };
    for (int n = 0; n < 140; n++) {
        for (int i = 0; i < n; i++) a[i] = {int((seed = next(seed)) >> 27), i};
        cuda::std::stable_sort(a, a + n, less);
        out[0] += faults(n);

        for (int i = 0; i < n; i++) a[i] = {i < n / 3 ? i / 2 : i - n / 3, i};
        cuda::std::inplace_merge(a, a + n / 3, a + n, less);
        out[1] += faults(n);
    }
    long long compared = 0;
    for (int i = 0; i < 1024; i++) a[i] = {int((seed = next(seed)) >> 16), i};
    cuda::std::stable_sort(a, a + 1024, [&](const Pair &x, const Pair &y) { return compared++, x.key < y.key; });
    out[2] = compared < 1024 * 30;
    out[3] = faults(1024);
}
