// RUN: cuprum --syntax-only %s
// Namespaces, templates, scopes, ambiguities of declarations and expressions.
#define D __device__
// templates & scoping oddities
namespace a { namespace b { template <class T> struct X { static D int f(); template <class U> D int g(U u); struct In { T t; D In(); D int h(); }; friend D int fr(X x) { return x.q; } int q; }; } using namespace b; }
template <class T> D int a::b::X<T>::f() { return sizeof(T); }
template <class T> template <class U> D int a::b::X<T>::g(U u) { return sizeof(T) + sizeof(U) + q; }
template <class T> D a::b::X<T>::In::In() : t(3) {}
template <class T> D int a::b::X<T>::In::h() { return t; }
namespace al = a::b;
template <template <class> class C, class T> struct Wrap { C<T> c; };
template <class T> struct Fr { template <class U> friend struct Fr; template <class U> friend D U peek(Fr<U> &f); private: T v; public: D Fr(T x) : v(x) {} template <class U> D Fr(const Fr<U> &o) : v(o.v) {} };
template <class U> D U peek(Fr<U> &f) { return f.v; }
struct Fw; D int useFw(Fw *p); struct Fw { int z; }; D int useFw(Fw *p) { return p->z; }
D int ov(int) { return 1; } D int ov(float) { return 2; } D int ov(...) { return 3; } D int ov(const char *) { return 4; }
template <class T> D int ov(T *) { return 5; }
typedef int (*Fn)(float); D Fn sel() { return ov; }
D int (*retfp(int q))(float) { return &ov; }
D int (&refarr(int (&r)[4]))[4] { return r; }
D int arr2[2][3] = {{1, 2, 3}, {4}}; D auto trail(int a) -> int (*)[3] { return arr2; }
struct Bits { unsigned a : 4, : 4, b : 8; signed c : 2; enum Q { q0, q1 } e : 2; };
template <int... I> struct seq {}; template <int N, int... I> struct mk : mk<N - 1, N - 1, I...> {}; template <int... I> struct mk<0, I...> { typedef seq<I...> type; };
template <int... I> D int sumseq(seq<I...>) { int r = 0; int d[] = {(r += I)...}; return r + sizeof...(I) + d[0]; }
template <class... B> struct Multi : B... { using B::operator()...; D Multi(B... b) : B(b)... {} };
template <class... B> Multi(B...) -> Multi<B...>;
struct Fi { D int operator()(int) { return 1; } }; struct Ff { D int operator()(float) { return 2; } };
template <class T> constexpr T pi = T(3.14159); template <> constexpr int pi<int> = 3;
template <class T> using Ptr = T *; template <class T> using XT = a::X<T>;
struct Lazy { template <class T> static D auto call(T t) { return t + other(t); } static D int other(int z) { return z * 2; } };
template <class T, class = decltype(T::q)> D int hasq(int) { return 1; } template <class T> D int hasq(...) { return 0; }
inline namespace ver { D int iv() { return 1; } } D int useiv() { return iv() + ver::iv(); }
enum Un { ua, ub = ua + 2 }; D Un nextu(Un u) { return Un(u + 1); } 
D int shadow(int x) { int r = x; { int x = 5; r += x; struct x { int m; }; struct x y = {3}; r += y.m; } return r; }
struct Ref { int &r; const int c; D Ref(int &q) : r(q), c(q) {} };
D int swt(Un u) { switch (u) { case ua: { int z = 1; return z; } case ub: default: return 2; } }
__global__ void k(int *o) {
  a::X<float> x; o[0] = a::X<int>::f() + x.g('c') + fr(x); al::X<int>::In in; o[1] = in.h(); Wrap<Ptr, int> w; w.c = o; Wrap<a::X, int> w2; o[2] = w2.c.q;
  Fr<int> f(3); Fr<float> f2(f); o[3] = peek(f2); Fw fw; o[4] = useFw(&fw) + ov(1) + ov(1.f) + ov("x") + ov(o); o[5] = sel()(2.f) + retfp(1)(2.f);
  int q[4]; o[6] = refarr(q)[1] + trail(0)[1][2]; Bits b{}; b.e = Bits::q1; o[7] = b.a + b.c + b.e; o[8] = sumseq(mk<4>::type()); Multi m{Fi{}, Ff{}}; o[9] = m(1) + m(2.f);
  o[10] = pi<int> + int(pi<float>); Ptr<int> p = o; XT<int> xt; o[11] = *p + xt.q + Lazy::call(3) + hasq<a::X<int>>(0) + hasq<int>(0) + useiv() + nextu(ub) + shadow(2); Ref rr(o[0]); o[12] = rr.r + swt(ua);
  auto lam = [=, &q](int z) mutable { q[0] = z; return z + o[0]; }; o[13] = lam(3); auto gen = [](auto a, auto... r) { return (a + ... + r); }; o[14] = gen(1, 2, 3.f);
  if (int z = o[1]; z > 3) o[15] = z; while (int z = o[2]) { o[16] = z; break; } int n = 0; do n++; while (n < 3); constexpr int cs[] = {1, 2}; o[17] = cs[1]; static __shared__ int sm[4]; sm[n] = 1;
  o[18] = [] { return 3; }(); using T = struct { int v; }; T tt{4}; o[19] = tt.v; typedef decltype(o[0]) RT; RT rt = o[0]; rt++; o[20] = alignof(double) + sizeof x;
}
