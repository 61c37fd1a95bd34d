// RUN: cuprum --syntax-only %s
// Errors of declarations.
#define D __device__
struct A { int x; };
struct A { int y; }; // ERROR: invalid redefinition of "struct A"
D int f(int);
D float f(int); // ERROR: cannot overload functions distinguished by return type alone
D int g() { return 1; }
D int g() { return 2; } // ERROR: "int g()" has already been defined
D unknown_t h(); // ERROR: identifier "unknown_t" is undefined
typedef int T;
typedef float T; // ERROR: invalid redeclaration of type name "T"
D T uses_t;
static_assert(sizeof(int) == 8, "size"); // ERROR: static assertion failed with "size"
static_assert(sizeof(int) == 8); // ERROR: static assertion failed
D int &r; // ERROR: reference variable "r" requires an initializer
D void m(A &a) {
    a.z = 1; // ERROR: class "A" has no member "z"
    nothing(a); // ERROR: identifier "nothing" is undefined
    const int c; // ERROR: const variable "c" requires an initializer
    auto q; // ERROR: cannot deduce the "auto" type of "q"
    int v[-1]; // ERROR: the size of an array must not be negative
    struct I; I i; // ERROR: incomplete type "I" is not allowed
    ns::x = 1; // ERROR: "ns"
}
D int A::none() { return 0; } // ERROR: class "A" has no member "none"
struct V { D virtual int g(); };
struct B : V { D int h() override; }; // ERROR: does not override
struct F final {};
struct G : F {}; // ERROR: a "final" class type cannot be used as a base class
class P { int secret; D P(int); public: D P(); };
D int s(P &p) { return p.secret; } // ERROR: "P::secret" is inaccessible
D P mk() { return P(1); } // ERROR: is inaccessible
struct N { int &ref; D N() {} }; // ERROR: provides no initializer for reference member "ref"
enum E : unsigned char { e1 = 300 }; // ERROR: enumeration value is out of the range
D int two(int a, float a) { return 0; } // ERROR: declaration is incompatible with "a"
__global__ void k(E e) { A a; m(a); s(*(P *)0); B b; G g; N n; }
