// Host code that is not understood where no token leads to a kernel, but an argument of the
// instance does, a variable or a parameter: a kernel may be missing, and that is said where what
// leads to it stands.
// RUN: cuprum -std=c++17 %s -o %t.ptx
template <class T> __global__ void fill(T *p) { *p = 1; } // WARNING: kernel "fill" may be missing
__global__ void plain(int *p) { *p = 1; }
template <class T> void start(T *p) { fill<<<1, 1>>>(p); }
namespace library {
template <class A> struct Table {};
template <class A, class B> struct Two;
template <class A> struct Two<A, int> {};
template <class B> struct Two<int, B> {};
template <class F> void body(F f) { no_such(f); }
template <class F> struct Static { static int member; };
template <class F> int Static<F>::member = no_such<F>();
template <class F> int use_static(F) { return Static<F>::member; }
template <class F> struct Member { using type = typename F::absent; type go(); };
template <class F> void use_member(F) { Member<F>().go(); }
template <class F> int variable = no_such<F>();
template <class F> void use_variable(F) { variable<F>; }
template <class F> void deeper(F f) { body([=](auto x) { f(x); }); }
template <auto f> void value() { no_such(); }
template <class F> void quiet(F f) { no_such(f); }
}
struct Functor { template <class T> void operator()(T *p) const { start(p); } }; // WARNING: kernels may be missing that "start" leads to
struct Cold { int n; };
void closures(int *p) {
    library::body([=](auto x) { fill<<<1, 1>>>(x); }); // WARNING: kernel "fill" may be missing
    library::use_static([=](auto x) { fill<<<1, 1>>>(x); }); // WARNING: kernel "fill" may be missing
    library::use_member([=](auto x) { fill<<<1, 1>>>(x); }); // WARNING: kernel "fill" may be missing
    library::use_variable([](auto x) { fill<<<1, 1>>>(x); }); // WARNING: kernel "fill" may be missing
    auto launch = [=](auto x) { fill<<<1, 1>>>(x); }; // WARNING: kernel "fill" may be missing
    library::deeper(launch);
    library::quiet([=](auto x) { return x; });
    library::quiet(Cold());
}
void functor(int *p) { library::body(Functor()); }
void address() { library::value<fill<float>>(); }
void local(int *p) {
    auto launch = [=](auto x) { fill<<<1, 1>>>(x); }; // WARNING: kernel "fill" may be missing
    no_such(launch);
}
struct Other { template <class T> void operator()(T *p) const { fill<<<1, 1>>>(p, 1 + 1); } }; // WARNING: kernel "fill" may be missing
void parameter(Other f, Cold c) { no_such(c); no_such(f); }
void understood(Functor f, Cold c) { no_such(c); f((int *)0); }
void one(int *p) { plain<<<1, 1>>>(p); }
