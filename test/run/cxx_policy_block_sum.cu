// SPDX-License-Identifier: Apache-2.0
// policy classes, member templates, shared storage in a template, dependent types, partial specialization
// RUN: sh %S/kernel.sh %s --grid=2 --block=128 buf:i32:256:iota buf:i32:8:zero
template <class T> struct Plus {
    static constexpr T identity = T(0);
    __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T> struct Max {
    static constexpr T identity = T(-2147483647);
    __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};
template <class T, int N, template <class> class Op> class BlockReduce {
  public:
    struct Storage {
        T lane[N];
    };
    __device__ explicit BlockReduce(Storage &s) : store(s) {}
    template <class F> __device__ T reduce_with(F load) {
        Op<T> op;
        store.lane[threadIdx.x] = load(threadIdx.x);
        __syncthreads();
        for (int w = N / 2; w > 0; w /= 2) {
            if (threadIdx.x < w) store.lane[threadIdx.x] = op(store.lane[threadIdx.x], store.lane[threadIdx.x + w]);
            __syncthreads();
        }
        return store.lane[0];
    }
  private:
    Storage &store;
};
template <int N> __global__ void k(const int *a, int *o) {
    using Sum = BlockReduce<int, N, Plus>;
    using Most = BlockReduce<int, N, Max>;
    __shared__ union {
        typename Sum::Storage sum;
        typename Most::Storage most;
    } shared;
    const int *mine = a + blockIdx.x * N;
    int s = Sum(shared.sum).reduce_with([=](int t) { return mine[t]; });
    __syncthreads();
    int m = Most(shared.most).reduce_with([=](int t) { return (mine[t] * 37) % 101; });
    if (threadIdx.x == 0) o[blockIdx.x * 2] = s, o[blockIdx.x * 2 + 1] = m;
}
template __global__ void k<128>(const int *, int *);
