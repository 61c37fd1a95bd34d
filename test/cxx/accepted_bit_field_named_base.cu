// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --default-device --check-all -std=c++17 %s
// Bit-fields as rvalues, members by a base that is named, bindings with an alignment.
struct Bits {
    int i : 3;
};
int bits() { // [expr.static.cast]/3: the value of a bit-field
    Bits a{};
    int &&r = static_cast<int &&>(a.i);
    int &l = static_cast<int &>(a.i); // ERROR: the address of a bit-field is not allowed
    return r + l;
}

struct Base {
    template <class C> void method() {}
    template <class C> void arg(C) {}
    void plain() {}
};
struct Left : Base {};
struct Right : Base {};
struct Join : Left, Right { // a qualified member template is found in the class that is named
    void inside() {
        Left::method<int>();
        Left::plain();
        Right::arg(1);
    }
};
void joined(Join *p) {
    p->Left::method<int>();
    p->Right::template method<int>();
    p->Left::plain();
    p->method<int>(); // ERROR: ambiguous
}

extern "C" namespace library {
double in_c(double);
}
double call() { return library::in_c(1); }

struct Two {
    bool a, b;
};
int bindings() {
    alignas(64) auto [g, h] = Two();
    [[maybe_unused]] alignas(16) const auto [m, n] = Two();
    __attribute__((unused)) auto [i, j] = Two();
    static_assert(sizeof(g) == 1);
    return g + h + i + m;
}
