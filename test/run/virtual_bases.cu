// SPDX-License-Identifier: Apache-2.0
// virtual bases: shared subobjects, calls and conversions while they are built and destroyed, thunks,
// covariant results through a virtual base, copies, deletion through a virtual base
// TIMEOUT: 60
// RUN: sh %S/kernel.sh %s buf:i32:96:zero
__device__ int *out;
__device__ int at;
__device__ void note(int x) { out[at++] = x; }

struct Root {
    int r;
    __device__ Root(int i = 1) : r(i) { note(100 + name()); }
    __device__ virtual ~Root() { note(900 + name()); }
    __device__ virtual int name() { return 1; }
    __device__ virtual Root *self() { return this; }
};
__device__ __noinline__ int name_of(Root *p) { return p->name() * 1000 + p->r; }

struct Left : virtual Root {
    int l;
    __device__ Left() : Root(2), l(20) { note(name_of(this)); }
    __device__ ~Left() { note(name_of(this)); }
    __device__ int name() override { return 2 + l; }
    __device__ Left *self() override { return this; }
    __device__ virtual int left() { return l + r; }
};
struct Right : virtual Root {
    short s;
    __device__ Right() : Root(3), s(30) { note(name_of(this)); }
    __device__ ~Right() { note(name_of(this)); }
    __device__ virtual int right() { return s + r; }
};
struct Plain { int p = 7; };
struct Bottom : Right, Left, virtual Plain {
    int b;
    __device__ Bottom(int i) : Root(r0(i)), b(i + this->r) { note(name_of(this)); }
    __device__ Bottom() : Bottom(40) { note(41); } // delegates
    __device__ ~Bottom() { note(name_of(this) + left() + right()); }
    __device__ int name() override { return 5 + b; }
    __device__ Bottom *self() override { return this; }
    __device__ static int r0(int i) { return i * 2; }
};
struct Deep : virtual Bottom {
    using Bottom::Bottom;
    __device__ Deep() : Root(70), Bottom(6) { note(name_of(this)); }
};

__device__ __noinline__ void look(Root &r, Left *l, Right *q) {
    note(r.r + l->l + q->s + l->left() + q->right());
    note(name_of(l));
    note(name_of(q));
    note((char *)r.self() - (char *)&r == (char *)l - (char *)&r);
    note(l->self() == l);
}
__device__ __noinline__ Root *up(Left *l) { return l; } // null stays null

__global__ void k(int *o) {
    out = o;
    at = 0;
    {
        Bottom b;
        look(b, &b, &b);
        note(b.p);
        Bottom c = b;
        c.r = 11, c.l = 12;
        look(c, &c, &c);
        b = c;
        look(b, &b, &b);
    }
    Root *p = new Deep;
    note(name_of(p->self()));
    delete p;
    note(up(nullptr) == nullptr);
    Deep d(8); // Root by its default constructor: the most derived class names none
    int (Left::*f)() = &Left::left;
    note((d.*f)() + name_of(&d));
}
