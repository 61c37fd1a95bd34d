// RUN: cuprum --syntax-only %s
// Classes, inheritance, virtuals, unions, bit-fields, friends, members outside, local classes.
#define D __device__
struct Base { int a; D Base(int v) : a(v) {} D virtual ~Base() {} D virtual int f() const { return a; } };
struct Mid : Base { using Base::Base; int b = 4; D int f() const override { return b; } D int g(); };
D int Mid::g() { return a + b; }
struct V3 { float x, y, z; D V3 operator+(const V3 &o) const { return {x + o.x, y + o.y, z + o.z}; }
  D friend V3 operator*(float s, const V3 &v) { return V3{s * v.x, s * v.y, s * v.z}; }
  D float &operator[](int i) { return (&x)[i]; } };
union U { int i; float f; };
struct Anon { int k; union { int i; float f; }; struct { short s, t; } in; D Anon() : k(1), f(2.f) {} };
struct BF { unsigned a : 3, b : 5; int : 0; int c : 7; bool d : 1; };
static_assert(sizeof(BF) == 8, "bf");
static_assert(sizeof(Mid) == 16, "mid");
static_assert(sizeof(Anon) == 12, "anon");
namespace outer { inline namespace v1 { struct S { static const int N = 3; static D int h(int); enum { Q = 9 }; }; }
  D int S::h(int q) { return q + N + Q; } 
  using T = S; }
using namespace outer;
struct Cpy { int arr[3]; V3 v; Anon q; D Cpy &operator=(const Cpy &) = default; };
typedef int (*fp)(int);
D fp pick(bool b) { return b ? &outer::S::h : nullptr; }
D auto ded(int x) -> decltype(x + 1.0) { return x; }
D auto ded2(int x) { if (x) return 1.5f; return 2.5f; }
D V3 glob;
__global__ void k(int *o, V3 v, U u) {
  Mid m(3); Base &b = m;
  o[0] = m.g() + b.f();
  V3 w = v + 2.0f * v; o[1] = w[2];
  Anon an; o[2] = an.k + an.i + an.in.t;
  BF bf{}; bf.c = 3; o[3] = bf.c;
  Cpy c1 = {{1,2,3}, v, an}, c2 = c1; c1 = c2; o[4] = c1.arr[1];
  o[5] = T::h(2) + S::Q + (*pick(true))(4);
  o[6] = ded(3) + ded2(4); 
  struct Loc { int z; D int get() { return z; } } loc = {5}; o[7] = loc.get();
  extern __shared__ float sh[]; __shared__ int s2[32]; sh[0] = s2[1]; glob.x = u.f;
  if (int t = o[8]) o[9] = t;
  for (auto &e : c1.arr) e += 1;
  switch (o[1]) { case S::Q: o[2] = 1; break; default: break; }
}
