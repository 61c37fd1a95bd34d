// SPDX-License-Identifier: Apache-2.0
// tables of several bases: a base twice, with one of the copies overridden; arguments and results by
// value through thunks; covariant results that move; primary bases without virtual functions; member
// pointers to and from bases
// TIMEOUT: 60
// RUN: sh %S/kernel.sh %s buf:i32:64:zero
struct A {
    int a;
    __device__ virtual int f() { return a; }
};
struct Over : A {
    __device__ int f() override { return 2 * a; }
};
struct Not : A {};
struct Twice : Over, Not {
    __device__ int both() { return Over::a * 100 + this->Not::a + Not::f() + Over::f(); }
};

struct Big {
    int v[6];
};
struct Counted {
    int n;
    __device__ Counted(int n) : n(n) {}
    __device__ Counted(const Counted &o) : n(o.n + 1) {}
};
struct Pad {
    long long x;
    __device__ virtual int pad() { return 1; }
};
struct B {
    int b;
    __device__ virtual Big by_value(Big g, int i) { return g; }
    __device__ virtual Counted counted(Counted c) { return c; }
    __device__ virtual B *me() { return this; }
    __device__ virtual const B &ref() const { return *this; }
};
struct D : Pad, B {
    int d;
    __device__ Big by_value(Big g, int i) override {
        g.v[i] += d;
        return g;
    }
    __device__ Counted counted(Counted c) override { return Counted(c.n * 10 + d); }
    __device__ D *me() override { return this; }
    __device__ const D &ref() const override { return *this; }
};
struct Shared { int s; };
struct NoFunctions : virtual Shared { int n; }; // a table of offsets only
struct E : NoFunctions, B {
    int e;
    __device__ B *me() override { return nullptr; }
};
struct Members {
    int m;
    __device__ int get(int x) { return m + x; }
    __device__ virtual int v() { return m; }
};
struct Holder : Pad, Members {
    int h;
    __device__ int v() override { return h; }
};
__device__ __noinline__ int call(A *p) { return p->f(); }
__device__ __noinline__ B *me(B *p) { return p->me(); }

__global__ void k(int *o) {
    Twice t;
    t.Over::a = 5, t.Not::a = 7;
    *o++ = call((Over *)&t);
    *o++ = call((Not *)&t);
    *o++ = t.both() + t.Not::f();
    D d;
    d.b = 3, d.d = 4;
    B *b = &d;
    Big g = {1, 2, 3, 4, 5, 6};
    *o++ = b->by_value(g, 2).v[2] + g.v[2];
    *o++ = b->counted(Counted(1)).n;
    *o++ = me(b) == b;
    *o++ = d.me()->d;
    *o++ = &b->ref() == b;
    E e;
    e.s = 8, e.n = 9, e.b = 10;
    *o++ = me(&e) == nullptr;
    Shared *s = &e;
    NoFunctions n = e;
    *o++ = s->s + n.n + n.s;
    Holder h;
    h.m = 1, h.h = 2;
    Members &m = h;
    int Holder::*ph = &Members::m, Members::*pm = static_cast<int Members::*>(&Holder::h);
    int (Holder::*fh)(int) = &Members::get;
    int (Members::*fm)(int) = static_cast<int (Members::*)(int)>(fh);
    int (Members::*vm)() = (int (Members::*)())&Holder::v, (Holder::*vh)() = &Members::v;
    int Holder::*volatile vp = ph;
    *o++ = h.*ph;
    *o++ = m.*pm;
    *o++ = (h.*fh)(10);
    *o++ = (m.*fm)(20);
    *o++ = (m.*vm)() + (h.*vh)();
    *o++ = m.*static_cast<int Members::*>(vp);
}
