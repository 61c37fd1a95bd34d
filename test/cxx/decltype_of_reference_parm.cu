// decltype of a template parameter that is a reference is the reference [dcl.type.decltype]/1.2; decltype(auto) takes a function's
// name as decltype does, and as a template parameter becomes a pointer [temp.param]/10. GNU: a label may stand in front of the
// value of a statement expression.
// RUN[A]: cuprum %s --syntax-only --check-all --default-device -std=c++17
// RUN[B]: cuprum %s --syntax-only --check-all --default-device -std=c++17 -DBAD
int f();
int p[5];
int g(int);
int g(char);
decltype(auto) pointer = &f;
decltype(auto) reference = (f);
static_assert(__is_same(decltype(pointer), int (*)()) && __is_same(decltype(reference), int (&)()), "");
template <decltype(auto) V> struct Any { using type = decltype(V); };
static_assert(__is_same(Any<f>::type, int (*)()) && __is_same(Any<p>::type, int *), "");
static_assert(__is_same(Any<(f)>::type, int (&)()) && __is_same(Any<(p)>::type, int (&)[5]), "");
template <int (&V)[5]> struct Array { using type = decltype(V); };
static_assert(__is_same(Array<p>::type, int (&)[5]), "");
template <int (&F)()> auto named() -> decltype(F) {
    return F;
}
static_assert(__is_same(decltype(named<f>()), int (&)()), "");
template <class T, T V> struct Typed { using type = decltype(V); };
static_assert(__is_same(Typed<int, 3>::type, int) && __is_same(Typed<int (&)(), f>::type, int (&)()), "");
template <class T> decltype(auto) returned() {
    return &f;
}
static_assert(__is_same(decltype(returned<int>()), int (*)()), "");
int labelled(int n) {
    if (n) goto last;
    n = ({ last: n + 1; });
    return ({ if (n > 3) goto out; n++; out: again: n; });
}
#ifdef BAD
decltype(auto) function = f; // ERROR[B]: cannot be used to initialize an entity of type "int ()"
decltype(auto) which = g; // ERROR[B]: cannot determine which instance of overloaded function "g" is intended
Array<p>::type bad = 3; // ERROR[B]: a reference of type "int (&)[5]" (not const-qualified) cannot be initialized
int none(int n) {
    return ({ out: if (n) {} }); // ERROR[B]: "void"
}
#endif
