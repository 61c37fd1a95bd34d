// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
// The arguments of printf in device code, compared with its format as nvcc 13.0 does.
extern "C" __device__ int printf(const char *, ...);
enum E { e };
enum class Scoped { s };
__device__ int i;
__device__ unsigned u;
__device__ char c;
__device__ long l;
__device__ unsigned long ul;
__device__ long long ll;
__device__ float f;
__device__ double d;
__device__ short s;
__device__ const char *text;
__device__ unsigned char *bytes;
__device__ void *untyped;
__device__ int *ip;
__device__ wchar_t *wide;
#define LOG(format, ...) printf("log: " format "\n", __VA_ARGS__)
__device__ void kinds() {
    printf("%d %i %u %x %X %o", i, u, i, u, c, s);
    printf("%d %d %u", e, Scoped::s, 'c');
    printf("%hd %hhd %hu %hhx", i, i, i, i);
    printf("%ld %lu %lld %llu %zu %zd %jd %td", l, l, ul, ll, ul, l, l, l);
    printf("%lx %p %p", ip, untyped, text);
    printf("%f %g %e %a %lf %F %G %E %A", f, d, f, d, f, d, d, d, d);
    printf("%c %s %s %ls %5.2s|%-3c", 'c', text, bytes, wide, text, 65);
    printf("%*d %.*f %*.*f %05d %+d % d %#x %'d", i, i, i, d, i, i, f, i, i, i, i, i);
    printf("%n %m %%", ip);
    printf("%2$d %1$d", i, u);
    printf("%d", l); // WARNING: argument is incompatible with corresponding format string conversion (expected type "int" but argument has type "long")
    printf("%d", f); // WARNING: (expected type "int" but argument has type "double")
    printf("%d", ip); // WARNING: (expected type "int" but argument has type "int *")
    printf("%d", sizeof i); // WARNING: (expected type "int" but argument has type "unsigned long")
    printf("%u", ul); // WARNING: (expected type "unsigned int" but argument has type "unsigned long")
    printf("%ld", i); // WARNING: (expected type "long" but argument has type "int")
    printf("%llu", u); // WARNING: (expected type "unsigned long long" but argument has type "unsigned int")
    printf("%zu", i); // WARNING: (expected type "unsigned long" but argument has type "int")
    printf("%f", i); // WARNING: (expected type "double" but argument has type "int")
    printf("%Lf", d); // WARNING: (expected type "long double" but argument has type "double")
    printf("%c", l); // WARNING: (expected type "int" but argument has type "long")
    printf("%s", c); // WARNING: (expected type "char *" but argument has type "int")
    printf("%s", untyped); // WARNING: (expected type "char" but argument has type "void")
    printf("%ls", text); // WARNING: (expected type "int" but argument has type "char")
    printf("%p", l); // WARNING: (expected type "void *" but argument has type "long")
    printf("%p", nullptr); // WARNING: (expected type "void *" but argument has type "std::nullptr_t")
    printf("%*d", l, i); // WARNING: (expected type "int" but argument has type "long")
    printf("%1$f", i); // WARNING: (expected type "double" but argument has type "int")
    LOG("%d", f); // WARNING: (expected type "int" but argument has type "double")
    printf("%d %s",
           text, // WARNING: (expected type "int" but argument has type "const char *")
           i); // WARNING: (expected type "char *" but argument has type "int")
}
__device__ void numbers() {
    printf("%d %d", i); // WARNING: the format string requires additional arguments
    printf("100% sure"); // WARNING: the format string requires additional arguments
    printf("%d",
           i,
           i, // WARNING: the format string ends before this argument
           i);
    printf("a\0%d", i); // WARNING: the format string ends before this argument
    printf("%d %y", i, i); // WARNING: invalid format string conversion
    printf("%", i); // WARNING: invalid format string conversion
    printf("%I64d", ll); // WARNING: invalid format string conversion
    printf("%d%", i);
    printf("%y");
}
__device__ void not_literal(const char *format) {
    printf(format, f);
    printf(i ? "%d" : "%f", f);
    const char copy[] = "%d";
    printf(copy, f);
}
template <class T> __device__ void show(T x) {
    printf("%d", x); // WARNING: (expected type "int" but argument has type "double")
    // WARNING@-1: (expected type "int" but argument has type "long")
}
__global__ void k() {
    show(1);
    show(1.0f);
    show(1L);
}
__host__ __device__ void both() {
    printf("%d", f); // WARNING: (expected type "int" but argument has type "double")
}
