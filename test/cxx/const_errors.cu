// RUN: cuprum -std c++20 --syntax-only %s
// What is not a constant expression, and the notes that say why.
constexpr int f1(int x) { return 2147483647 + x; } // NOTE: out of range
static_assert(f1(1)); // ERROR: constant value
static_assert(1 / 0); // ERROR: constant value
static_assert(1 << 32); // ERROR: constant value
constexpr int f4() { int x; return x; } // NOTE: uninitialized
static_assert(f4()); // ERROR: constant value
constexpr int f5(int i) { int a[3] = {}; return a[i]; }
static_assert(f5(3)); // ERROR: constant value
static_assert(f5(-1)); // ERROR: constant value
constexpr int f6(const int *p) { return *p; } // NOTE: null pointer
static_assert(f6(nullptr)); // ERROR: constant value
int g7;
static_assert(g7); // ERROR: constant value
int f8();
static_assert(f8()); // ERROR: constant value
constexpr int f9() { const int x = 1; const_cast<int &>(x) = 2; return x; } // NOTE: const type
static_assert(f9()); // ERROR: constant value
constexpr int *f10() { int x = 1; return &x; }
static_assert(*f10()); // ERROR: constant value
constexpr int f11(int n) { return f11(n + 1); } // NOTE: nested too deeply
static_assert(f11(0)); // ERROR: constant value
constexpr int f13() { union { int a; float b; } u{}; u.a = 1; return (int)u.b; } // NOTE: not active
static_assert(f13()); // ERROR: constant value
constexpr int f14() { int *p = new int(1); return *p; }
static_assert(f14()); // ERROR: constant value
constexpr int f15() { int *p = new int(1); delete p; return *p; } // NOTE: outside of its lifetime
static_assert(f15()); // ERROR: constant value
constexpr int f16(int x) { g7 = x; return x; } // NOTE: not local to the evaluation
static_assert(f16(1)); // ERROR: constant value
constexpr int f17(int x) { if (x) return 1; }
static_assert(f17(0)); // ERROR: constant value
constexpr int f18() { int a[2] = {1, 2}; int *p = a + 2; return *p; } // NOTE: past the end
static_assert(f18()); // ERROR: constant value
constexpr int f19() { int a[2] = {}; int *p = a - 1; return 0; } // NOTE: out of bounds
static_assert(f19()); // ERROR: constant value
static_assert((int)1e20); // ERROR: constant value
static_assert(-(-2147483647 - 1)); // ERROR: constant value
struct S25 { int a; constexpr S25() {} };
constexpr S25 v25; // ERROR: constant value
static_assert(v25.a == v25.a);
constexpr int f27(int n) { int *p = nullptr; { int x = n; p = &x; } return *p; }
static_assert(f27(3)); // ERROR: constant value
constexpr int f28(int n) { if (n) return 1; throw n; } // NOTE: exception
static_assert(f28(0)); // ERROR: constant value
