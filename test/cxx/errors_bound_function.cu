// `o.*p` and `o.f` of a member function can only be called [expr.mptr.oper]/6: as a value, discarded,
// bound, deduced from; in constant expressions too (the first crashed).
// RUN: cuprum --syntax-only --check-all %s
struct B {
    int b;
    __host__ __device__ constexpr int get() const { return b; }
};
constexpr B one{1};
constexpr int (B::*mf)() const = &B::get;
static_assert((one.*mf) != 13, ""); // ERROR: a member function of an object may only be called
static_assert((one.*mf), "");       // ERROR: a member function of an object may only be called
static_assert((one.*mf)() == 1, "");
constexpr auto x = one.*mf; // ERROR: a member function of an object may only be called
__global__ void k(int *p, int (B::*q)() const) {
    B s{1};
    *p = (s.*q)() + (s.get)();
    (s.*q);               // ERROR: a member function of an object may only be called
    s.*q, 1;              // ERROR: a member function of an object may only be called
    auto y = s.*q;        // ERROR: a member function of an object may only be called
    auto &r = s.*q;       // ERROR: a member function of an object may only be called
    auto z = s.get;       // ERROR: may only be used to call the function
    *p = (s.*q) ? 1 : 2;  // ERROR: a member function of an object may only be called
    if (s.*q) *p = 1;     // ERROR: a member function of an object may only be called
}
