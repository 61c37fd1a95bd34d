// A member class (template) of a class (template) that is defined outside of it sees the members of all classes around it and the
// parameters of all headers [temp.class.general]/3, [basic.lookup.unqual].
// RUN[A]: cuprum %s --syntax-only --check-all --default-device -std=c++20
// RUN[B]: cuprum %s --syntax-only --check-all --default-device -std=c++20 -DBAD
struct Plain {
    typedef int I;
    static constexpr int count = 3;
    template <class> struct Member;
};
template <class b> struct Plain::Member {
    static const int k = count;
    I i;
    b x;
};
static_assert(Plain::Member<char>::k == 3 && sizeof(Plain::Member<char>::x) == 1);
template <class T> struct Outer {
    template <class U> static constexpr bool holds = true;
    static const int m = sizeof(T);
    template <class U> struct Middle {
        typedef T *Pointer;
        static const int n = sizeof(U);
        struct Class;
        template <class V> struct Template;
    };
    template <class> struct Late;
};
template <class a> template <class b> struct Outer<a>::Late {
    template <bool = holds<b>> static void h();
    static void g() requires holds<b>;
    static const bool k = holds<a>;
};
template <class x> template <class y> struct Outer<x>::Middle<y>::Class {
    x a;
    y b;
    Pointer p;
    char c[n + m];
};
template <class x> template <class y> template <class z> struct Outer<x>::Middle<y>::Template {
    x a;
    y b;
    Pointer p;
    char c[n + m];
    z get(x);
};
template <class x> template <class y> template <class z> z Outer<x>::Middle<y>::Template<z>::get(x v) {
    Pointer q = &v;
    return a + b + n + *q;
}
static_assert(sizeof(Outer<int>::Middle<char>::Class::c) == 5 && sizeof(Outer<int>::Middle<char>::Template<double>::c) == 5);
double use(Outer<int>::Middle<char>::Template<double> t) {
    Outer<int>::Late<char>::g();
    Outer<int>::Late<char>::h();
    return t.get(3) + Outer<int>::Late<char>::k;
}
// the first thing asked of the class is in an initialiser
template <class T> struct First {
    template <class A, class B> struct Pair { static int value() { return Pair<T, int>::N; } };
    template <class B> struct Pair<T, B> { static const int N = 1; };
};
int first = First<int>::Pair<double, int>::value();
constexpr int p1 = 4, p2 = 5;
bool less = p1 < p2, more = p1 > p2;
#ifdef BAD
struct Named { template <class> struct In; };
template <class T> struct Named::In {
    typename T::type x; // ERROR[B]: class "Plain" has no member "type"
};
Named::In<Plain> named;
template <class> struct Closed { template <class> struct In; };
template <class a> template <class b> struct Closed<a>::In {
    static const int k = m; // ERROR[B]: identifier "m" is undefined
};
#endif
