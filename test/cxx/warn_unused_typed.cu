// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
// #177 of variables at namespace scope whose type has a name, or whose initialiser has brackets:
// where neither the initialisation nor the end does anything.
typedef unsigned u32;
struct P {
    int a, b;
};
template <class T> struct V {
    T t;
};
enum class E { x };
struct Init {
    int x = 3;
};
struct Ctor {
    Ctor();
    Ctor(int) {}
};
struct Dtor {
    ~Dtor() {}
};
struct Constexpr {
    constexpr Constexpr(int x) : y(x) {}
    int y;
};
int ext();
constexpr int two() { return 2; }
P make();
typedef int Arr[3];
static u32 a = 3;             // WARNING: variable "a" was declared but never referenced
static P *b;                  // WARNING: variable "b" was declared but never referenced
static auto c = 1;            // WARNING: variable "c" was declared but never referenced
static int (*d)() = ext;      // WARNING: variable "d" was declared but never referenced
static u32 e = two();         // WARNING: variable "e" was declared but never referenced
static auto f = [] {};        // WARNING: variable "f" was declared but never referenced
static V<int> g;              // WARNING: variable "g" was declared but never referenced
static E h = E::x;            // WARNING: variable "h" was declared but never referenced
static Init i;                // WARNING: variable "i" was declared but never referenced
static Constexpr j(4);        // WARNING: variable "j" was declared but never referenced
static const P k[2] = {};     // WARNING: variable "k" was declared but never referenced
const P l = {1};              // WARNING: variable "l" was declared but never referenced
static __device__ P m;        // WARNING: variable "m" was declared but never referenced
static Arr n = {1};           // WARNING: variable "n" was declared but never referenced
inline static P o;            // WARNING: variable "o" was declared but never referenced
static u32 p(3);              // WARNING: variable "p" was declared but never referenced
static P q(int);              // WARNING: function "q" was declared but never referenced
namespace {
P r; // WARNING: variable "<unnamed>::r" was declared but never referenced
}
static u32 dynamic = ext();
static P call = make();
static P parens(make());
static Ctor ctor;
static Ctor args(1);
static Ctor copy = 1;
static Dtor dtor;
static volatile P changes;
extern const P elsewhere;
inline const u32 merged = 1;
P outside;
const P *pointer;
static P named;
static P &ref = named; // WARNING: variable "ref" was declared but never referenced
