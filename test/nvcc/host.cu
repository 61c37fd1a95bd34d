// What the host's half makes of code that the host's compiler would not take, without a warning.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// RUN: cuprum nvcc --no-toolkit -arch=sm_90 --extended-lambda -Xcompiler -Wall,-Wextra,-Werror %s -o %t.exe && cuprum exec %t.exe
// TIMEOUT: 60
// EXPECT:
// blank 3, alias 4 8, friend 5, specialised 7, inline 8, lambda 9, shadow 6, operator <<
#include <cstdio>
#include <type_traits>

static __device__ __noinline__ int unused_by_host(int used, int not_used) { return used; }
__forceinline__ __device__ int helper(int a) { return unused_by_host(a, 1); }
__device__ static int counter;
static __constant__ int never_read_by_host[2] = {1, 2};

// An alias named as what it stands for [basic.scope.class].
template <class T, int N> struct Store {
    T at[N];
};
namespace outer {
template <class T, int N> struct Load {
    T at[N];
};
struct User {
    using Store = Store<char, 4>;
    typedef Load<short, 4> Load;
    template <class T> using Other = Load;
    static int sizes() { return (int)sizeof(Store) * 10 + (int)sizeof(Load); }
};
}

template <class T> __global__ void plain(T *p, T value) { *p = value + never_read_by_host[0] - 1; }
template <class T> __global__ void declared_before(T *p);
template <class T> __global__ void declared_before(T *p) { *p = (T)helper(8); }
template <class T> struct Owner {
    template <class U> friend __global__ void of_friend(U *p, Owner<U> o);
    explicit Owner(T v) : value(v) {}

  private:
    T value;
};
template <class U> __global__ void of_friend(U *p, Owner<U> o) { *p = o.value; }
template <class T> __global__ void special(T *p) { *p = 0; }
template <> __global__ void special<int>(int *p) { *p = 7; }
template __global__ void plain<float>(float *, float);
template <class F> __global__ void call(int *p, F f) { *p = f(); }

// A device variable's constructor and destructor are called for its shadow: they do nothing.
struct Guarded {
    int value;
    __device__ Guarded() {}
    __device__ ~Guarded() {}
};
__device__ Guarded guarded;
__global__ void touch(int *p) { guarded.value = 6, *p = guarded.value; }

struct Out {
    template <class T> int operator<<(T) const { return 1; }
};

static int take(int *p) {
    int x;
    cudaMemcpy(&x, p, sizeof x, cudaMemcpyDeviceToHost);
    return x;
}

int main() {
    int *p;
    cudaMalloc(&p, sizeof *p);
    plain << < 1, 1 >> > (p, 3);
    std::printf("blank %d", take(p));
    std::printf(", alias %d %d", outer::User::sizes() / 10, outer::User::sizes() % 10);
    of_friend<<<1, 1>>>(p, Owner<int>(5));
    std::printf(", friend %d", take(p));
    special<<<1, 1>>>(p);
    std::printf(", specialised %d", take(p));
    declared_before<<<1, 1>>>(p);
    std::printf(", inline %d", take(p));
    int nine = 9;
    call<<<1, 1>>>(p, [=] __device__() { return nine; });
    std::printf(", lambda %d", take(p));
    cudaMemcpyToSymbol(counter, &nine, sizeof nine);
    touch<<<1, 1>>>(p);
    std::printf(", shadow %d", take(p));
    std::printf(", operator %s\n", Out().operator<< <int>(1) ? "<<" : "");
}
