// What stands for kernels, launches and variables in the host's half draws no warning, whichever the user asks for and makes an error.
// What NVIDIA's half cannot draw, since cudafe++ prints it anew, is no error either, and of parentheses nothing is said.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// RUN: cuprum nvcc --no-toolkit -arch=sm_90 -std=c++17 --extended-lambda -Xcompiler -Wall,-Wextra,-Wpedantic,-Wcast-qual,-Wold-style-cast \
// RUN:     -Xcompiler -Wuseless-cast,-Wzero-as-null-pointer-constant,-Wshadow,-Wconversion,-Wsign-conversion,-Wcast-align=strict,-Wconditionally-supported \
// RUN:     -Xcompiler -Wpacked,-Wduplicated-branches,-Wlogical-op,-Wnoexcept,-Wctor-dtor-privacy,-Weffc++,-Wextra-semi,-Werror %s -o %t.exe && cuprum exec %t.exe
// RUN[RDC,CHECK]: cuprum nvcc --no-toolkit -rdc=true -arch=sm_90 -std=c++17 --extended-lambda -Xcompiler -Wall,-Wextra,-Wcast-qual,-Wold-style-cast,-Werror %s -o %t.exe && cuprum exec %t.exe
// TIMEOUT: 60
// CHECK: 11 7 2 38 13
// CHECK-NOT: Wparentheses
// CHECK: will be initialized after
// CHECK-NOT: Wparentheses
#include <cstdio>

struct Pair {
    int first;
    short second;
};

namespace inner {
template <class T> __global__ void copy(const T *from, T *to, const unsigned long count) {
    for (unsigned long i = 0; i < count; i++) to[i] = from[i];
}
} // namespace inner

static __device__ int counter = 3;
__constant__ float table[2] = {2, 3};
__managed__ int shared_by_both = 2;

template <class... Ts> __global__ void add(int *out, const Ts... values) { *out = (0 + ... + static_cast<int>(values)); }

// qualifiers of every kind, arrays, functions; a reference needs managed memory and is not launched
__global__ void qualified(const Pair pair, const volatile int number, int *const out, const int (*rows)[2], void (*call)(int), const int list[]) {
    *out = pair.first + number + counter + (rows || call || list ? 1 : 0);
}
template <class T> __global__ void by_reference(const T &value, int *out) { *out = value; }
static __global__ void both(int *out) { *out = shared_by_both + static_cast<int>(table[0] + table[1]); }
template <class F> __global__ void apply(F f, int *out) { *out = f(*out); }
__global__ void whole(const __grid_constant__ Pair pair, int *out) { *out = pair.second; }

// What cudafe++ prints otherwise.
struct Order {
    int last, before;
    Order() : before(1), last(2) {}
};
static bool chain(int a, int b, int c) {
    if (a)
        ;
    typedef int Unused;
    return a <= b == c || a && b || !a == c;
}

int main() {
    int *out = nullptr, at[4] = {};
    if (cudaMalloc(&out, 4 * sizeof(int)) != cudaSuccess) return 1;
    add<<<1, 1>>>(out, 1, 2L, '\4', static_cast<short>(4));
    inner::copy<<<dim3(1), dim3(1), 0, nullptr>>>(out, out + 1, 1UL);
    qualified<<<1, 1>>>(Pair{1, 2}, 3, out + 2, nullptr, nullptr, nullptr);
    whole<<<1, 1>>>(Pair{1, 2}, out + 3);
    if (cudaMemcpy(at, out, sizeof at, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    std::printf("%d %d %d ", at[1], at[2], at[3]);
    both<<<1, 1>>>(out);
    add<<<1, 1>>>(out + 1);
    const int more = 31;
    apply<<<1, 1>>>([=] __host__ __device__(int x) { return x + more; }, out);
    if (chain(1, 2, 1)) apply<<<1, 1>>>([] __device__(int x) { return x + 9; }, out + 1);
    if (cudaMemcpy(at, out, sizeof at, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    std::printf("%d %d\n", at[0], Order().last * 2 + at[1]);
    return 0;
}
