// SPDX-License-Identifier: Apache-2.0
// C++20: char8_t, optional typename, range-for initialisers, constexpr.
// RUN: cuprum --syntax-only -std=c++20 --expt-relaxed-constexpr --check-all --default-device %s
namespace t_misc2 {
static_assert(__is_same(decltype(u8'a'), char8_t) && __is_same(decltype(u8"a"), const char8_t (&)[2]));
constexpr char8_t c8 = u8'x'; static_assert(sizeof(char8_t) == 1);
constexpr const char8_t *s8 = u8"hey"; static_assert(s8[1] == u8'e');
void ov(char8_t); void ov(unsigned char);
__device__ int lk(int x) { if (x > 3) [[likely]] return 1; else [[unlikely]] return 2; while (x) [[likely]] { x--; } switch (x) { [[likely]] case 1: return 3; [[unlikely]] default: return 4; } }
__device__ int rf() { int s = 0; for (int a[3] = {1,2,3}; int x : a) s += x; for (struct { int n; } q{3}; auto &e : {1,2}) s += e * q.n; return s; }
struct B { int a : 3 = 2; unsigned b : 5 {7}; int c : 4 = -1; }; constexpr B b; static_assert(b.a == 2 && b.b == 7 && b.c == -1);
template<class T> struct Ty { using type = T; }; 
template<class T> T::type po(typename T::type x) { typename T::type y = x; return static_cast<T::type>(y); }
template<class T> struct Po { T::type m; using A = T::type; T::type f(T::type); auto g() -> T::type; static T::type s; };
template<class T> Po<T>::A outf(); 
template<class T> T::type Po<T>::f(T::type x) { return x; }
__device__ int pf() { return po<Ty<int>>(3) + Po<Ty<int>>{4}.m; }
struct VB { constexpr virtual int f() const { return 1; } constexpr virtual ~VB() = default; }; struct VD : VB { constexpr int f() const override { return 2; } };
constexpr int vf() { VD d; const VB &b = d; return b.f(); } static_assert(vf() == 2);
constexpr int nd() { int *p = new int[3]{1,2,3}; int s = p[0] + p[1] + p[2]; delete[] p; return s; } static_assert(nd() == 6);
constexpr bool ce() { return __builtin_is_constant_evaluated(); } static_assert(ce());
constexpr int ceif(int x) { if (__builtin_is_constant_evaluated()) return x; return -x; } static_assert(ceif(2) == 2);
static_assert(__builtin_bit_cast(unsigned, 1.0f) == 0x3f800000u);
struct BC { short a, b; }; static_assert(__builtin_bit_cast(int, BC{1, 2}) == 0x20001); static_assert(__builtin_bit_cast(BC, 0x30004).a == 4);
namespace A::inline B1::C { constexpr int v = 3; } static_assert(A::C::v == 3 && A::B1::C::v == 3);
constexpr int uninit() { int x; x = 3; return x; } static_assert(uninit() == 3);
union CU { int a; float b; }; constexpr float cu() { CU u{1}; u.b = 2.f; return u.b; } static_assert(cu() == 2.f);
[[nodiscard("why")]] int nod(); struct [[nodiscard]] NS {};
template<class T> constexpr bool is_p = requires { requires true; };
constexpr int asmf(int x) { if (!__builtin_is_constant_evaluated()) { asm(""); } return x; } static_assert(asmf(2) == 2);
int arr[]{1,2,3}; constexpr auto sz = sizeof(new int[]{1,2,3});
struct Nua { [[no_unique_address]] struct Em {} e; int x; }; static_assert(sizeof(Nua) == 4);
constexpr int ptrc() { int a[3] = {}; int *p = a; return p + 3 - a; } static_assert(ptrc() == 3);
typedef int (*FP)(int) noexcept; static_assert(noexcept(FP{}(1)));
struct Ag { int x; Ag() = delete; }; static_assert(!__is_aggregate(Ag));
__device__ int arrp(int (*p)[], int (&r)[]) { return (*p)[0] + r[0]; } __device__ int arrc() { int a[2] = {1,2}; return arrp(&a, a); }
template<class T> struct Fr { template<class U> friend struct Fr; friend T; };
struct Tl { int a; friend bool operator==(const Tl&, const Tl&) = default; };
auto &&dsb = 3;
constexpr auto lc = [x = 1] { return x; }; static_assert(lc() == 1);
struct Sb { int a : 3; volatile int v; }; 
static_assert([](auto... xs) { return sizeof...(xs); }(1,2) == 2);
}
