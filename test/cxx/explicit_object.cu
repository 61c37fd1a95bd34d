// SPDX-License-Identifier: Apache-2.0
// Explicit object parameters [dcl.fct]/6: calls, deduction, operators, lambdas, addresses, names.
// RUN: cuprum %s -std=c++23 -O0 -o %t.ptx && cuprum run %t.ptx --kernel=_Z1kPi --grid=1 --block=1 --print=0:12 buf:i32:12:zero
// CHECK: 5 9 12 3 21 15 8 1 24 7 40 6
// RUN[NAMES]: cuprum %s -std=c++23 -O0 -o -
// NAMES-DAG: _ZNH4Pair3sumERS_i(
// NAMES-DAG: _ZNH4Pair4copyES_(
// NAMES-DAG: _ZNH4Base3getI7DerivedEEiRKT_(
// RUN[WRONG]: cuprum %s -std=c++23 --syntax-only --check-all -DWRONG
// RUN[OLD]: cuprum %s -std=c++20 --syntax-only --check-all -DOLD
#ifdef OLD
struct Old {
    int f(this Old o); // ERROR[OLD]: explicit object parameters need C++23
};
#else
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;

struct Pair {
    int a, b;
    __device__ int sum(this Pair &self, int more);
    __device__ int copy(this Pair self) { return self.a *= 3; }
    template <class Self> __device__ auto &&first(this Self &&self) { return self.a; }
    __device__ int operator()(this const Pair &p, int x, int y = 4) { return p.b * x + y; }
    __device__ int operator[](this const Pair &p, int i, int j) { return i ? p.a + j : p.b + j; }
    __device__ bool operator==(this Pair x, Pair y) { return x.a == y.a; }
    __device__ int operator-(this Pair x) { return -x.a; }
    __device__ operator int(this const Pair &p) { return p.a * 10; }
    __device__ int inner() { return sum(1) + copy(); }
    constexpr int twice(this Pair p) { return 2 * (p.a + p.b); }
};
__device__ int Pair::sum(this Pair &self, int more) {
    self.b += more;
    return self.a + self.b;
}
static_assert(Pair{3, 4}.twice() == 14);
static_assert(same<decltype(&Pair::sum), int (*)(Pair &, int)>);

struct Base {
    template <class T> __device__ int get(this const T &t) { return t.x; }
};
struct Derived : Base {
    int x;
};

__global__ void k(int *p) {
    Pair s{4, 0};
    p[0] = s.sum(1);
    p[1] = s.inner() - 9; // 4 + 2 + 12 - 9
    p[2] = s.copy();
    s.first() = 3;
    p[3] = s.first();
    p[4] = s(9) - 1;       // 2 * 9 + 4 - 1
    p[5] = s[1, 9] + s[0, 1]; // 12 + 3
    int (*f)(Pair &, int) = &Pair::sum;
    p[6] = f(s, 3);
    p[7] = s == Pair{3, 1};
    int factor = 4;
    auto fact = [factor](this auto self, int n) -> int { return n ? n * self(n - 1) : factor; };
    p[8] = fact(3);
    Derived d;
    d.x = 7;
    p[9] = d.get();
    Pair q{4, 4};
    p[10] = q;
    auto plain = [](int x) static { return x + 1; };
    p[11] = plain(8) + -s;
}

#ifdef WRONG
struct W {
    int v;
    static int a(this W);      // ERROR[WRONG]: an explicit object parameter is for a member function that is neither static nor virtual and has no qualifiers
    virtual int b(this W);     // ERROR[WRONG]: an explicit object parameter is for a member function
    int c(this W) const;       // ERROR[WRONG]: an explicit object parameter is for a member function
    int d(this W w) { return v; } // ERROR[WRONG]: a nonstatic member reference must be relative
    int e(this W w) { return this->v; } // ERROR[WRONG]: "this" may only be used inside
    int g(this W &w);
};
int h(this int x); // ERROR[WRONG]: an explicit object parameter is for a member function
int i(const W w) {
    return w.g(); // ERROR[WRONG]: the object has type qualifiers
}
#endif
#endif
