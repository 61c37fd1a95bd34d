// What launches a kernel and is called by no name of its own: get() of a structured binding, the
// destructor of an object of a namespace, members of a class template whose head has braces.
// RUN: cuprum -std=c++20 -arch=sm_90 %s -o - | grep entry | sort
// CHECK: _Z1kILi1EEvPi
// CHECK: _Z1kILi2EEvPi
// CHECK: _Z1kILi30EEvPi
// CHECK: _Z1kILi31EEvPi
// CHECK: _Z1kILi4EEvPi
// CHECK: _Z1kILi5EEvPi
// CHECK: _Z1kILi60EEvPi
// CHECK: _Z1kILi61EEvPi
template <int N> __global__ void k(int *p) { *p = N; }
template <class T> struct Scope {
    Scope() { k<1><<<1, 1>>>(nullptr); }
    ~Scope() { k<(int)sizeof(T) + 1><<<1, 1>>>(nullptr); }
};
static Scope<char> unused;

namespace std {
template <class T> struct tuple_size;
template <unsigned long, class T> struct tuple_element;
}
struct Free {};
struct Own {
    template <unsigned long I> int get() const { k<60 + I><<<1, 1>>>(nullptr); return 1; }
};
template <unsigned long I> int get(const Free &) { k<30 + I><<<1, 1>>>(nullptr); return 1; }
template <> struct std::tuple_size<Free> { static constexpr int value = 2; };
template <> struct std::tuple_size<Own> { static constexpr int value = 2; };
template <unsigned long I> struct std::tuple_element<I, Free> { typedef int type; };
template <unsigned long I> struct std::tuple_element<I, Own> { typedef int type; };
void bindings() {
    auto [a, b] = Free();
    auto &&[c, d] = Own();
}

template <class T> requires requires { sizeof(T); } struct Guard {
    Guard(T *) { k<4><<<1, 1>>>(nullptr); }
};
void guarded(int *p) { Guard g(p); }

// A template-id that is thrown is the function that it names.
template <int N> void run(int *p) { k<N><<<1, 1>>>(p); }
void thrown() {
    try {
        throw run<5>;
    } catch (void (*f)(int *)) {
    }
}
