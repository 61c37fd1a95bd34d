// Where a call stands [support.srcloc]: the builtins behind std::source_location, in default arguments (also of a default
// argument's call) and default member initialisers. Places and names are nvcc's: of a call its ')'.
// RUN: cuprum %s --syntax-only --check-all -std=c++20 -expt-relaxed-constexpr
// RUN[A]: cuprum run %s %E -std=c++20 -expt-relaxed-constexpr --block=1 --print=0 buf:u32:7:zero
// EACH: -O0, -O3
namespace std {
struct source_location {
  private:
    struct __impl {
        const char *_M_file_name;
        const char *_M_function_name;
        unsigned _M_line;
        unsigned _M_column;
    };
    using __builtin_ret_type = decltype(__builtin_source_location());

  public:
    static consteval source_location current(__builtin_ret_type p = __builtin_source_location()) noexcept {
        source_location r;
        r.impl = static_cast<const __impl *>(p);
        return r;
    }
    constexpr unsigned line() const { return impl ? impl->_M_line : 0u; }
    constexpr unsigned column() const { return impl ? impl->_M_column : 0u; }
    constexpr const char *function_name() const { return impl ? impl->_M_function_name : ""; }
    constexpr const char *file_name() const { return impl ? impl->_M_file_name : ""; }

  private:
    const __impl *impl = nullptr;
};
} // namespace std
using std::source_location;
static_assert(source_location::current().line() == 33 && source_location::current().column() == 83);
constexpr bool same(const char *a, const char *b) {
    for (; *a == *b; a++, b++)
        if (!*a) return true;
    return false;
}
static_assert(same(source_location::current().function_name(), ""));
__host__ __device__ constexpr unsigned where(source_location l = source_location::current()) { return l.line(); }
__host__ __device__ constexpr int line(int x, int l = __builtin_LINE(), int c = __builtin_COLUMN()) {
    return x + l * 100 + c * 10000;
}
__host__ __device__ constexpr int two(int a = __builtin_LINE(), int b = line(0)) { return a * 1000000 + b; }
struct Agg {
    int l = __builtin_LINE();
    const char *f = __builtin_FUNCTION();
};
struct Ctor {
    int l = __builtin_LINE();
    constexpr Ctor(int) {}
    constexpr Ctor()
        : l2(1) {}
    int l2 = 0;
    constexpr const char *name() const { return __builtin_FUNCTION(); }
    constexpr operator const char *() const { return __func__; }
    template <class T> constexpr const char *operator()(T) const { return source_location::current().function_name(); }
};
static_assert(where() == 59);
static_assert(line(7,

                   1) == 7 + 1 * 100 + 21 * 10000);
static_assert(two(
              ) == 64 * 1000000 + 64 * 100 + 15 * 10000);
static_assert(Agg{}.l == 65);
static_assert(Ctor(1).l == 51 && Ctor().l == 53);
static_assert(same(Ctor(1).name(), "name") && same(Ctor(1)(2), "operator()"));
static_assert(same(Ctor(1), "operator const char *"));
constexpr const char *agg_in() { return Agg{}.f; }
static_assert(same(agg_in(), "agg_in"));
__global__ void k(unsigned *p) {
    p[0] = where();
    p[1] = source_location::current().column();
    p[2] = source_location::current().function_name()[0]; // 'k'
    p[3] = [](source_location l = source_location::current()) { return l.function_name()[0]; }();
    p[4] = [] { return __builtin_FUNCTION()[0]; }(); // 'o'
    source_location s = source_location::current();
    p[5] = s.line();
    p[6] = __builtin_COLUMN();
}
// A: arg 0: 72 37 107 107 111 77 12
