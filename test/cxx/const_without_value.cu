// What a constant evaluation does not read needs no value: copies of classes without members, unnamed bit-fields
// [class.bit]/2; zeros of value-initialisation; a static member whose definition outside says `constexpr`;
// __builtin_constant_p in an evaluation.
// RUN: cuprum %s --syntax-only --check-all -std=c++20
struct Tag {};
struct Tags : Tag {
    Tag a, b[2];
    int : 3;
};
Tag tag;
Tags tags;
constexpr int answer(Tag) { return 42; }
constexpr int i = answer(tag);
constexpr Tags copied = tags;
template <Tag t> struct Tagged {};
Tagged<tag> tagged;
template <bool> constexpr bool chosen() { return true; }
constexpr bool dispatch(Tag t) { return chosen<answer(t) == 42>(); }
struct Value {
    int v;
};
Value value;
constexpr Value no = value; // ERROR: expression must have a constant value

struct Bits {
    unsigned : 1, s : 27, : 4;
    constexpr Bits(unsigned x) : s(x) {}
};
constexpr Bits bits(7), other = bits;
static_assert(other.s == 7);

struct Part {
    bool v = true;
    bool w;
};
template <int N> struct Grid {
    Part m[N][N];
};
template <int N> struct Derived : Grid<N> {
    constexpr Derived() : Grid<N>() {}
};
constexpr Derived<3> grid;
static_assert(grid.m[2][2].v && !grid.m[2][2].w);

struct Order {
    int v;
    constexpr Order(int x) : v(x) {}
    static const Order less;
};
inline constexpr Order Order::less(-1);
static_assert(Order::less.v == -1);

constexpr int known(int x) { return __builtin_constant_p(x) ? x : 0; }
static_assert(known(3) == 3);
int variable;
static_assert(__builtin_constant_p(1 + 2) && !__builtin_constant_p(variable));
static_assert(__builtin_constant_p("text") && !__builtin_constant_p(&variable));
