// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --default-device --check-all -std=c++20 %s
// A braced list binds a reference to array: its elements initialise an array, one element too
// [dcl.init.list]/3.9, and among arrays of different bounds the smaller is better [over.ics.rank]/3.1.
constexpr int sum(const int (&a)[3]) { return a[0] + a[1] * 10 + a[2] * 100; }
static_assert(sum({7}) == 7 && sum({}) == 0 && sum({1, 2, 3}) == 321);
constexpr int moved(int (&&a)[2]) { return a[0] + a[1]; }
static_assert(moved({5}) == 5 && moved({5, 6}) == 11);
struct S {
    int x, y;
};
constexpr int of_class(const S (&a)[2]) { return a[0].x + a[0].y + a[1].x; }
static_assert(of_class({{1, 2}}) == 3 && of_class({}) == 0);
constexpr int text(const char (&a)[3]) { return a[0]; }
static_assert(text({"ab"}) == 'a' && text({'b'}) == 'b');
template <class T, int N> constexpr int count(T (&&)[N]) { return N; }
static_assert(count({1, 2}) == 2 && count({4}) == 1 && count<int, 3>({1}) == 3);

constexpr int bound(const int (&)[2]) { return 1; }
constexpr int bound(const int (&)[3]) { return 2; }
static_assert(bound({}) == 1 && bound({1}) == 1 && bound({1, 2}) == 1 && bound({1, 2, 3}) == 2);
constexpr int second(int, const int (&)[2]) { return 1; }
constexpr int second(double, const int (&)[2]) { return 2; }
static_assert(second(1, {1}) == 1 && second(1., {1}) == 2);
constexpr int open(int (&&)[]) { return 1; }
constexpr int open(double (&&)[]) { return 2; }
constexpr int open(int (&&)[2]) { return 3; }
static_assert(open({1}) == 1 && open({1.0}) == 2 && open({1.0, 2.0}) == 2 && open({1, 2}) == 3);

int array[2];
int (&same)[2]{array};
int (&&temporary)[2]{1};
void wrong() {
    sum({1, 2, 3, 4}); // ERROR: the braced initializer list cannot initialize
    int (&lvalue)[2]{1}; // ERROR: initial value of reference to non-const must be an lvalue
}
