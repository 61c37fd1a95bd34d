// What an expression asks for fails softly [temp.deduct]/8, in default template arguments as in results: functional casts,
// deleted and inaccessible functions, destructors, abstract classes, `new`, pointers to members, narrowing.
// RUN: cuprum %s --syntax-only --check-all -std=c++17
template <class T> T &&dv();
template <class T> void eat(T);
#define PROBE(name, ...)                                                                                               \
    template <class T, class = decltype(__VA_ARGS__)> constexpr bool name(int) {                                       \
        return true;                                                                                                   \
    }                                                                                                                  \
    template <class T> constexpr bool name(...) {                                                                      \
        return false;                                                                                                  \
    }
#define PROBE2(name, ...)                                                                                              \
    template <class T, class U, class = decltype(__VA_ARGS__)> constexpr bool name(int) {                              \
        return true;                                                                                                   \
    }                                                                                                                  \
    template <class T, class U> constexpr bool name(...) {                                                             \
        return false;                                                                                                  \
    }
PROBE(value, T())
PROBE(list, T{})
PROBE(make, ::delete ::new T())
PROBE(size, sizeof(T))
PROBE(align, alignof(T))
PROBE(named, typename T::type())
PROBE(static_x, T::x)
PROBE(member_y, dv<T>().y)
PROBE(call_f, dv<T>().f())
PROBE(address_f, &T::f)
PROBE(names_f, T::f)
PROBE(names_type, T::type)
PROBE2(up, static_cast<U &>(dv<T &>()))
PROBE2(call_ptr, (dv<T>().*dv<U>())())
PROBE2(make_from, ::delete ::new T(dv<U>()))
PROBE2(braced, eat<U>({dv<T>()}))
PROBE2(list_from, U{dv<T>()})
struct Any {
    Any(...);
};
struct NoDtor {
    NoDtor() = default;
    ~NoDtor() = delete;
};
struct AggNoDtor {
    ~AggNoDtor() = delete;
};
struct Abstract {
    virtual void f() = 0;
};
struct NoCtor {
    virtual void f();
    NoCtor() = delete;
};
class Private {
    typedef int type;
    static int x;
    int y;
    void f();
    ~Private();
};
struct Open {
    typedef int type;
    static int x;
    int y;
    void f();
};
struct Inherits : private Open {};
struct Overloaded {
    void f();
    void f(int);
};
struct Incomplete;
struct Agg {
    int x;
};
static_assert(value<int>(0) && value<void>(0) && list<int[2]>(0));
static_assert(!value<int[]>(0) && !value<int[2]>(0) && !value<Any[2]>(0) && !value<void()>(0) && !value<int &>(0));
static_assert(!value<NoDtor>(0) && !value<Abstract>(0) && !value<NoCtor>(0) && !value<Private>(0));
static_assert(!list<AggNoDtor>(0) && !list<AggNoDtor[2]>(0) && !list<NoCtor>(0) && !list<NoCtor[1]>(0));
static_assert(make<int>(0) && !make<void>(0) && !make<void()>(0) && !make<int &>(0) && !make<Abstract>(0));
static_assert(!make<NoCtor>(0) && !make<NoDtor>(0));
static_assert(make_from<int, int &>(0) && !make_from<int &, int &>(0) && !make_from<Agg *, int>(0));
static_assert(size<int>(0) && !size<void>(0) && !size<void()>(0) && !size<Incomplete>(0) && !align<void>(0));
static_assert(named<Open>(0) && !named<Private>(0) && !named<Inherits>(0));
static_assert(static_x<Open>(0) && !static_x<Private>(0) && !static_x<Inherits>(0));
static_assert(member_y<Open>(0) && !member_y<Private>(0) && !member_y<Inherits>(0));
static_assert(call_f<Open>(0) && !call_f<Private>(0) && !call_f<Inherits>(0));
static_assert(address_f<Open>(0) && !address_f<Private>(0) && !address_f<Inherits>(0));
static_assert(!names_f<Overloaded>(0) && !names_type<Open>(0));
static_assert(!up<Inherits, Open>(0) && up<Open, Open>(0));
struct S {};
static_assert(!call_ptr<S, void (S::*)() &>(0) && call_ptr<S, void (S::*)() &&>(0));
static_assert(call_ptr<S &, void (S::*)() &>(0) && !call_ptr<S &, void (S::*)() &&>(0));
static_assert(!call_ptr<const S &, void (S::*)() &>(0) && !call_ptr<const S &, void (S::*)()>(0));
static_assert(call_ptr<const S &, void (S::*)() const>(0));
static_assert(!braced<double, int>(0) && !braced<long, int>(0) && braced<int, long>(0));
static_assert(!list_from<double, int>(0) && !list_from<double, Agg>(0) && list_from<short, Agg>(0));

// A member pointer of a base is no template argument for one of the derived class [expr.const]/10.
template <class U, U> struct Help {};
PROBE(has_foo, Help<void (T::*)() const, &T::foo>())
struct A {
    int foo();
    void foo() const;
};
struct A1 : A {};
static_assert(has_foo<A>(0) && !has_foo<A1>(0));

// A parameter with no deducible place converts its argument [temp.deduct.call]/1.
struct HasIt {
    typedef int *it;
} has_it;
template <class T> constexpr bool is_it(const T &, typename T::it *) {
    return true;
}
template <class T> constexpr bool is_it(const T &, ...) {
    return false;
}
S no_it;
static_assert(is_it(has_it, 0) && is_it<HasIt>(has_it, nullptr) && !is_it(no_it, 0));

// The type of an empty pack's parameter has to make sense, too.
template <bool, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> {
    typedef T type;
};
template <int I, typename enable_if<I == 0, int>::type...> constexpr int pick() {
    return 1;
}
template <int I, typename enable_if<I != 0, int>::type...> constexpr int pick() {
    return 2;
}
static_assert(pick<0>() == 1 && pick<5>() == 2);

// decltype of a static member named through an object; pseudo destructors of qualified scalar types.
struct St {
    static const int s = 0;
    static int t;
};
static_assert(__is_same(decltype(dv<St>().s), const int) && __is_same(decltype((dv<St>().t)), int &));
typedef int I;
namespace N {
typedef int J;
}
void pseudo(int i) {
    i.I::~I();
    (&i)->N::J::~J();
}
