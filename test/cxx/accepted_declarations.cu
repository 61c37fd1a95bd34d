// Declarations that are well-formed though they look like something else, each with its rule.
// RUN: cuprum %s --syntax-only --check-all -std=c++17
namespace std {
template <class E> class initializer_list {
    const E *first;
    unsigned long n;
};
} // namespace std
struct Class {
    void f() {}
    int i;
};
typedef void V;
V none(V); // [dcl.fct]/4
void block() {
    void (Class::**pp)(); // [stmt.ambig]: a pointer to a pointer to member
    void (Class::*p)() = &Class::f;
    pp = &p;
    extern int twice;
    extern int twice;
    twice = none == nullptr;
}
struct Fields {
    int b : 8 __attribute__((unused)), c : 8;
};
enum Big { LARGE = 4294967295u, LARGER };
static_assert(LARGER != 0); // [dcl.enum]/5
enum Code { SUCCESS, FAILURE };
Code code;
int from_code[] = {code}; // its values are 0 and 1 [dcl.enum]/8
enum Wide { LAST = 255 };
Wide wide;
signed char narrow[] = {wide}; // ERROR: invalid narrowing conversion

struct Member {
    template <int> void f() = delete;
};
template void Member::f<0>(); // instantiated, not called
template <class T> struct Whole {
    Whole(const Whole &) = delete;
    void operator=(int) = delete;
};
template struct Whole<int>;

// [temp.deduct.type]/17: the type of a bound
template <typename T, T N> void bound(T (&)[N]);
template <class T, T N> void bound_first(int (&)[N], T);
int a[2];
unsigned u[2];
void bounds() {
    bound(a);
    bound(u);
    bound_first(a, (short)2);
}
template <class T> void autos(T t) { // the types are the same or not in the instance
    auto i = t, j = 1;
    auto k = 1, l = t;
}
template void autos(int);
template <class T> void function() {}
auto list = {&function<int>, &function<char>};
template <class T> void uninstantiated(T x) { x.fail(); }
using Type = decltype(&uninstantiated<int>);

int global;
void captures() {
    constexpr int &ref = global;
    [] { ref = 1; }(); // no odr-use [basic.def.odr]/5
    const unsigned long n = 10;
    auto f = [&](auto) { return +n + *&n; };
    f(0);
}
template <class T> void end(T) {}
template <class T> bool negative(const T &t) { return t.end < 0; } // a namespace's function template is no member
struct Range {
    int end;
};
template bool negative(const Range &);

// [class.copy.ctor]/7: copied as its member is
struct Counted {
    Counted();
    Counted(Counted &);
    Counted &operator=(Counted &);
};
struct Holder {
    Counted c;
    int i;
};
void copy(Holder &h, const Holder &c) {
    Holder a(h);
    a = h;
    Holder b(c); // ERROR: no instance of constructor "Holder"
    a = c;       // ERROR: no operator "="
}
struct Cached {
    mutable struct Both {
        Both(Both &);
        Both(const Both &) = delete;
    } both;
};
void cached(const Cached &c) { Cached d(c); }
struct Wants {
    Wants(const Wants &) = default; // ERROR: function "Wants::Wants(const Wants &)" cannot be defaulted
    Counted c;
};

// CWG 1391: the second argument does not convert, the first template is not instantiated
template <class T> struct Meta {
    typedef typename T::type type;
};
template <class T> typename Meta<T>::type pick(T, Class);
int pick(int, int);
int picked = pick(0, 0);

class Hidden {
    Hidden operator+(int);
    bool operator!();
};
template <class T, class = decltype(!*(T *)0)> char negates(int);
template <class T> long negates(...);
static_assert(sizeof(negates<Hidden>(0)) == sizeof(long));
void hidden(Hidden h) {
    h + 1; // ERROR: "Hidden Hidden::operator+(int)" is inaccessible
}
