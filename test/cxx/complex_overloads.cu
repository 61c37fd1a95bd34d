// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --default-device --check-all -std=c++17 %s
// A conversion of a real number to a complex one is worse than another conversion (gcc, clang): std::complex<float>(1).
struct Number {
    constexpr Number(float, float = 0) : complex(false) {}
    constexpr Number(float _Complex) : complex(true) {}
    bool complex;
};
constexpr Number of_int(int n) { return Number(n); }
static_assert(!of_int(1).complex);
char takes(float);
int takes(float _Complex);
static_assert(sizeof(takes(1)) == 1 && sizeof(takes(1.0)) == 1 && sizeof(takes(2.0if)) == sizeof(int));
void other(double _Complex);
void other(float _Complex);
void calls(int i, float _Complex f) {
    other(f);
    other(i); // ERROR: more than one instance of overloaded function "other" matches
}
