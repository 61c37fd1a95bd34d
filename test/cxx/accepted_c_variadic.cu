// An ellipsis behind a type that expands nothing is C's [dcl.fct]/4, with a comma or without; explicit instantiations in
// GNU's forms; builtin functions of the host's library.
// RUN: cuprum %s --syntax-only --check-all
extern "C" int print(const char *...);
int named(const char *format...);
int unnamed(int...);
int calls = print("a", 1) + named("b", 2, 3) + unnamed(1, 2, 3);
template <class T> struct Traits;
template <class R, class... T> struct Traits<R(T......)> {
    static const int n = sizeof...(T);
};
static_assert(Traits<int(double, char...)>::n == 2);
static_assert(__is_same(int(char...), int(char, ...)));
template <class... T> struct Function {
    typedef int type(const T &......);
};
static_assert(__is_same(Function<int, char>::type, int(const int &, const char &, ...)));
template <class... T> int expands(T...);
int expanded = expands(1, 2);
template <class T> struct Instance {
    virtual void f() {}
};
inline template struct Instance<int>;
static template struct Instance<char>;
void library(char *p, const char *s) {
    __builtin_strncpy(p, s, 3);
    __builtin_strcat(p, __builtin_strstr(s, "x"));
    __builtin_free(p);
    __builtin_exit(1);
}
__device__ void device(char *p, const char *s) {
    __builtin_strncpy(p, s, 3); // ERROR[D]: __builtin_strncpy is not supported in device code
}
// RUN[D]: cuprum %s -o %t.ptx --keep-device-functions
