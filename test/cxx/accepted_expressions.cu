// Rare forms of expressions and types: the parameters of a pointer to function are names in its exception specification
// [basic.scope.param]/1, T() of a cv-qualified scalar has none of its qualifiers [expr.type]/2, elements of `new T[n]{}` are
// initialised from {} [dcl.init.aggr]/5, a bound of class type is converted to size_t [dcl.array]/1.
// RUN[A]: cuprum %s --syntax-only --check-all --default-device -std=c++17
// RUN[B]: cuprum %s --syntax-only --check-all --default-device -std=c++17 -DBAD
// RUN[R]: cuprum run %s --kernel=fill --grid=1 --block=1 buf:i32:6:zero i32:3 --print=0
// R: arg 0: 5 5 4 0 0 9
namespace std {
template <class T> class initializer_list {
    const T *p;
    unsigned long n;
public:
    constexpr initializer_list() : p(nullptr), n(0) {}
    constexpr unsigned long size() const { return n; }
};
}
struct Listed { int n; __device__ Listed(std::initializer_list<int> l) : n(l.size() + 5) {} };
struct Defaults { int n = 4; int m; };
struct Plain { int n; };
struct Made { int n; __device__ Made() : n(9) {} };
extern "C" __global__ void fill(int *o, int k) {
    auto p = new Listed[2]{};
    auto q = new Listed[k]{};
    auto d = new Defaults[k]{};
    auto e = new Plain[k]{};
    auto f = new Made[k]{};
    o[0] = p[1].n, o[1] = q[k - 1].n, o[2] = d[k - 1].n, o[3] = d[k - 1].m, o[4] = e[k - 1].n, o[5] = f[k - 1].n;
}
void (*pointer)(int p) noexcept(noexcept(p));
template <class T> using Type = T(int p) noexcept(noexcept(p + 1));
static_assert(__is_same(Type<void>, void(int) noexcept) && __is_same(decltype(pointer), void (*)(int) noexcept), "");
typedef volatile int vi;
const int &r = vi();
static_assert(__is_same(decltype(vi()), int), "");
struct One {
    constexpr operator int() const { return 3; }
};
struct Two {
    constexpr operator int() const { return 3; }
    constexpr operator long() const { return 4; }
};
constexpr One one;
constexpr Two two;
int bound[one];
static_assert(sizeof bound == 12, "");
#ifdef BAD
int bounds[two]; // ERROR[B]: more than one user-defined conversion from "const Two" to "unsigned long" applies
auto none = new Listed[2](); // ERROR[B]: no default constructor exists for class "Listed"
void (*unknown)(int p) noexcept(noexcept(q)); // ERROR[B]: identifier "q" is undefined
#endif
