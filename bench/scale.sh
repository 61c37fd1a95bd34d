#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How the time of `cuprum` grows with the size of one thing: 10, 100, 1000 and 10000 of it, the rest small.
# Processor time in ms, least of three, and how much ten times as many cost in the last step (10: linear).
#   bench/scale.sh [KIND...]      default: all
cuprum=${B:-build}/bin/cuprum
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

# make KIND N: the program on standard output
make() {
    awk -v kind="$1" -v n="$2" '
    function each(format, i) { for (i = 0; i < n; i++) printf format, i, i, i, i }
    function sum(format) { print "__global__ void k(int *p) { int s = 0;"; each(format); print "*p = s; }" }
    BEGIN {
        if (kind == "overloads") { # of one name; ten are called
            each("struct T%d { int v; }; __device__ int f(T%d x) { return x.v + %d; }\n")
            print "__global__ void k(int *p) { int s = 0;"
            for (i = 0; i < 10; i++) printf "s += f(T%d{p[%d]});\n", i * n / 10, i
            print "*p = s; }"
        } else if (kind == "members") { # of one name, defined outside of their class
            each("struct T%d { int v; };\n"); print "struct S {"; each("__device__ int f(T%d x);\n"); print "};"
            each("__device__ int S::f(T%d x) { return x.v + %d; }\n")
            print "__global__ void k(int *p) { S s; *p = s.f(T0{*p}); }"
        } else if (kind == "operators") {
            each("struct T%d { int v; }; __device__ int operator+(T%d x, int y) { return x.v + y; }\n")
            print "__global__ void k(int *p) { *p = T0{*p} + 1; }"
        } else if (kind == "fields") {
            print "struct S {"; each("int f%d;\n"); print "}; __global__ void k(S *p, int *q) {"
            each("q[%d] = p->f%d;\n"); print "}"
        } else if (kind == "packs") {
            print "template <int> struct I {}; template <class... T> struct L { static constexpr int n = sizeof...(T); };"
            print "template <class A, class B> struct Cat; template <class... A, class... B>"
            print "struct Cat<L<A...>, L<B...>> { using type = L<A..., B...>; }; using X = L<int"
            each(", I<%d>"); print ">; __global__ void k(int *p) { *p = Cat<X, X>::type::n; }"
        } else if (kind == "sequences") {
            print "template <class T, T... I> struct S {}; template <unsigned N> using M = S<unsigned, __integer_pack(N)...>;"
            print "template <unsigned... I> __device__ int at(const int *p, S<unsigned, I...>) { const unsigned t[] = {I...}; return t[*p]; }"
            printf "__global__ void k(int *p) { *p = at(p, M<%d>{}); }\n", n
        } else if (kind == "recursion") { # of templates, in steps below the limit of depth
            print "template <int N> struct F { static constexpr int v = F<N - 1>::v + N; };"
            print "template <> struct F<0> { static constexpr int v = 0; }; __global__ void k(int *p) { int s = 0;"
            for (i = 100; i < n; i += 100) printf "s += F<%d>::v;\n", i
            printf "*p = s + F<%d>::v; }\n", n
        } else if (kind == "instances") {
            print "template <int N> __device__ __noinline__ int f(int x) { return x * N; }"; sum("s += f<%d>(p[%d]);\n")
        } else if (kind == "specializations") {
            print "template <int N> struct S { static constexpr int v = 0; };"
            each("template <> struct S<%d> { static constexpr int v = %d; };\n"); sum("s += p[%d] * S<%d>::v;\n")
        } else if (kind == "namespaces") {
            each("namespace n%d { struct A {}; __device__ inline int f(A) { return %d; } }\n"); sum("s += f(n%d::A{});\n")
        } else if (kind == "bases") {
            each("struct B%d { int b%d; };\n"); printf "struct D : B0"
            for (i = 1; i < n; i++) printf ", B%d", i
            print " {}; __global__ void k(D *d, int *p) { *p = d->b1 + d->b" n - 1 "; }"
        } else if (kind == "kernels") {
            each("__global__ void k%d(float *p) { p[threadIdx.x] *= %d.5f; }\n")
        } else if (kind == "variables") {
            sum("int a%d = p[%d]; s = s * 3 + a%d;\n")
        } else if (kind == "enumerators") {
            print "enum E {"; each("e%d = %d,\n"); print "};"; sum("s ^= e%d * p[%d];\n")
        } else if (kind == "cases") {
            print "__global__ void k(int *p) { switch (*p) {"
            for (i = 0; i < n; i++) printf "case %d: *p = %d; break;\n", i * 7, (i * 7919) % 1000
            print "} }"
        } else if (kind == "joins") { # of branches that give one variable its value
            print "__global__ void k(int *p) { int x = 0; switch (*p) {"
            for (i = 0; i < n; i++) printf "case %d: x = %d; break;\n", i * 3, (i * 7919) % 1000
            print "} *p = x; }"
        } else if (kind == "initializers") {
            print "__constant__ int t[] = {"; each("%d,"); print "}; __global__ void k(int *p) { *p = t[*p]; }"
        } else if (kind == "steps") { # of constant evaluation, a hundred each
            print "__device__ constexpr int f(int n) { int s = 0; for (int i = 0; i < n; i++) s ^= i * 3; return s; }"
            printf "__global__ void k(int *p) { constexpr int x = f(%d); *p = x; }\n", n * 10
        } else if (kind == "lambdas") {
            print "template <class F> __device__ int call(F f, int x) { return f(x); }"
            sum("s += call([=](int x) { return x * %d + s; }, p[%d]);\n")
        } else if (kind == "branches") {
            sum("if (p[%d] > %d) { s += p[%d]; __syncthreads(); }\n")
        } else if (kind == "returns") { # early ones
            print "__device__ int f(int x) {"
            for (i = 0; i < n; i++) printf "if (x == %d) return %d;", i + 7, i * i % 77
            print "return 0; } __global__ void k(int *p) { *p = f(*p); }"
        } else if (kind == "conjunctions") {
            printf "__global__ void k(int *p) { *p = 1"; each("\n&& p[%d]"); print "; }"
        } else if (kind == "caselabels") { # of one statement
            printf "__global__ void k(int *p) { switch (*p) {\n"; each("case %d:\n"); print "*p = 1; } }"
        } else if (kind == "printfs") {
            print "#include <stdio.h>\n__global__ void k(int *p) {"; each("printf(\"%%d\", p[%d]);\n"); print "}"
        } else if (kind == "chains") { # of blocks where branches meet, as nested ifs leave them
            print "__global__ void k(int *p) { int x = *p;"
            for (i = 0; i < n; i++) printf "if (x != %d) goto e%d; p[%d] = 1; goto d%d; e%d:\n", i, i, i, i, i
            print "p[0] = 3;"
            for (i = n; i--;) printf "d%d:\n", i
            print "*p = 2; }"
        } else if (kind == "backwards") { # a straight line whose parts stand in the reverse order
            printf "__global__ void k(int *p) { goto l%d;\n", n - 1
            for (i = 1; i < n; i++) printf "l%d: p[%d] = %d; goto l%d;\n", i, i, i, i - 1
            print "l0: ; }"
        } else if (kind == "exits") { # two long ways to one place
            print "__global__ void k(int *p) { int x = *p; if (p[1]) {"
            each("if (x == %d) { p[%d] = %d; goto end; }\n"); print "} else {"
            each("if (x == %d) { p[%d] = -%d; goto end; }\n"); print "} end: *p = 1; }"
        } else if (kind == "templates") { # functions of one name, declared and defined
            each("struct T%d { int v; }; template <class U> __device__ int f(T%d x, U u);\n")
            each("template <class U> __device__ int f(T%d x, U u) { return x.v + u; }\n")
            print "__global__ void k(int *p) { *p = f(T0{*p}, 1); }"
        } else if (kind == "usings") { # using-declarations of one name
            each("namespace n%d { struct T { int v; }; __device__ int f(T x) { return x.v; } } using n%d::f;\n")
            print "__global__ void k(int *p) { *p = f(n0::T{*p}); }"
        } else if (kind == "sums") {
            print "__global__ void k(int *p) { *p = 0"; each("\n+ p[%d]"); print "; }"
        } else if (kind == "elses") {
            print "__global__ void k(int *p) { int x = *p; if (x == 3) p[1] = 1;"
            each("else if (x == %d) p[%d] = %d;\n"); print "}"
        } else if (kind == "loops") {
            print "__global__ void k(int *p, int m) { int s = 0;"
            each("for (int i = 0; i < m; i++) s = s * 3 + p[i + %d];\n"); print "*p = s; }"
        }
    }'
}

ms() { # of the least of three runs
    "$cuprum" -arch=sm_90 "$1" -o "$tmp/o" || exit 1
    for i in 1 2 3; do
        LC_ALL=C bash -c 'TIMEFORMAT="%U %S"; time "$0" -arch=sm_90 "$1" -o "$2"' "$cuprum" "$1" "$tmp/o" 2>&1
    done | awk '{ t = ($1 + $2) * 1000; if (NR == 1 || t < least) least = t } END { print least }'
}

[ $# -gt 0 ] || set -- overloads members operators fields packs sequences recursion instances specializations namespaces bases kernels \
    variables enumerators cases joins initializers steps lambdas branches returns conjunctions caselabels printfs templates usings \
    sums elses chains backwards exits loops
echo "cuprum -O3 with N of a kind, ms             10     100    1000   10000   growth"
for kind; do
    times=
    for n in 10 100 1000 10000; do
        make "$kind" "$n" >"$tmp/$kind.cu"
        times="$times $(ms "$tmp/$kind.cu")"
    done
    echo "$kind $times" | awk '{ printf "%-36s %7d %7d %7d %7d %7.1fx\n", $1, $2, $3, $4, $5, $5 / ($4 ? $4 : 1) }'
done
