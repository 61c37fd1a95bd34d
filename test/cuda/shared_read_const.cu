// A constant's value read through a reference into dynamic shared memory is read when the kernel runs: whether the array of no bound
// could be a constant is asked, and no error.
// RUN: cuprum run %s --block=32 --shared=128 --print=0:3 buf:i32:32:iota
// CHECK: arg 0: 31 30 29
template <class T> __global__ void reverse(T *p) {
    extern __shared__ char bytes[];
    auto &all = *reinterpret_cast<T(*)[32]>(bytes);
    all[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    const T first = all[31 - threadIdx.x];
    p[threadIdx.x] = first;
}
template __global__ void reverse(int *);
