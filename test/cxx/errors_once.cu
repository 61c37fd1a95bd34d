// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --default-device --check-all -std=c++17 %s
// A mistake inside of a parenthesized initialiser is said once, and what follows is read.
struct I {
    int v;
};
struct Base {
    Base(int, int);
};
struct S : Base {
    int m, n;
    S(I i)
        : Base(i ? 1 : 2, 3), m(0), n(0) { // ERROR: expression of type "I" cannot be converted to bool
        unknown(); // ERROR: identifier "unknown" is undefined
    }
    S(int) : Base(1, 2), m(nothing ? 1 : 2), n(4) {} // ERROR: identifier "nothing" is undefined
    S(I, int);
};
void locals(I i) {
    int plain(i ? 1 : 2), more = nothing; // ERROR: expression of type "I" cannot be converted to bool
    // ERROR@-1: identifier "nothing" is undefined
    S object(i, nothing ? 1 : 2); // ERROR: identifier "nothing" is undefined
    static int kept(i ? 1 : 3); // ERROR: expression of type "I" cannot be converted to bool
    for (int k(i ? 1 : 2); k < nothing;) {} // ERROR: expression of type "I" cannot be converted to bool
    // ERROR@-1: identifier "nothing" is undefined
    auto l = [a(i ? 1 : 2), b = 3](int c) { return b + c; }; // ERROR: expression of type "I" cannot be converted to bool
    new S(i, i ? 1 : 2); // ERROR: expression of type "I" cannot be converted to bool
    S right(i, i.v ? 1 : 2), too(i);
}
S global(I{1}, I{2} ? 1 : 2); // ERROR: expression of type "I" cannot be converted to bool
