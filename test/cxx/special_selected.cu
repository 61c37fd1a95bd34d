// RUN: cuprum --syntax-only -std=c++20 %s
// RUN[R]: cuprum run %s -std=c++20 --grid=1 --block=1 --print=0:4 buf:i32:8:zero
// An implicit copy or move does with a base or member what overload resolution selects, be it a
// template, or the other of two copies: its exception specification, triviality and deletion follow
// [except.spec]/7, [class.copy.ctor]/11. clang and g++ agree with every line.
template <class T> T &&value() noexcept;
#define MOVES_QUIETLY(T) noexcept(T(value<T>()))
#define COPIES_QUIETLY(T) noexcept(T(value<const T &>()))
#define ASSIGNS_QUIETLY(T, from) noexcept(value<T &>() = value<from>())
int thrower();
int quiet() noexcept;

// A copy of one's own is better for a const lvalue, a template for an rvalue or a mutable member.
struct Greedy {
    constexpr Greedy(int v) : v(v) {}
    constexpr Greedy(const Greedy &) = default;
    template <class T> constexpr Greedy(T &&from) noexcept(false) : v(from.v + 100) {}
    Greedy &operator=(const Greedy &) = default;
    template <class T> Greedy &operator=(T &&) noexcept(false);
    int v;
};
struct Base : Greedy { using Greedy::Greedy; };
struct Array { Greedy of[2]; };
struct Mutable { mutable Greedy m; };
struct Constant { const Greedy m; };
struct Volatile { volatile Greedy m; };
static_assert(COPIES_QUIETLY(Base) && COPIES_QUIETLY(Array) && COPIES_QUIETLY(Constant));
static_assert(!MOVES_QUIETLY(Base) && !MOVES_QUIETLY(Array) && !MOVES_QUIETLY(Constant));
static_assert(!COPIES_QUIETLY(Mutable) && !COPIES_QUIETLY(Volatile));
static_assert(ASSIGNS_QUIETLY(Base, const Base &) && !ASSIGNS_QUIETLY(Base, Base));
static_assert(!ASSIGNS_QUIETLY(Mutable, const Mutable &));
static_assert(__is_trivially_copyable(Greedy));
static_assert(!__is_trivially_copyable(Base) && !__is_trivially_copyable(Array));
static_assert(!__is_trivially_copyable(Mutable) && !__is_trivially_copyable(Volatile));
static_assert(__is_trivially_constructible(Base, const Base &));
static_assert(!__is_trivially_constructible(Base, Base));
static_assert(!__is_trivially_assignable(Base &, Base));

// The function that runs is the one that was judged.
constexpr int moved() {
    Array from{{1, 2}};
    Array to(static_cast<Array &&>(from));
    return to.of[1].v;
}
static_assert(moved() == 102);
constexpr int copied() {
    const Array from{{1, 2}};
    Array to(from);
    return to.of[1].v;
}
static_assert(copied() == 2);

// One that cannot be called.
struct Refuses {
    Refuses(const Refuses &) = default;
    template <class T> Refuses(T &&) = delete;
};
struct KeepsRefusing { mutable Refuses m; };
static_assert(__is_constructible(Refuses, const Refuses &));
static_assert(!__is_constructible(KeepsRefusing, const KeepsRefusing &));

// The template is quiet, the copy is not; constraints keep a template out.
struct Quiet {
    Quiet(const Quiet &) noexcept(false);
    template <class T> Quiet(T &&) noexcept;
};
struct OfQuiet { Quiet m; };
static_assert(MOVES_QUIETLY(OfQuiet) && !COPIES_QUIETLY(OfQuiet));
template <int N> struct Picky {
    Picky(const Picky &) = default;
    template <class T> requires(N == 1) Picky(T &&) noexcept(false);
};
struct OfPicky0 { Picky<0> m; };
struct OfPicky1 { Picky<1> m; };
static_assert(MOVES_QUIETLY(OfPicky0) && __is_trivially_copyable(OfPicky0));
static_assert(!MOVES_QUIETLY(OfPicky1) && !__is_trivially_copyable(OfPicky1));

// Two copies: the one for const, or the one for what is not.
struct Two {
    Two(Two &) noexcept(false);
    Two(const Two &) noexcept;
    Two &operator=(Two &) noexcept(false);
    Two &operator=(const Two &) noexcept;
};
struct OfTwo : Two {};
struct MutableTwo { mutable Two m; };
static_assert(COPIES_QUIETLY(OfTwo) && MOVES_QUIETLY(OfTwo) && ASSIGNS_QUIETLY(OfTwo, OfTwo &));
static_assert(!COPIES_QUIETLY(MutableTwo) && MOVES_QUIETLY(MutableTwo));
struct FromNonconst {
    FromNonconst() = default;
    FromNonconst(FromNonconst &) = default;
};
struct OfNonconst : FromNonconst {};
static_assert(__is_constructible(OfNonconst, OfNonconst &));
static_assert(!__is_constructible(OfNonconst, const OfNonconst &));

// Default member initializers count; default arguments do not. A destructor that is written has
// the specification of an implicit one.
struct Initialized { int x = thrower(); };
struct Throws { int x = true ? 1 : throw 1; };
struct InUnion { union { int x = thrower(); float f; }; };
struct Harmless { int x = quiet(), y = 3; const char *p = nullptr; };
static_assert(!noexcept(Initialized()) && !noexcept(Throws()) && !noexcept(InUnion()));
static_assert(noexcept(Harmless()));
struct Defaulted { Defaulted(int = thrower()) noexcept; };
struct OfDefaulted { Defaulted m; };
static_assert(noexcept(OfDefaulted()) && !noexcept(Defaulted()));
struct LoudEnd { ~LoudEnd() noexcept(false); };
struct OfLoudEnd { LoudEnd m; ~OfLoudEnd(); };
struct QuietEnd { Two &m; ~QuietEnd(); };
static_assert(!noexcept(value<OfLoudEnd &>().~OfLoudEnd()));
static_assert(noexcept(value<QuietEnd &>().~QuietEnd()));

// R: 1 101 201 1
__global__ void k(int *out) {
    Base one(1), two(static_cast<Base &&>(one)), three(static_cast<Base &&>(two));
    const Base constant(1);
    Base four(constant);
    out[0] = one.v;
    out[1] = two.v;
    out[2] = three.v;
    out[3] = four.v;
}
