# Uses of managed variables in relocatable code, where each unit's own: the host's half asks for their places in functions
# and initialisers, and lets what else has their names alone. And in whole programs.
# REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
# RUN: sh %s %t
# TIMEOUT: 120
# CHECK: 3 3 3 4 4 5
# CHECK: 8 1 6 4
# CHECK: 5 5 10 8 4
# CHECK: 1 4 3 2 3 6
# CHECK: 98 100 6 6 5 101 8
# CHECK: 8 3 3 1 6 3 4
# CHECK: 2.5 -2.5 3.5 3 8 3
# CHECK: other order: 7
# CHECK: names: 3 5 3 4 9 1 2
# CHECK: whole: 2 3 5 8 2 2
rm -rf "$1.d" && mkdir "$1.d" && cd "$1.d" || exit 1
unset NVCC_APPEND_FLAGS NVCC_PREPEND_FLAGS
nvcc() { cuprum nvcc --no-toolkit -Xcompiler -Wall,-Wextra,-Werror "$@"; }
cat >share.h <<'X'
#pragma once
#include <cstdio>
#include <algorithm>
struct Pair { int a, b; };
extern __managed__ int counter, table[3];
extern __managed__ Pair pair;
namespace deep { namespace er { extern __managed__ double value; } extern __managed__ int *chain; }
int touch();
int left();
inline int in_header() { return counter + 1; }
template <class T> T twice(T x) { return x * 2 + table[1]; }
X
cat >def.cu <<'X'
#include "share.h"
__managed__ int counter = 3, table[3] = {1, 2, 3};
__managed__ Pair pair = {4, 5};
namespace deep { namespace er { __managed__ double value = 2.5; } __managed__ int *chain; }
static __managed__ int own = 7;
namespace { __managed__ int hidden = 8; namespace in { __managed__ int deeper = 9; } }
namespace named { static __managed__ int own = 70; }
__global__ void work() { counter++; table[2] *= 2; pair.b++; deep::er::value *= 2; own++; hidden++; in::deeper++; named::own++; deep::chain = &own; }
int touch() { work<<<1, 1>>>(); cudaDeviceSynchronize(); return own + hidden + in::deeper + named::own; }
int left() { return own; }
X
cat >use.cu <<'X'
#include "share.h"
struct Reader {
    int seen = counter;
    int *at{&counter};
    int second;
    Reader() : second(table[2]) {}
    int operator()(int x) const { return x + counter; }
    Reader &operator=(int x) { counter = x; return *this; }
    static int count() { return pair.a; }
    template <class T = int> T get() const noexcept { return T(pair.b); }
};
struct Braced : Reader { int x; Braced() : Reader{}, x{pair.b} { x += counter; } };
enum Names { first_name, counter_name };
namespace other { int counter = 5; int f(int counter) { return counter; } int g() { int table[2] = {1, 2}; return table[0] + counter; } }
struct Shadow { int counter; void set(int counter, int *table) { this->counter = counter + *table; } Shadow(int counter) : counter(counter) {} int get() { return counter; } };
constexpr int cells = sizeof(table) / sizeof table[0];
constexpr int size() { return sizeof(counter); }
template <int N> int plus() { return counter + N; }
auto closure = [](int x) { return x + counter; };
auto short_closure = [] { return table[0]; };
int (*pointer)() = Reader::count;
int tried() try { return counter; } catch (...) { return 0; }
auto trailing() -> int { return deep::er::value; }
static_assert(sizeof(counter) == 4 && cells == 3 && size() == 4, "");
static int local() { static int kept = counter; return kept; }
__global__ void kernel(int *p) { *p += counter; }
__host__ __device__ int both() { return counter * 2; }
__managed__ int cell;
int raw, other_raw = 3;
Braced early;
int before = counter, *begin = table, *third = &table[2], list[] = {counter, table[0], pair.a};
double dv = deep::er::value, ndv = -deep::er::value, sum = 1.0 + deep::er::value;
int summed(counter), called = twice(counter), second_called = std::max(1, counter);
int main() {
    Reader r;
    Braced b;
    cell = 1;
    std::printf("%d %d %d %d %d %d\n", r.seen, *r.at, r.second, r(1), Reader::count(), r.get());
    std::printf("%d %d %d %d\n", b.x, other::f(1), other::g(), in_header());
    Shadow s(3);
    int t = 4;
    s.set(1, &t);
    std::printf("%d %d %d %d %d\n", s.get(), s.counter, twice(4), plus<5>(), closure(1));
    std::printf("%d %d %d %d %d %d\n", short_closure(), pointer(), tried(), trailing(), local(), both());
    int n = touch();
    r = 100;
    kernel<<<1, 1>>>(&cell);
    cudaDeviceSynchronize();
    std::printf("%d %d %d %d %g %d %d\n", n, counter, table[2], pair.b, deep::er::value, cell, left());
    std::printf("%d %d %d %d %d %d %d\n", early.x, early.seen, before, *begin, *third, list[0], list[2]);
    std::printf("%g %g %g %d %d %d\n", dv, ndv, sum, summed, called, second_called);
}
X
cat >mem.cu <<'X'
#include <cstdio>
extern "C" __managed__ int c;
extern "C" { __managed__ int c = 2; }
extern "C" int d_in_c();
__managed__ int after, before = 9;
int function() { extern __managed__ int late; return late; }
__managed__ int late = 5;
namespace q {
struct late { int v; };
int g(late &x) { return x.v; }
int h(late *x, int (*after)(int), int) { return x->v + after(1); }
enum { zero, before, past };
enum F { f0 = 1, after };
int k(late);
}
int id(int x) { return x; }
int table(int (*after)(int) = id, int n = before, int (*before)[2] = nullptr) { (void)before; return after(n); }
struct H { int (*after)(int); int y = after ? 1 : 2; };
__global__ void kern() { after = 1; c++; }
int main() { kern<<<1, 1>>>(); cudaDeviceSynchronize(); q::late l{3}; std::printf("%d %d %d %d %d %d %d\n", c, function(), q::g(l), q::h(&l, id, 0), table(), after, q::past); }
X
cat >whole.cu <<'X'
#include <cstdio>
extern __managed__ int a;
__managed__ int a = 1;
extern "C" { __managed__ int c = 4; }
static __managed__ int b = 2;
namespace { __managed__ int d = 7; }
int *at = &a, seen = b;
__global__ void k() { a++; b++; c++; d++; }
int main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); printf("%d %d %d %d %d %d\n", a, b, c, d, *at, seen); }
X
nvcc -dc def.cu use.cu && nvcc use.o def.o -o first && cuprum exec ./first
nvcc def.o use.o -o second && echo "other order: $(cuprum exec ./second | wc -l)"
nvcc -rdc=true mem.cu -o mem && echo "names: $(cuprum exec ./mem)"
nvcc whole.cu -o whole && echo "whole: $(cuprum exec ./whole)"
