// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 --check-all %s
// A note on a template whose deduction failed says which error substitution met.
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <class T> struct NoY { int x; };
template <char N> __device__ void bound(int (&)[N]); // NOTE: candidate template "bound" is ignored because the deduced value does not fit parameter "N": argument of type "unsigned long" is incompatible with template parameter of type "char"
template <int *N> __device__ void pointer(int (&)[N]); // NOTE: argument of type "unsigned long" is incompatible with template parameter of type "int *"
template <class T> __device__ auto narrow(T t) -> decltype(char{t}); // NOTE: substitution failed: invalid narrowing conversion from "int" to "char"
template <class T> __device__ auto member(T t) -> decltype(t.Y); // NOTE: substitution failed: class "NoY<int>" has no member "Y"
template <class T> __device__ auto plus(T t) -> decltype(t + t); // NOTE: substitution failed: no operator "+" matches these operands; operand types are: NoY<int>, NoY<int>
template <class T> __device__ typename T::type type(T t); // NOTE: substitution failed: type "int" is not a class or enumeration
// NOTE@-1: substitution failed: class "NoY<int>" has no member "type"
template <class T> __device__ typename enable_if<sizeof(T) == 1>::type enable(T t); // NOTE: substitution failed: class "enable_if<false, void>" has no member "type"
template <class T> __device__ enable_if_t<sizeof(T) == 1> enable_t(T t); // NOTE: substitution failed: class "enable_if<false, void>" has no member "type"
template <class T, class = enable_if_t<sizeof(T) == 1>> __device__ void unnamed(T t); // NOTE: substitution failed in the default argument of template parameter: class "enable_if<false, void>" has no member "type"
template <class T> __device__ void conflict(T, T); // NOTE: candidate template "conflict" is ignored because deduced conflicting arguments for parameter "T"
template <int N> __device__ int explicit_(int); // NOTE: the explicit argument does not fit parameter "N": a constant is expected for template parameter "N"
struct Wrap {
    template <class U> __device__ auto operator+(U u) -> typename U::type; // NOTE: candidate template "Wrap::operator+" is ignored because substitution failed: type "int" is not a class or enumeration
    template <class U> __device__ auto f(U u) -> typename U::type; // NOTE: candidate template "Wrap::f" is ignored because substitution failed: class "NoY<int>" has no member "type"
};
__device__ int ints[300];
__device__ void uses(Wrap w) {
    bound(ints); // ERROR: no instance of function template "bound"
    pointer(ints); // ERROR: no instance of function template "pointer"
    narrow(4); // ERROR: no instance of function template "narrow"
    member(NoY<int>()); // ERROR: no instance of function template "member"
    plus(NoY<int>()); // ERROR: no instance of function template "plus"
    type(3); // ERROR: no instance of function template "type"
    type(NoY<int>()); // ERROR: no instance of function template "type"
    enable(3); // ERROR: no instance of function template "enable"
    enable_t(3); // ERROR: no instance of function template "enable_t"
    unnamed(3); // ERROR: no instance of function template "unnamed"
    conflict(3, 4.0); // ERROR: no instance of function template "conflict"
    explicit_<int>(3); // ERROR: no instance of function template "explicit_"
    w + 3; // ERROR: no operator "+" matches these operands
    w.f(NoY<int>()); // ERROR: no instance of function template "f"
}
