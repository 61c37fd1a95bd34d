// Rare forms of classes: a member class of an instance that is declared in the template and defined by a specialization only
// [temp.expl.spec]/16, constructors inherited through a template template parameter or an alias template [class.qual]/2, bases that
// one of several paths gives access to [class.paths], bindings beside unnamed bit-fields.
// RUN[A]: cuprum %s --syntax-only --check-all --default-device -std=c++17
// RUN[B]: cuprum %s --syntax-only --check-all --default-device -std=c++17 -DBAD
template <class T> struct Outer { struct Inner; };
template <> struct Outer<int>::Inner {
    Inner();
    int get();
    int k;
};
Outer<int>::Inner inner;
inline int Outer<int>::Inner::get() {
    return k;
}
inline Outer<int>::Inner::Inner() : k(get()) {}

template <class T> struct From { From(T) {} };
template <class T> using Alias = From<T *>;
template <template <class> class T> struct Param : T<int> { using T<int>::T; };
struct Aliased : From<int *> { using Alias<int>::Alias; };
template <class U> struct Dependent : From<U *> { using Alias<U>::Alias; };
void made(int *p) {
    Param<From> a(0);
    Aliased b(p);
    Dependent<int> c(p);
    (void)a, (void)b, (void)c;
}

struct Base { virtual int f(); int n; };
struct Hidden : virtual Base {};
struct Seen : private Hidden, public virtual Base {};
struct Unseen : private Hidden {};
Base *up(Seen *s) {
    return s;
}

struct Bits { unsigned char : 1, a : 2, : 1, b : 3; };
struct Padded : Bits { unsigned char : 1, : 7; };
int bound(Padded d) {
    auto [a, b] = d;
    return a + b;
}

#ifdef BAD
Base *none(Unseen *s) {
    return s; // ERROR[B]: conversion to inaccessible base class "Base" is not allowed
}
Outer<char>::Inner open; // ERROR[B]: incomplete type "Outer<char>::Inner" is not allowed
struct Wrong : From<int *> { using Alias<int>::From1; }; // ERROR[B]: no member "From1"
void count(Padded d) {
    auto [a, b, c] = d; // ERROR[B]: 3 names in the structured binding, 2 elements
}
#endif
