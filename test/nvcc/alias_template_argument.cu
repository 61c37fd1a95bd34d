// An alias template that only names another is the same template argument to g++, and another to clang [CWG 1286]: names of
// kernels and what is one type follow the host's compiler.
// REQUIRES: g++, clang++, %B/lib/cuprum/libcudart.so.13
// RUN: cuprum nvcc --no-toolkit -std=c++17 -arch=sm_90 --extended-lambda %s -o %t.g && cuprum exec %t.g
// RUN[CLANG]: cuprum nvcc --no-toolkit -ccbin clang++ -std=c++17 -arch=sm_90 --extended-lambda %s -o %t.c && cuprum exec %t.c
// RUN[BUILD]: cuprum build --no-toolkit -std=c++17 -arch=sm_90 --extended-lambda %s -o %t.b && cuprum exec %t.b
// TIMEOUT: 120
// CHECK: same 1 1 1 1 1 1, other 0 0 0 0 0 0, values 1 2 3 4
// CLANG: same 0 0 0 0 0 0, other 0 0 0 0 0 0, values 1 2 3 4
// BUILD: same 1 1 1 1 1 1, other 0 0 0 0 0 0, values 1 2 3 4
#include <cstdio>

template <class T> struct Arena {
    T value;
};
template <class T, class U = int> struct Defaulted {};
template <class... T> struct Pack {};
template <class T, int n> struct Sized {};
struct Outer {
    template <class T> struct Inner {};
    template <class T> using Alias = Inner<T>;
};
template <class X> struct Member {
    template <class T> struct Inner {};
    template <class T> using OfOuter = Arena<T>;
    template <class T> using OfInner = Inner<T>;
};
template <class T> using Default = Arena<T>;
template <class T> using Twice = Default<T>;
template <class T> using Constant = const Arena<T>;
template <class T> using Fixed = Defaulted<T>;
template <class T, class U> using NoDefault = Defaulted<T, U>;
template <class T, class U = int> using SameDefault = Defaulted<T, U>;
template <class T, class U> using Swapped = Defaulted<U, T>;
template <class... T> using PackAlias = Pack<T...>;
template <class T> using One = Pack<T>;
template <class T, int n> using SizedAlias = Sized<T, n>;

template <template <class...> class X> struct Holds {};
template <template <class, int> class X> struct HoldsSized {};
template <class A, class B> constexpr int same = 0;
template <class A> constexpr int same<A, A> = 1;

template <class P, template <class> class Allocator> struct Container {
    Allocator<P> last;
    void fill(int *p, P value);
};
template <class F> __global__ void run(int *p, F f) { *p = f(); }
template <class P, template <class> class Allocator> void Container<P, Allocator>::fill(int *p, P value) {
    last.value = value;
    Allocator<P> copy = last;
    run<<<1, 1>>>(p, [=] __device__ { return (int)copy.value; });
}
template <template <class...> class X> __global__ void take(int *p, int value, Holds<X>) { *p = value; }

int main() {
    int *p;
    cudaMallocManaged(&p, 4 * sizeof *p);
    Container<int, Default>().fill(p, 1);
    Container<float, Arena>().fill(p + 1, 2);
    take<<<1, 1>>>(p + 2, 3, Holds<Twice>());
    take<<<1, 1>>>(p + 3, 4, Holds<Fixed>());
    cudaDeviceSynchronize();
    printf("same %d %d %d %d %d %d, ", same<Holds<Default>, Holds<Arena>>, same<Holds<Twice>, Holds<Arena>>,
           same<Holds<SameDefault>, Holds<Defaulted>>, same<Holds<PackAlias>, Holds<Pack>>,
           same<HoldsSized<SizedAlias>, HoldsSized<Sized>>, same<Holds<Member<int>::OfOuter>, Holds<Arena>>);
    printf("other %d %d %d %d %d %d, ", same<Holds<Constant>, Holds<Arena>>, same<Holds<Fixed>, Holds<Defaulted>>,
           same<Holds<NoDefault>, Holds<Defaulted>>, same<Holds<Swapped>, Holds<Defaulted>>,
           same<Holds<One>, Holds<Pack>>, same<Holds<Member<int>::OfInner>, Holds<Member<int>::Inner>>);
    printf("values %d %d %d %d\n", p[0], p[1], p[2], p[3]);
}
