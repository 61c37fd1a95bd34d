// What needs no `typename` before C++20: names of the current instantiation, of bases in their list, and what does not
// depend on a parameter of the template.
// RUN: cuprum %s -std=c++17 --check-all -o - | grep entry
namespace n {
struct T_ {
    using type = int;
};
} // namespace n
template <class T> struct A {
    using type = T;
    struct Base {
        int i;
    };
    A<T>::type own;
};
template <class T> struct S : A<T>::Base {
    n::T_::type a;
    A<int>::type b;
    typename A<T>::type c;
    S() : A<T>::Base{1}, a(sizeof(typename A<T>::type)), b(2), c(3) {}
};
template <class T> __global__ void l(S<T> *) {}
template __global__ void l<int>(S<int> *);
// CHECK: _Z1lIiEvP1SIT_E
