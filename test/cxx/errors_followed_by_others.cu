// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 --check-all %s
// After each of these errors the reading goes on: every one is followed by others.
__device__ double no_digits() { return 0x.p1; } // ERROR: invalid floating-point constant
namespace std {
template <class T> struct tuple_size;
template <unsigned long I, class T> struct tuple_element;
}
struct Tuple {
    template <unsigned long I> __device__ int get() const { return 1; }
};
template <> struct std::tuple_size<Tuple> { static constexpr unsigned long value = 2; };
template <> struct std::tuple_element<0, Tuple> { using type = int; };
template <> struct std::tuple_element<1, Tuple> {};
__device__ int tuple(Tuple t) {
    auto [a, b] = t; // ERROR: std::tuple_element or get is missing for structured binding of type "Tuple"
    return a + b;
}
struct Circle { int v; __device__ Circle operator->(); };
__device__ int circle(Circle c) { return c->v; } // ERROR: expressions or statements are nested too deeply
struct Names { struct In {}; template <class T> struct Tm {}; int f; };
__device__ int value1(Names k) { return k.In; } // ERROR: "struct Names::In" is not an expression
__device__ int value2(Names k) { return k.Tm; } // ERROR: "Names::Tm" is not an expression
using Ref = int &;
__device__ int reference() { return Ref(); } // ERROR: an object of reference type "int &" requires an initializer
struct Index { __device__ int operator[](int) const; };
__device__ void va(...);
__device__ int list(int b) {
    b += {1}; // ERROR: a braced initializer list is not allowed here
    Index()[{1}];
    va({1}); // ERROR: a braced initializer list is not allowed here
    va(1, {2}); // ERROR: a braced initializer list is not allowed here
    return undefined_in_list; // ERROR: identifier "undefined_in_list" is undefined
}
using Auto = auto; // ERROR: "auto" is not allowed here
typedef auto Auto2; // ERROR: "auto" is not allowed here
__device__ void type(3) {} // ERROR: expected a type specifier
__device__ int type2(int, +) {} // ERROR: expected a type specifier
__device__ int type3() { return static_cast<3>(3); } // ERROR: expected a type specifier
typedef int Inte;
Inte::x scoped; // ERROR: type "int" is not a class or enumeration
__device__ int scoped2() { return Inte::y; } // ERROR: type "int" is not a class or enumeration
struct Default {
    void f() = default; // ERROR: function "void Default::f()" cannot be defaulted
    Default() = default;
    Default(const Default &) = default;
    Default(int) = default; // ERROR: function "Default::Default(int)" cannot be defaulted
    Default &operator=(Default &&) = default;
    Default &operator=(int) = default; // ERROR: function "Default &Default::operator=(int)" cannot be defaulted
    bool operator==(const Default &) const = default; // ERROR: function "bool Default::operator==(const Default &) const" cannot be defaulted
    ~Default() = default;
};
template <class T> struct DefaultT {
    DefaultT(const DefaultT &) = default;
    DefaultT &operator=(const DefaultT &) = default;
    __device__ void f(T) = default; // ERROR: function "void DefaultT<int>::f(int)" cannot be defaulted
};
__device__ void default_t(DefaultT<int> d) { d = d, d.f(1); }
struct Pair { int a, b; };
__device__ Pair run_time();
__device__ void bindings() {
    auto [a, b] = run_time();
    constexpr const int *p = &a; // ERROR: expression must have a constant value
    // NOTE@-1: the address of a temporary or unnamed object is not a constant
    constexpr int q = a; // ERROR: expression must have a constant value
    // NOTE@-1: attempt to access run-time storage
}
__device__ int referred(int &r) {
    constexpr int z = r; // ERROR: expression must have a constant value
    // NOTE@-1: reference "r" is not initialized by a constant
    return z;
}
constexpr char write() {
    const_cast<char *>("abc")[0] = 'x'; // NOTE: modification of an object that the evaluation did not create
    return 1;
}
constexpr char write1 = write(); // ERROR: expression must have a constant value
constexpr int global = 1;
constexpr long bytes = __builtin_bit_cast(long, &global); // ERROR: expression must have a constant value
// NOTE@-1: the bytes of this object cannot be reinterpreted
struct This {
    int a;
    __device__ int h() {
        constexpr int b = a; // ERROR: expression must have a constant value
        // NOTE@-1: "this" is not known here
        return b;
    }
};
constexpr int early_return() { return ({ return 1; 2; }); } // NOTE: this operation cannot be evaluated at compile time
constexpr int unsupported = early_return(); // ERROR: expression must have a constant value

// templates
template <class T> struct One { T t; };
template <class T, class U> struct One; // ERROR: the template parameter list does not match the one of template "One"
__device__ One<int x; // ERROR: expected a ">"
#define O8(x) One<One<One<One<One<One<One<One<x>>>>>>>>
#define O64(x) O8(O8(O8(O8(O8(O8(O8(O8(x))))))))
__device__ O64(O64(O64(O64(O64(O64(O64(O64(O64(int))))))))) deep; // ERROR: templates are nested too deeply
template <> struct One<int> { int a; };
__device__ One<int> one;
template <> struct One<int> { int b; }; // ERROR: this explicit specialization of "struct One<int>" comes after its instantiation or definition
template <int N> struct Rec { static constexpr int v = Rec<N + 1>::v; }; // ERROR: excessive recursion at instantiation
// ERROR@-1: instantiation refused after excessive recursion
__device__ int rec1 = Rec<0>::v;
__device__ int rec2 = Rec<100000>::v;
template <int N> struct Int {};
__device__ Int<1.5> int15; // ERROR: argument of type "double" is incompatible with template parameter of type "int"
template <class T, class U> struct Ded3 { T t; };
template <class T> Ded3(T, int) -> Ded3<T, int>;
template <class T> Ded3(int, T) -> Ded3<int, T *>;
__device__ void ded3() {
    Ded3 d3(1, 1); // ERROR: deduction of class template arguments of "Ded3" is ambiguous
    undefined_in_ded3; // ERROR: identifier "undefined_in_ded3" is undefined
}
__host__ __global__ void space1() {} // ERROR: attributes __global__ and __host__ cannot be used together
__shared__ __constant__ int space2; // ERROR: attributes __shared__ and __constant__ cannot be used together
__device__ __global__ void space3() {} // ERROR: attributes __global__ and __device__ cannot be used together
