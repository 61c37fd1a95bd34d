// SPDX-License-Identifier: Apache-2.0
// What every program with launches begins with (gen_launch.c).
#ifndef LAUNCH_TEXT_H
#define LAUNCH_TEXT_H

static const char launch_prologue[] =
    "#include <cstdio>\n"
    "template <bool B, class T = void> struct enable_if { };\n"
    "template <class T> struct enable_if<true, T> { using type = T; };\n"
    "template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;\n"
    "template <class T, class U> struct is_same { static constexpr bool value = false; };\n"
    "template <class T> struct is_same<T, T> { static constexpr bool value = true; };\n"
    "template <class T> struct same { using type = T; };\n"
    "int abs_of(int x) { return x < 0 ? -x : x; }\n"
    "template <class T> __device__ auto value_of(T &t, int) -> decltype((int)t()) { return "
    "(int)t(); }\n"
    "template <class T> __device__ int value_of(T &t, long) { return (int)t; }\n"
    "template <class T> __device__ int value(T t) { return value_of(t, 0); }\n"
    "struct functor { int v; __host__ __device__ int operator()() const { return v; } };\n"
    "template <class F> struct box { F f; __device__ int operator()() { return value(f); } };\n"
    "template <class F> box<F> make_box(F f) { return {f}; }\n"
    "template <class F, class G> struct pair_of { F a; G b; __device__ int operator()() { return "
    "value(a) + value(b); } };\n"
    "template <class F, class G> pair_of<F, G> make_pair_of(F f, G g) { return {f, g}; }\n"
    "template <class F, class G> F first_of(F f, G) { return f; }\n"
    "template <class F> F pass(const F &f) { return f; }\n"
    "#if __cplusplus > 201703L\n"
    "struct text { char s[8] = {}; template <unsigned N> constexpr text(const char (&t)[N]) { for "
    "(unsigned i = 0; i < N; i++) s[i] = t[i]; } };\n"
    "#endif\n"
    "template <class... P> void launch_by(void (*k)(P...), typename same<P>::type... p) { "
    "k<<<1, 1>>>(p...); }\n"
    "template <class... P> void launch_at(const void *k, void (*)(P...), typename "
    "same<P>::type... p) { void *at[] = {(void *)&p..., nullptr}; cudaLaunchKernel(k, dim3(1), "
    "dim3(1), at, 0, nullptr); }\n"
    "int *slot(int i) { static int *at; if (!at) { cudaMalloc(&at, 256 * sizeof(int)); "
    "cudaMemset(at, 0xff, 256 * sizeof(int)); } return at + i; }\n"
    "void check(int i, int expected, const char *what) { int v = -2; cudaError_t e = "
    "cudaMemcpy(&v, slot(i), sizeof v, cudaMemcpyDeviceToHost); cudaError_t l = "
    "cudaGetLastError(); if (v != expected || e || l) printf(\"%d: %d for %d, %s: %s\\n\", i, v, "
    "expected, cudaGetErrorName(l), what); }\n";

#endif
