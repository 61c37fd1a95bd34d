// RUN: cuprum --syntax-only %s
// What virtual bases and overriders along several paths do not allow.
struct V {
    int v;
    __device__ V(int i = 0) : v(i) {}
    __device__ virtual int f() { return v; }
};
struct A : virtual V { int a; };
struct C : A {};
__device__ int down(V *v) {
    return static_cast<A *>(v)->a; // ERROR: base class "V" of "A" is ambiguous or virtual here
    // ERROR@-1: invalid type conversion
}
__device__ int C::*member = (int C::*)&V::v; // ERROR: base class "V" of "C" is ambiguous or virtual here
__device__ int (A::*method)() = &V::f;       // ERROR: base class "V" of "A" is ambiguous or virtual here

struct L : virtual V { __device__ int f() override; };
struct R : virtual V { __device__ int f() override; };
struct D : L, R {};                                      // ERROR: override of virtual function "int V::f()" in "struct D" is ambiguous: it has no unique final overrider
struct Fine : L, R { __device__ int f() override; };     // it overrides both
struct Left : virtual V { };
struct Dominated : Left, R {};                           // R's f overrides V's, whose only other way is through Left
__device__ void uses() {
    D *d = new D;
    Dominated *o = new Dominated;
    Fine *f = new Fine;
}

struct NoDefault { __device__ NoDefault(int); }; // NOTE: candidate
// NOTE@-1: candidate
// NOTE@-2: candidate
struct X : virtual NoDefault { __device__ X() : NoDefault(1) {} };
struct Y : X { __device__ Y() {} }; // ERROR: no default constructor exists for class "NoDefault"
struct Z : X {};                    // NOTE: is declared here
struct Pure : virtual NoDefault { __device__ virtual void g() = 0; }; // builds no virtual base
struct Concrete : Pure {
    __device__ Concrete() : NoDefault(3) {}
    __device__ void g() override {}
};
__device__ void make() {
    Y y;
    Z z; // ERROR: function "Z::Z()" cannot be referenced
    Concrete c;
}

struct First { __device__ virtual int one(); };
struct Second { __device__ virtual int two() = 0; };
struct Both : First, Second {};
__device__ void abstract() {
    Both b; // ERROR: object of abstract class type "Both" is not allowed
}
