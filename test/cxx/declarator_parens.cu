// [stmt.ambig], [class.conv.fct]: what could be a declaration is one, with the name in parentheses too; a type behind `operator`
// may be the class itself, and its names are looked up in the class named, then where it stands.
// RUN[A]: cuprum %s --syntax-only --check-all --default-device -std=c++17
// RUN[B]: cuprum %s --syntax-only --check-all --default-device -std=c++17 -DBAD
struct T { T(int = 0) {} int operator()(int) const { return 1; } };
int twice(int);
void declared(int n) {
    int(a);
    int(b) __attribute__((unused));
    int(f(int));
    int(g(void));
    int(h)(char);
    T(t)(n);
    static_assert(__is_same(decltype(f), int(int)) && __is_same(decltype(g), int()) && __is_same(decltype(h), int(char)), "");
    t(a = b = 1);
    int(twice((n))); // an expression: `(n)` is no parameter
}
struct Self {
    operator Self();
    operator void() const;
    operator const Self &();
};
class Base {
public:
    virtual operator const int &() const;
    using Name = long;
    operator Name();
};
template <class V> struct Wrap {};
struct To { operator Wrap<To>(); };
template <class U> class Derived : public Base {
public:
    operator const U &() const override {
        using Y = int;
        const int &r = Base::operator const Y &();
        return &r ? Base::operator const U &() : r;
    }
    long name() {
        return Base::operator Name();
    }
};
template <class U> void wrapped(To t) {
    t.To::operator Wrap<U>();
    t.operator Wrap<U>();
}
void use(Derived<int> d, To t) {
    const int &i = d;
    d.name();
    wrapped<To>(t);
    (void)i;
}
#ifdef BAD
void bad(int n) {
    int(f(n)); // ERROR[B]: identifier "f" is undefined
    int(a);
    double(a); // ERROR[B]: declaration is incompatible with "a"
}
#endif
