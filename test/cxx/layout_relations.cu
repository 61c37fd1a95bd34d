// Layout-compatible types, corresponding members of the common initial sequence, and members that
// share their object's address.
// RUN: cuprum --syntax-only --check-all -std=c++20 %s
struct Int {
    int i;
};
struct ConstInt {
    const int j;
};
struct Derived : Int {};
struct alignas(16) Wide {
    int i;
};
struct Bits {
    int a : 3;
    int : 5;
    int b;
};
struct SameBits {
    const int c : 3;
    int : 5;
    volatile int d;
};
struct OtherBits {
    int a : 4;
    int : 4;
    int b;
};
union Either {
    int i;
    long long l;
    char c;
};
union Or {
    char c;
    int i;
    long long l;
};
enum E1 : int {};
enum E2 : int {};
enum E3 : long {};
static_assert(__is_layout_compatible(Int, ConstInt) && __is_layout_compatible(Derived, Int));
static_assert(!__is_layout_compatible(Int, Wide) && !__is_layout_compatible(int, unsigned));
static_assert(__is_layout_compatible(Bits, SameBits) && !__is_layout_compatible(Bits, OtherBits));
static_assert(__is_layout_compatible(Either, Or) && !__is_layout_compatible(Int[1], ConstInt[1]));
static_assert(__is_layout_compatible(E1, E2) && !__is_layout_compatible(E1, E3));

struct Unknown;
static_assert(__is_pointer_interconvertible_base_of(Unknown, const Unknown));
static_assert(__is_layout_compatible(Unknown, Unknown));

struct Long {
    int a;
    Int b;
    struct {
        short c;
        long d;
    };
    int e;
    float f;
};
struct Like {
    int k;
    const ConstInt l;
    struct {
        short m;
        long n;
    };
    int o;
    double p;
};
template <class S1, class S2, class M1, class M2>
constexpr bool correspond(M1 S1::*m, M2 S2::*n) {
    return __builtin_is_corresponding_member(m, n);
}
template <class S, class M> constexpr bool first(M S::*m) {
    return __builtin_is_pointer_interconvertible_with_class(m);
}
static_assert(correspond(&Long::a, &Like::k) && correspond(&Long::b, &Like::l));
static_assert(correspond(&Long::c, &Like::m) && correspond(&Long::d, &Like::n));
static_assert(correspond(&Long::e, &Like::o) && !correspond(&Long::f, &Like::p));
static_assert(!correspond(&Long::a, &Like::o) && !correspond(&Long::c, &Like::n));
static_assert(!correspond<Long, Like>((int Long::*)nullptr, &Like::k));
static_assert(correspond<Derived, Int, int, int>(&Derived::i, &Int::i));

static_assert(first(&Long::a) && !first(&Long::e) && !first(&Long::c));
static_assert(first(&Either::i) && first(&Either::c) && first<Derived, int>(&Derived::i));
struct Mixed : Int {
    int own;
};
static_assert(!first(&Mixed::own));
