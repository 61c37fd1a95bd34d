// SPDX-License-Identifier: Apache-2.0
// clang++ as the host's compiler: which closure it means by a number, the places of lambdas tell.
// REQUIRES: clang++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -ccbin clang++ -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// RUN[LAMBDA]: cuprum build --no-toolkit -ccbin clang++ -arch=sm_90 --extended-lambda -DLAMBDA %s -o %t.exe && cuprum exec %t.exe
// CHECK: 3 7
// LAMBDA: 14 6 15 1 2 4 8
#include <cstdio>
template <class F> __global__ void k(int *p, F f) {
    *p = f(*p);
}
struct Next {
    __device__ int operator()(int x) const {
        return x + 1;
    }
};
template <class F, class G> __global__ void both(int *p, F f, G g) {
    *p = g(f(*p));
}
#ifdef LAMBDA
template <class T> void in_template(int *p, T v) {
    k<<<1, 1>>>(p, [=] __device__(int) { return (int)v; });
}
#endif
namespace {
__global__ void set(int *p, int v) {
    *p = v;
}
} // namespace
int main() {
    int *p;
    cudaMallocManaged(&p, 2 * sizeof(int));
    p[0] = 2;
    k<<<1, 1>>>(p, Next());
    set<<<1, 1>>>(p + 1, 7);
#ifdef LAMBDA
    int three = 3, *more;
    cudaMallocManaged(&more, 4 * sizeof(int));
    auto twice = [] __device__(int x) { return x * 2; }; auto add = [=] __device__(int x) { return x + three; };
    both<<<1, 1>>>(p + 1, twice, add); // not in the order in which they are written, and on one line
    cudaDeviceSynchronize();
    printf("%d ", p[1] - 3);
    p[1] = 6;
    both<<<1, 1>>>(p, add, twice);
    cudaDeviceSynchronize();
    printf("%d %d ", p[0] - 6, p[1] + 9);
    auto outer = [=](int *q) {
        k<<<1, 1>>>(q, [] __device__(int) { return 1; });
        k<<<1, 1>>>(q + 1, [=] __device__(int) { return three - 1; });
    };
    outer(more);
    in_template(more + 2, 4);
    in_template(more + 3, 8L);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", more[0], more[1], more[2], more[3]);
    return 0;
#endif
    cudaDeviceSynchronize();
    printf("%d %d\n", p[0], p[1]);
}
