// SPDX-License-Identifier: Apache-2.0
// Warnings that nvcc gives when they are asked for: the order of initialisers, unreachable statements, kernels without
// bounds, launches without a stream.
// RUN[ON]: cuprum -arch=sm_90 -std=c++17 --syntax-only --check-all --diag-warning=1719,111,20238,20198 %s
// RUN[OFF]: cuprum -arch=sm_90 -std=c++17 --syntax-only --Werror %s
struct Base { __device__ Base() {} };
struct Pair : Base {
    int first, second;
    __device__ Pair() : second(1), first(2) {} // WARNING[ON]: the initialization of member "Pair::first" will be done before that of member "Pair::second"
    __device__ Pair(int) : first(1), Base() {} // WARNING[ON]: the initialization of class "Base" will be done before that of member "Pair::first"
    __device__ Pair(long) : Base(), first(1), second(2) {}
};
__device__ int jumps(int x) {
    switch (x) {
    case 1: return 1;
        x = 2; // WARNING[ON]: statement is unreachable
    case 2: return 3;
        break; // WARNING[ON]: statement is unreachable
    case 3: return 4;
    }
    if (x) return 2; else return 3;
    int unset;
    unset = x; // WARNING[ON]: statement is unreachable
    return unset;
}
__device__ int loops(int x) {
    for (;;) {
        if (x++ > 3) break;
        continue;
        x = 4; // WARNING[ON]: statement is unreachable
    }
    if (0) x = 3; else return 2;
    return x;
}
__global__ void bare(int *o) { *o = Pair().first; } // WARNING[ON]: no __launch_bounds__ specified for __global__ function
__global__ void __launch_bounds__(64) bounded(int *o) { *o = jumps(*o) + loops(*o); }
template <class T> __global__ void pattern(T *o) { *o = 1; } // WARNING[ON]: no __launch_bounds__ specified for __global__ function
int main() {
    bounded<<<1, 32>>>(nullptr); // WARNING[ON]: explicit stream argument not provided in kernel launch
    bounded<<<1, 32, 0, 0>>>(nullptr);
}
