// SPDX-License-Identifier: Apache-2.0
// GNU's complex numbers as arithmetic types: literals, conversions, operators, constants, names, and
// what is refused.
// RUN: cuprum %s --syntax-only --check-all -w
// RUN[WRONG]: cuprum %s --syntax-only --check-all -w -DWRONG
// RUN[NAMES]: cuprum %s -w -o -
// NAMES: .entry _Z1kPCfPCiCd(
typedef __complex__ double C;
typedef _Complex float F;
typedef __complex__ int I;
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;

static_assert(same<decltype(1.0i), C> && same<decltype(1.0fi), F> && same<decltype(2i), I>);
static_assert(sizeof(C) == 16 && alignof(C) == 8 && sizeof(F) == 8 && alignof(F) == 4);

// [expr.arith.conv], as for the parts
static_assert(same<decltype(C() * 1.0f), C> && same<decltype(F() * 1.0), C>);
static_assert(same<decltype(I() + 1.5f), F> && same<decltype(F() + I()), F>);

constexpr C a = {1, 2}, b = 3.0 + 4.0i;
constexpr C product = a * b, quotient = b / a, inverse = 1 / a, scaled = 2 * a;
static_assert(__real__ product == -5 && __imag__ product == 10);
static_assert(__real__ quotient == 2.2 && __imag__ quotient == -0.4);
static_assert(__real__ inverse == 0.2 && __imag__ inverse == -0.4);
static_assert(a + b == 4.0 + 6.0i && a - b == -2 - 2.0i && scaled != a && ~a == 1 - 2.0i);
static_assert(-a == -1 - 2.0i && a + 1 == 2.0 + 2.0i && 1 - a == -2.0i && a / 2 == 0.5 + 1i);

constexpr bool truth(C z) { return z ? true : false; }
static_assert(truth(1i) && truth(1) && !truth(0) && !C() && (1i || C()) && !(1i && C()));
constexpr C up(F f) { return f; }
static_assert(up(1 + 2.0fi) == a);
constexpr C choose(bool x) { return x ? a : 1.0f; }
static_assert(choose(false) == 1 && choose(true) == a);
constexpr int loop() {
    C z = 0;
    for (int i = 0; i < 3; i++) z += 1 + 1i;
    z *= 1i; // -3 + 3i
    z++;
    C old = z--;
    return int(__real__ z * 100 + __imag__ z * 10 + __real__ old);
}
static_assert(loop() == -300 + 30 - 2);

// a promotion of its parts goes before a conversion; a real number converts to both
int overloaded(C);
char overloaded(__complex__ long double);
static_assert(sizeof(overloaded(1.0fi)) == 4);
template <class T> constexpr T square(T z) { return z * z; }
static_assert(square(1.0i) == -1);
static_assert(!__is_class(C) && !__is_union(C) && __is_trivial(C) && __is_literal_type(C));

void host(volatile C v, const C &r) {
    C copy = v, list[2] = {1, {2, 3}}, empty{};
    v = r;
    v += 1;
    F f = r;
    f = copy;
    (void)static_cast<F>(list[1]);
    double &part = __real__ empty;
    while (!empty) part++;
    host(1, 1.0f);
}

__global__ void k(F *z, I *whole, C d) {
    z[0] = z[1] * z[2] + d;
    whole[0] = whole[1] * whole[2];
}

#ifdef WRONG
struct Other {};
__complex__ bool flag; // ERROR[WRONG]: invalid combination of type specifiers
double narrowed(C z) {
    return z; // ERROR[WRONG]: no suitable conversion function from "double _Complex"
}
double cast(C z) {
    return (double)z; // ERROR[WRONG]: invalid type conversion: "double _Complex" to "double"
}
bool less(C z) {
    return z < z; // ERROR[WRONG]: no operator "<"
}
C remainder(C z) {
    return z % 2; // ERROR[WRONG]: no operator "%"
}
void real_target(double x, C z, Other o) {
    x += z;               // ERROR[WRONG]: cannot be assigned to an entity of type "double"
    double y = __real__ o; // ERROR[WRONG]: expression must have arithmetic or complex type, not "Other"
    const C c = 1;
    c += z; // ERROR[WRONG]: no operator
}
#endif
