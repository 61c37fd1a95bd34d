// SPDX-License-Identifier: Apache-2.0
// C++23's smaller parts: `if consteval`, subscripts, static operators, auto(x), literals, escapes in
// braces, labels at the end of a block, attributes and optional parentheses of lambdas, constexpr
// functions that need not be constant.
// RUN: cuprum %s -std=c++23 -O0 --check-all -w -o %t.ptx && cuprum run %t.ptx --kernel=_Z1kPi --grid=1 --block=1 --print=0:6 buf:i32:6:zero
// CHECK: 2 42 9 7 5 3
// RUN[WRONG]: cuprum %s -std=c++23 --syntax-only --check-all -w -DWRONG
// RUN[OLD]: cuprum %s -std=c++20 --syntax-only --check-all -DOLD
#ifndef OLD
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;

consteval int immediate(int x) { return x * 2; }
__host__ __device__ constexpr int where(int x) {
    if consteval {
        return immediate(x);
    } else {
        return x + 1;
    }
}
__host__ __device__ constexpr int negated(int x) {
    if !consteval {
        return x;
    }
    return 42;
}
static_assert(where(5) == 10 && negated(1) == 42);

struct Matrix {
    int d[9];
    __host__ __device__ constexpr int operator[](int i, int j) const { return d[i * 3 + j]; }
    __host__ __device__ constexpr int operator[]() const { return 42; }
    template <class... T> constexpr int operator[](char, T... t) const { return (0 + ... + t); }
};
constexpr Matrix matrix{{1, 2, 3, 9, 5}};
static_assert(matrix[1, 0] == 9 && matrix[] == 42 && matrix['c', 1, 2, 3] == 6);
template <class... T> constexpr int all(T... t) { return matrix['c', t...]; }
static_assert(all(1, 2, 3, 4) == 10);

struct Static {
    __host__ __device__ static constexpr int operator()(int x) { return x + 1; }
    __host__ __device__ static constexpr int operator[](int x, int y) { return x + y; }
};
static_assert(Static{}(2) == 3 && Static::operator()(4) == 5 && Static{}[1, 2] == 3);
int (*of_static)(int) = &Static::operator();
int (*of_lambda)(int) = [](auto x) static { return x; };

void copies(const int &x, int (&array)[3]) {
    static_assert(same<decltype(auto(x)), int> && same<decltype(auto{x}), int>);
    static_assert(same<decltype(auto(array)), int *>);
    int *p = new auto{3};
    auto{x};
    static_assert(sizeof(auto(x)) == 4);
}
template <class T> int dependent(T t) { return +auto(t) + auto{t}; }
int use = dependent(3);

static_assert(same<decltype(1uz), unsigned long> && same<decltype(1z), long>);
static_assert("\x{41}\u{42}\o{103}"[0] == 'A' && "\x{41}\u{42}\o{103}"[2] == 'C' && U'\u{1F600}' == 0x1f600);

#ifdef WRONG
#elifdef OTHER
#error
#elifndef MORE
constexpr bool elif = true;
static_assert(elif);
#endif

auto no_parens = [] mutable noexcept -> int { return 1; };
auto attribute = [] [[nodiscard]] (int x) { return x; };

void labels(int n) {
    if (using I = int; I x = n) {}
    {
        goto end;
    end:
    }
    switch (n) {
    case 1:
    default:
    }
}
struct NotLiteral {
    NotLiteral();
    ~NotLiteral();
};
constexpr int relaxed(int x) {
    static constexpr int three = 3;
    if (x) {
        NotLiteral n;
        static int count;
        goto out;
    out:
        return count;
    }
    return three;
}
static_assert(relaxed(0) == 3);

__global__ void k(int *p) {
    int one = *p + 1;
    p[0] = where(one);
    constexpr int c = negated(1);
    p[1] = c;
    Matrix m = matrix;
    p[2] = m[one, 0];
    [[assume(one == 1)]];
    p[3] = Static{}(6);
    p[4] = Static{}[one, 4];
    p[5] = auto(one) + 2;
}

#ifdef WRONG
constexpr int never = relaxed(1); // ERROR[WRONG]: expression must have a constant value
const char *name = "\N{DIGIT ONE}"; // ERROR[WRONG]: characters named by "\N{...}" are not supported
const char *open = "\x{41";         // ERROR[WRONG]: an escape sequence in braces
int subscript(Static s) {
    return s[1, 2, 3]; // ERROR[WRONG]: too many arguments in function call
}
int captured(int x) {
    return [x]() static { return 1; }(); // ERROR[WRONG]: "static" is not allowed
}
void no_block() {
    if consteval return; // ERROR[WRONG]: expected a "{"
}
#endif
#else
constexpr int f() {
    if consteval { // WARNING[OLD]: "if consteval" is a C++23 feature
        return 1;
    }
    return 2;
}
auto l = [](int x) static { return x; }; // WARNING[OLD]: a static lambda is a C++23 feature
#endif
