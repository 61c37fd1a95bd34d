// RUN: cuprum --syntax-only %s
// Constructors, conversions, operators, statics, multiple inheritance, packs, local types in one kernel.
#define D __device__
namespace { struct Hidden { int a; }; D int hid(Hidden h) { return h.a; } }
struct Conv { int v; D operator int() const { return v; } D explicit operator bool() const { return v != 0; } D operator float *() { return nullptr; } };
struct Del { int a, b; D Del(int x, int y) : a(x), b(y) {} D Del(int x) : Del(x, 2) {} D Del() : Del{1} {} };
struct Inh : Del { using Del::Del; int c = 7; };
struct RefQ { D int f() & { return 1; } D int f() && { return 2; } D int f() const & { return 3; } };
struct St { static int count; static const float tab[3]; static constexpr int sq[] = {1, 4, 9}; D static int get(); };
D int St::count = 5;
__constant__ const float St::tab[3] = {1, 2, 3};
D int St::get() { return count + sq[1]; }
struct Op { int v; D Op &operator++() { ++v; return *this; } D Op operator++(int) { Op t = *this; v++; return t; } D int operator()(int a, int b = 3) const { return v + a + b; } D Op *operator->() { return this; }
  D bool operator==(const Op &o) const { return v == o.v; } D friend bool operator<(Op a, Op b) { return a.v < b.v; } D Op operator-() const { return {-v}; } };
D constexpr int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
static_assert(fact(5) == 120, "");
D long operator""_km(unsigned long long x) { return x * 1000; }
typedef struct tagS { int a; struct tagS *next; } S, *PS;
extern "C" { struct CS { int q; }; D int cfun(struct CS *c) { return c->q; } typedef enum { C_A, C_B = 3 } cenum; }
struct alignas(16) Al { float x[3]; };
template <class T, int N = 4> struct Stack { T d[N]; int n = 0; D void push(const T &v) { d[n++] = v; } D T pop() { return d[--n]; }
  template <class U> D explicit operator Stack<U, N>() const { Stack<U, N> r; return r; } enum { cap = N }; struct Node { T v; Node *nx; }; Node *head = nullptr; using value_type = T; };
template <class D1> struct CRTP { D int call() { return static_cast<D1 *>(this)->impl(); } };
struct Impl : CRTP<Impl> { D int impl() { return 42; } };
struct Base1 { int x; D virtual int vf(int) = 0; D virtual ~Base1() = default; };
struct Base2 { int y; D virtual int wf() { return y; } };
struct MI : Base1, Base2 { D int vf(int q) override { return q + x; } D int wf() override { return 9; } };
struct NoCopy { NoCopy(const NoCopy &) = delete; D NoCopy() {} D NoCopy(NoCopy &&o) : p(o.p) { o.p = nullptr; } int *p; D ~NoCopy() { p = nullptr; } };
D NoCopy make() { NoCopy n; return n; }
enum class Color : unsigned { red, green = 5 }; enum Flags { fa = 1, fb = 2, fc = fa | fb };
template <class... Ts> struct Tup; template <> struct Tup<> {}; template <class H, class... T> struct Tup<H, T...> : Tup<T...> { H h; D Tup(H a, T... t) : Tup<T...>(t...), h(a) {} D Tup() {} };
template <int I, class H, class... T> struct Get { D static auto &get(Tup<H, T...> &t) { return Get<I - 1, T...>::get(t); } };
template <class H, class... T> struct Get<0, H, T...> { D static H &get(Tup<H, T...> &t) { return t.h; } };
union Var { int i; float f; D Var() : f(1.f) {} D Var(int q) : i(q) {} };
struct Outer { struct Inner; Inner *p; D int use(); static constexpr int K = 3; int arr[K]; class Priv { int z = 1; friend struct Outer; }; Priv pr; D int gz() { return pr.z; } };
struct Outer::Inner { int val; }; D int Outer::use() { return p->val; }
__global__ void __launch_bounds__(fact(4) * 4) k(int *o, Stack<float> st, __grid_constant__ const Al al) {
  Conv c{3}; if (c) o[0] = c + 1; Inh in(4); Inh in2; o[1] = in.a + in.c + in2.b; RefQ r; o[2] = r.f() + RefQ().f();
  o[3] = St::get() + St::tab[1]; Op p{1}; ++p; p++; o[4] = p(1) + p->v + (p == -p) + (p < p); o[5] = 3_km;
  S s = {1, nullptr}; PS ps = &s; o[6] = ps->a; CS cs; o[7] = cfun(&cs) + C_B; st.push(1.f); o[8] = st.pop() + Stack<int>::cap;
  Stack<int>::Node nd; o[9] = nd.v; Impl im; o[10] = im.call(); MI mi; Base1 *b1 = &mi; o[11] = b1->vf(3) + mi.wf(); NoCopy nc = make(); NoCopy n2 = static_cast<NoCopy &&>(nc);
  Color col = Color::green; o[12] = (int)col + fc; Tup<int, float, char> t(1, 2.f, 'c'); o[13] = Get<1, int, float, char>::get(t); Var v(3), w; o[14] = v.i + w.f;
  Outer ou; o[15] = ou.use() + ou.gz() + sizeof(ou.arr); int Del::*mp = &Del::a; o[16] = in.*mp; int (RefQ::*mf)() const & = &RefQ::f; o[17] = (r.*mf)(); o[18] = hid({4});
  auto [x, y] = Del(5, 6); o[19] = x + y; static_assert(sizeof(al) == 16); using V = decltype(st)::value_type; V vv = 3; o[20] = vv;
  for (int i = 0, *q = o; i < 3; ++i, ++q) *q = i; goto end; end: return;
}
