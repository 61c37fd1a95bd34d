// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all -std=c++20 %s
// Allocation functions with a second argument in constant expressions: only that of a place gives
// its argument back [expr.const]/5.
typedef decltype(sizeof 0) size_t;
namespace std {
struct nothrow_t {};
constexpr nothrow_t nothrow;
} // namespace std
void *operator new(size_t, void *p) noexcept;
void *operator new(size_t, const std::nothrow_t &) noexcept;
void *operator new(size_t, int) noexcept;
struct Own {
    constexpr Own() {}
    int v = 3;
    static void *operator new(size_t, size_t);
};
constexpr int f(int which) {
    switch (which) {
    case 0: return new (std::nothrow) int(3) != nullptr;
    case 1: return new (5) int(3) != nullptr;
    case 2: return new (24) Own != nullptr;
    case 3: return ::operator new(4, std::nothrow) != nullptr;
    case 4: return ::operator new(4, 7) != nullptr;
    }
    int i = 0;
    int *p = new (&i) int(3);
    return i + (p == &i) + (::operator new(4, &i) == &i);
}
constexpr int nothrow = f(0); // ERROR: expression must have a constant value
constexpr int number = f(1);  // ERROR: expression must have a constant value
constexpr int own = f(2);     // ERROR: expression must have a constant value
constexpr int call1 = f(3);   // ERROR: expression must have a constant value
constexpr int call2 = f(4);   // ERROR: expression must have a constant value
static_assert(f(5) == 5);
void host() {
    Own *p = new (24) Own;
    int *q = new (5) int(3);
}
