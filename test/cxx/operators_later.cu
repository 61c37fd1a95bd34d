// Operators that are declared behind the template that uses them: EDG finds them where the instance is made, by unqualified lookup too, and only
// for expressions with operators; a function is found by its arguments' namespaces alone. (What nvcc 13.0's PTX gives.)
// RUN: cuprum run %s --kernel=_Z6kernelPi --block=1 --print=0:8 buf:i32:8:zero
// CHECK: arg 0: 1 2 2 2 2 1 3 1
#define BOTH __host__ __device__
namespace library {
template <class T> struct Box { T at; };
template <class T> BOTH int f(const Box<T> &) { return 1; }
template <class T> BOTH int operator-(const Box<T> &) { return 1; }
template <class T> BOTH int operator!(const Box<T> &) { return 1; }
template <class T> BOTH int operator+(const Box<T> &, int) { return 1; }
template <class T> BOTH int operator*(const Box<T> &, int) { return 1; }
} // namespace library
BOTH int operator~(const library::Box<float> &) { return 3; }
namespace user {
template <class S> struct Uses {
    static BOTH int function(const S &x) { return f(x); }
    static BOTH int here(const S &x) { return -x; }
    static BOTH int around(const S &x) { return !x; }
    static BOTH int by_using(const S &x) { return x + 1; }
    static BOTH int global(const S &x) { return x * 1; }
    static BOTH int by_name(const S &x) { return operator!(x); }
    static BOTH int before(const S &x) { return ~x; }
};
BOTH int f(const library::Box<float> &) { return 2; }
BOTH int operator-(const library::Box<float> &) { return 2; }
namespace detail {
BOTH int operator+(const library::Box<float> &, int) { return 2; }
} // namespace detail
using detail::operator+;
} // namespace user
namespace user {
BOTH int operator!(const library::Box<float> &) { return 2; }
} // namespace user
BOTH int operator*(const library::Box<float> &, int) { return 2; }
__global__ void kernel(int *out) {
    library::Box<float> box{1};
    using Uses = user::Uses<library::Box<float>>;
    out[0] = Uses::function(box), out[1] = Uses::here(box), out[2] = Uses::around(box), out[3] = Uses::by_using(box);
    out[4] = Uses::global(box), out[5] = Uses::by_name(box), out[6] = Uses::before(box), out[7] = 1;
}
