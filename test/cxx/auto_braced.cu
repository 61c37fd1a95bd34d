// What `auto` is of one expression in braces, and of a list behind `=` [dcl.spec.auto]/4; class template arguments of one.
// RUN: cuprum %s --syntax-only -w
namespace std {
using size_t = decltype(sizeof 0);
template <class T> class initializer_list {
    const T *first;
    size_t n;

  public:
    constexpr initializer_list() : first(nullptr), n(0) {}
};
}
template <class T> struct Box {
    T t;
    __device__ Box(T t) : t(t) {}
};
__device__ void f() {
    auto a{5};
    static_assert(__is_same(decltype(a), int));
    auto b = {5};
    static_assert(__is_same(decltype(b), std::initializer_list<int>));
    const auto &c{a};
    static_assert(__is_same(decltype(c), const int &));
    auto *d{&a};
    static_assert(__is_same(decltype(d), int *));
    auto e(a);
    static_assert(__is_same(decltype(e), int));
    Box g{1};
    static_assert(__is_same(decltype(g), Box<int>));
    Box h{g};
    static_assert(__is_same(decltype(h), Box<int>));
}
