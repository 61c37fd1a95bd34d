// SPDX-License-Identifier: Apache-2.0
// range-for over a class with its own iterators; pointer-like operators; sentinel of another type
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
template <class T> struct Strided {
    T *base;
    int count, step;
    struct End {
        int left;
    };
    struct It {
        T *at;
        int left, step;
        __device__ T &operator*() const { return *at; }
        __device__ It &operator++() {
            at += step;
            --left;
            return *this;
        }
        __device__ bool operator!=(End e) const { return left != e.left; }
    };
    __device__ It begin() const { return {base, count, step}; }
    __device__ End end() const { return {0}; }
};
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x, sum = 0;
    for (const int &v : Strided<const int>{a + t % 8, 1 + t % 5, 3}) sum = sum * 7 + v;
    int own[6] = {t, 2, 3, 4, 5, 6};
    for (auto &v : Strided<int>{own, 3, 2}) v *= 10;
    for (int v : own) sum += v;
    o[t] = sum;
}
