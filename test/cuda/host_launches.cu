// Kernels that host code reaches: through virtual functions, destructors, members, function
// objects, type erasure, operators, initialisers, tables, packs, template arguments, local classes.
// The same set that nvcc instantiates.
// RUN: cuprum -w -std=c++17 --extended-lambda %s -o - | grep -o 'entry _Z1kILi[0-9]*' | \
// RUN:   sed 's/.*ILi//' | sort -n | tr '\n' ' '
// EXPECT:
// 1 2 3 4 5 6 7 8 9 10 11 12 13 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 36 37 38 39 40 41 42 43 45 46 47 48 49 50 51 52 53 54 58 59 61 62 63 64 65 66 67 68 130 140 141 142 150 151 152 241 
template <int N> __global__ void k(int *) {}
template <int... N> struct Nums {};
template <int N> struct Num { static constexpr int value = N; };
template <int N> void launch(int *p) {
    k<N><<<1, 1>>>(p);
}

// 1 virtual members of a global
struct Base {
    virtual void run() {}
    virtual ~Base() {}
};
template <int N> struct V1 : Base {
    void run() override { launch<N>(nullptr); }
};
V1<1> v1;
// 2 virtual in a base template of the object's class
template <int N> struct V2 : Base {
    void run() override { launch<N>(nullptr); }
};
template <int N> struct W2 : V2<N> {};
void f2() {
    W2<2> w;
    (void)w;
}
// 3 destructor of local
template <int N> struct G3 {
    ~G3() { launch<N>(nullptr); }
};
void f3() {
    G3<3> g;
}
// 4 member with ctor
template <int N> struct M4 {
    M4() { launch<N>(nullptr); }
};
struct H4 {
    M4<4> m;
};
void f4() {
    H4 h;
}
// 5 member's dtor
struct H5 {
    G3<5> m;
};
H5 h5;
// 6 functor passed on
template <class F> void apply(F f) {
    f();
}
template <int N> struct F6 {
    void operator()() const { launch<N>(nullptr); }
};
void f6() {
    apply(F6<6>());
}
// 7 generic lambda passed
template <class F> void apply1(F f) {
    f(Num<7>());
}
void f7() {
    apply1([](auto n) { launch<decltype(n)::value>(nullptr); });
}
// 8 make_unique
template <int N> struct V8 : Base {
    void run() override { launch<N>(nullptr); }
};
template <class T> T *make() {
    return new T();
}
Base *f8() {
    return make<V8<8>>();
}
// 9 type erasure
struct Any {
    struct Call {
        virtual void go() = 0;
    };
    template <class F> struct Of : Call {
        F f;
        Of(F g) : f(g) {}
        void go() override { f(); }
    };
    Call *c;
    template <class F> Any(F f) : c(new Of<F>(f)) {}
    void operator()() { c->go(); }
};
void f9() {
    Any f = F6<9>();
    f();
}
// 10 an algorithm
template <int N> struct F10 {
    void operator()(int) const { launch<N>(nullptr); }
};
template <class I, class F> void each(I b, I e, F f) {
    for (; b != e; ++b) f(*b);
}
void f10(int *b, int *e) {
    each(b, e, F10<10>());
}
// 11 static member initialiser
template <int N> struct S11 { static bool reg; };
template <int N> bool S11<N>::reg = (launch<N>(nullptr), true);
bool f11() {
    return S11<11>::reg;
}
// 12 variable template
template <int N> bool v12 = (launch<N>(nullptr), true);
bool f12() {
    return v12<12>;
}
// 13 table of pointers
using fp = void (*)(int *);
template <int N> struct T13 {
    static fp get() { return launch<N>; }
};
fp t13[] = {T13<13>::get(), launch<130>};
// 14 pack expansion
template <int... N> void all14(Nums<N...>) {
    (launch<N + 140>(nullptr), ...);
}
void f14() {
    all14(Nums<0, 1, 2>());
}
// 15 operator
template <int N> struct O15 {
    O15 &operator+=(int) {
        launch<N>(nullptr);
        return *this;
    }
    operator bool() {
        launch<N + 1>(nullptr);
        return true;
    }
    int operator[](int) {
        launch<N + 2>(nullptr);
        return 0;
    }
};
void f15() {
    O15<150> o;
    o += 1;
    if (o) {
    }
    o[1];
}
// 16 conversion implicit
void take(bool);
template <int N> struct O16 {
    operator int() {
        launch<N>(nullptr);
        return 1;
    }
};
int f16() {
    return 1 + O16<16>();
}
// 17 default args
template <int N> int d17() {
    launch<N>(nullptr);
    return 1;
}
void g17(int x = d17<17>());
void f17() {
    g17();
}
// 18 NSDMI
struct N18 {
    int x = d17<18>();
};
N18 n18;
// 19 range-for
template <int N> struct R19 {
    int *begin() {
        launch<N>(nullptr);
        return 0;
    }
    int *end() { return 0; }
};
void f19() {
    for (int x : R19<19>()) (void)x;
}
// 20 CRTP
template <class D> struct C20 {
    void go() { static_cast<D *>(this)->impl(); }
};
template <int N> struct D20 : C20<D20<N>> {
    void impl() { launch<N>(nullptr); }
};
void f20() {
    D20<20>().go();
}
// 21 inherited ctor
template <int N> struct B21 {
    B21(int) { launch<N>(nullptr); }
};
struct D21 : B21<21> {
    using B21::B21;
};
void f21() {
    D21 d(1);
}
// 22 static local init
void f22() {
    static int x = d17<22>();
    (void)x;
}
// 23 address of kernel in host code
void f23() {
    void *p = (void *)(void (*)(int *))k<23>;
    (void)p;
}
// 24 alias
template <int N> using A24 = M4<N>;
void f24() {
    A24<24> a;
}
using A241 = M4<241>;
void f241() {
    A241 a;
}
// 25 user literal
int operator""_k(unsigned long long) {
    launch<25>(nullptr);
    return 0;
}
template <int N> struct L25 {
    L25() { launch<N>(nullptr); }
};
L25<25> operator""_lit(unsigned long long) {
    return {};
}
int x25 = 1_k;
// 26 macro free function through function ptr member
template <int N> struct P26 {
    void m() { launch<N>(nullptr); }
};
void f26() {
    void (P26<26>::*p)() = &P26<26>::m;
    (void)p;
}
// 27 explicit instantiation of class
template <int N> struct X27 {
    void m() { launch<N>(nullptr); }
};
template struct X27<27>;
// 28 std::map emplace etc: copy ctor
template <int N> struct C28 {
    C28() {}
    C28(const C28 &) { launch<N>(nullptr); }
};
template <class T> struct Box {
    T *p;
    void put(const T &t) { p = new T(t); }
};
void f28() {
    Box<C28<28>> v;
    v.put(C28<28>());
}
// 29 delete expression
void f29(G3<29> *p) {
    delete p;
}
// 30 explicit kernel instantiation
template __global__ void k<30>(int *);
// 31 static function pointer as template arg
template <fp F> void call31() {
    F(nullptr);
}
void f31() {
    call31<launch<31>>();
}
template <fp F> struct call32 {
    void go() { F(nullptr); }
};
void f32() {
    call32<launch<32>>().go();
}
// 33 kernel as template argument
template <void (*K)(int *)> void call33() {
    K<<<1, 1>>>(nullptr);
}
void f33() {
    call33<k<33>>();
}
template <auto K> struct call34 { static constexpr auto kk = K; };
void f34() {
    (void)call34<k<34>>::kk;
}
// 35 sizeof does not
int x35 = sizeof(d17<35>());
// 36 if constexpr
template <int N> void f36t() {
    if constexpr (N > 0)
        launch<36>(nullptr);
    else
        launch<360>(nullptr);
}
void f36() {
    f36t<1>();
}
// 37 nested class in function
void f37() {
    struct L {
        void operator()() { launch<37>(nullptr); }
    };
    apply(L());
}
void f38() {
    struct L {
        L() { launch<38>(nullptr); }
        ~L() { launch<39>(nullptr); }
    };
    L l;
}
// friend
struct Fr {
    friend void f40(Fr) { launch<40>(nullptr); }
};
// static host function unused
static void f41() {
    launch<41>(nullptr);
}
inline void f42() {
    launch<42>(nullptr);
}
struct U43 {
    void m() { launch<43>(nullptr); }
};
template <class T> struct U44 {
    void m() { launch<44>(nullptr); }
};
// 45 members of a local class are instantiated with its function, called or not, device code too
template <class P> inline __host__ __device__ void with_local(P) {
    struct Path {
        __host__ void operator()() const { k<P::value><<<1, 1>>>(nullptr); }
    };
}
__global__ void d45() {
    with_local(Num<45>());
}
void f46() {
    with_local(Num<46>());
}
template <class T> __global__ void d47(T t) {
    with_local(t);
}
void f47() {
    d47<<<1, 1>>>(Num<47>());
}
// 48 a free operator
struct S48 {};
S48 operator<<(S48 s, int) {
    launch<48>(nullptr);
    return s;
}
template <int N> struct T49 {};
template <int N> T49<N> operator<<(T49<N> s, int) {
    launch<N>(nullptr);
    return s;
}
void f49(T49<49> t) {
    t << 1;
}
// 50 members of explicit specializations, nested classes defined outside
template <class T> struct X50 { void m(); };
template <> void X50<int>::m() {
    launch<50>(nullptr);
}
struct Y51 {
    struct In;
    In *in;
};
struct Y51::In {
    void m() { launch<51>(nullptr); }
};
struct Z52 {
    Z52();
    ~Z52();
    template <int N> void t() { launch<N>(nullptr); }
};
Z52::Z52() {
    launch<52>(nullptr);
}
Z52::~Z52() {
    launch<53>(nullptr);
    t<54>();
}
// 55 chains of static members
template <int N> struct S55 { static int a; };
template <int N> int S55<N>::a = S55<N + 1>::a + 1;
template <> int S55<58>::a = d17<58>();
int x55 = S55<55>::a;
// 59 new of an array, delete of a base
struct V59 : Base {
    ~V59() { launch<59>(nullptr); }
};
void f59() {
    Base *b = new V59[2];
    delete[] b;
}
// 61 constants
constexpr auto c61 = k<61>;
template <class T> constexpr fp c62 = k<62>;
fp f62() {
    return c62<int>;
}
// 63 a lambda in an initialiser, a lambda that is called elsewhere, one that is converted
auto l63 = [] { launch<63>(nullptr); };
fp l64 = [](int *p) { launch<64>(p); };
template <class T> auto maker() {
    return [](auto x) { launch<T::value>(nullptr); };
}
void f65() {
    maker<Num<65>>()(1);
}
// 66 inherited constructors, delegated ones, default member initialisers of templates
template <int N> struct M66 { int v = d17<N>(); };
struct E66 : M66<66> {
    E66() : E66(1) {}
    E66(int) {}
};
// 67 static local object's constructor, conditional operator, comma, decltype does not
template <int N> int once() {
    static M4<N> m;
    return 0;
}
int x67 = sizeof(once<670>()) > 1 ? once<67>() : (once<68>(), 0);
decltype(once<680>()) x68;
