// RUN: cuprum run %s -std=c++20
// RUN: cuprum run %s -std=c++20 -O0
// __PRETTY_FUNCTION__ is spelled as nvcc 13.0 spells it (pretty_function.sh asks it): programs take
// the text apart. The declaration is the template's own, with what its parameters stand for.
// CHECK: begin
extern "C" __device__ int printf(const char *, ...);
#define D __device__
#define TEXT { return __PRETTY_FUNCTION__; }
typedef const char *Text;
namespace outer {
namespace inner { D inline Text plain(int, const char *, ...) TEXT }
inline namespace v2 { struct S { int m, n; D int get(int) const { return m; } D static int count() { return 0; } }; }
namespace { struct Hidden {}; }
enum Color { red, green };
enum class Wide : unsigned { one = 1 };
enum { nameless = 3 };
template <class T> struct Box { using type = T; struct Part {}; };
template <class T> D int of(T) { return 0; }
}
D int variable, array[4];
typedef int Three[3];
D void callee() {}

D Text refs(int (&)[3], int (*)(int), Three, const volatile int *, int *const *) TEXT
D static inline Text quiet() noexcept TEXT
D Text surely() noexcept(true) TEXT
D auto behind(bool) -> const char * TEXT
D constexpr Text constant(int outer::S::*, int (outer::S::*)(int) const) TEXT

template <class T> D Text type() TEXT
template <class T, class U> D static constexpr Text two(U *, const T &, T &&) TEXT
template <class T> D Text dependent(typename T::type, typename T::Part *, outer::Box<T>) TEXT
template <int N, class T> D Text bounds(T (&)[N], T (*)[N + 1]) TEXT
template <class R, class... A> D Text packs(R (*)(A...), A *...) TEXT
template <class... A> D Text pack() TEXT
template <int... I> D Text numbers() TEXT
template <class, int, template <class> class> D Text unnamed() TEXT
template <template <class> class... C> D Text templates() TEXT
template <auto V> D Text value() TEXT
template <class T, T V> D Text typed() TEXT
template <int *P, int &R, void (*F)()> D Text addresses() TEXT
template <class T> D auto deduced(T) TEXT
template <class T> concept Small = sizeof(T) < 8;
D Text invented(Small auto, auto *, const auto &...) TEXT
template <Small T> D Text constrained(T) requires(sizeof(T) > 1) TEXT
template <> D Text type<outer::S>() TEXT

template <class T, int N = 4> struct Holder {
    using Alias = T;
    enum E { e };
    struct Part {
        D Text f(T, Part) TEXT
        template <class U> D static Text g(U, T) TEXT
    };
    D Holder() : made(__PRETTY_FUNCTION__) {}
    template <class U> D Holder(U, T) : made(__PRETTY_FUNCTION__) {}
    D ~Holder() {}
    D Text types(Alias, Holder, Holder<int>, Part, E) const TEXT
    D static Text sized(T (&)[N]) TEXT
    D Text operator()(T, ...) TEXT
    D Text operator[](Holder) && TEXT
    D operator T() const { return (last = __PRETTY_FUNCTION__, T()); }
    D Text outside(T);
    template <class U> D Text outside(T, U);
    template <class U> struct Inner { D Text f(T, U) TEXT };
    D friend Text of_friend(Holder, T) TEXT
    D Text has_lambda() { return [this](int, auto x) mutable TEXT(1, 2); }
    Text made;
    mutable Text last = 0;
};
template <class V, int M> D Text Holder<V, M>::outside(V) TEXT
template <class V, int M> template <class W> D Text Holder<V, M>::outside(V, W) TEXT
template <class T> struct Holder<T *, 4> { D Text part(T) TEXT };
template <> struct Holder<char, 4> { D Text full(char) TEXT template <class U> D Text more(U) TEXT };
struct Base { D virtual Text f(int) const TEXT D explicit operator bool() volatile { return true; } };
D Text in_default(Text t = __PRETTY_FUNCTION__) { return t; }

D void show(Text t) { printf("%s\n", t); }
struct Pair { int a, b; };

D void functions() {
    show(outer::inner::plain(1, "")); // CHECK-NEXT: const char *outer::inner::plain(int, const char *, ...)
    int three[3];
    show(refs(three, 0, 0, 0, 0)); // CHECK-NEXT: const char *refs(int (&)[3], int (*)(int), int *, const volatile int *, int *const *)
    show(quiet()); // CHECK-NEXT: const char *quiet() noexcept
    show(surely()); // CHECK-NEXT: const char *surely() noexcept(true)
    show(behind(1)); // CHECK-NEXT: auto behind(__nv_bool)->const char *
    show(constant(0, 0)); // CHECK-NEXT: constexpr const char *constant(int outer::v2::S::*, int (outer::v2::S::*)(int) const)
    show(in_default()); // CHECK-EMPTY:
}

D void types() {
    show(type<unsigned>()); // CHECK-NEXT: const char *type() [with T = unsigned int]
    show(type<bool>()); // CHECK-NEXT: const char *type() [with T = __nv_bool]
    show(type<decltype(nullptr)>()); // CHECK-NEXT: const char *type() [with T = std::nullptr_t]
    show(type<const char *const>()); // CHECK-NEXT: const char *type() [with T = const char *const]
    show(type<int[2][3]>()); // CHECK-NEXT: const char *type() [with T = int [2][3]]
    show(type<int *[]>()); // CHECK-NEXT: const char *type() [with T = int *[]]
    show(type<int (*(*)(int))[3]>()); // CHECK-NEXT: const char *type() [with T = int (*(*)(int))[3]]
    show(type<void(char, ...) noexcept>()); // CHECK-NEXT: const char *type() [with T = void (char, ...) noexcept]
    show(type<void() const &>()); // CHECK-NEXT: const char *type() [with T = void () &]
    show(type<outer::S>()); // CHECK-NEXT: const char *type() [with T = outer::v2::S]
    show(type<outer::Hidden *>()); // CHECK-NEXT: const char *type() [with T = outer::<unnamed>::Hidden *]
    show(type<outer::Box<outer::Box<int>>::Part>()); // CHECK-NEXT: const char *type() [with T = outer::Box<outer::Box<int>>::Part]
    show(type<decltype(outer::nameless)>()); // CHECK-NEXT: const char *type() [with T = enum outer::<unnamed>]
    struct { int a; } local;
    show(type<decltype(local)>()); // CHECK-NEXT: const char *type() [with T = struct <unnamed>]
    auto l = [=](int, auto) mutable noexcept { return 1; };
    show(type<decltype(l)>()); // CHECK-NEXT: const char *type() [with T = lambda [](int, auto) mutable->auto noexcept]
    show(two<int>((char *)0, 1, 2)); // CHECK-NEXT: constexpr const char *two(U *, const T &, T &&) [with T = int; U = char]
    show(dependent<outer::Box<int>>(1, 0, {})); // CHECK-NEXT: const char *dependent(T::type, T::Part *, outer::Box<T>) [with T = outer::Box<int>]
    int three[3], more[4];
    show(bounds(three, &more)); // CHECK-NEXT: const char *bounds(T (&)[N], T (*)[<expression>]) [with int N = 3; T = int]
    show(deduced(1)); // CHECK-NEXT: auto deduced(T) [with T = int]
    show(constrained(1)); // CHECK-NEXT: const char *constrained(T) [with T = int]
    show(invented(1, "", 2, 'c')); // CHECK-NEXT: const char *invented(Small auto, auto *, const auto &...) [with <auto-1> = int; <auto-2> = const char; <auto-3> = int; <auto-3> = char]
}

D void lists() { // nvcc closes the bracket that an empty pack did not open
    show(packs((int (*)(char, long))0, (char *)0, (long *)0)); // CHECK-NEXT: const char *packs(R (*)(A...), A *...) [with R = int; A = char; A = long]
    show(pack<int, char>()); // CHECK-NEXT: const char *pack() [with A = int; A = char]
    show(pack<>()); // CHECK-NEXT: const char *pack()]
    show(numbers<1, -2>()); // CHECK-NEXT: const char *numbers() [with int I = 1; int I = -2]
    show(unnamed<char, 2, outer::Box>()); // CHECK-NEXT: const char *unnamed() [with <template-parameter-1-1> = char; int <anonymous> = 2; <template-parameter-1-3> = outer::Box]
    show(templates<outer::Box, outer::Box>()); // CHECK-NEXT: const char *templates() [with C = outer::Box; C = outer::Box]
}

D void values() {
    show(value<-3>()); // CHECK-NEXT: const char *value() [with int V = -3]
    show(value<3u>()); // CHECK-NEXT: const char *value() [with unsigned int V = 3U]
    show(value<-3LL>()); // CHECK-NEXT: const char *value() [with long long V = -3LL]
    show(value<(short)-3>()); // CHECK-NEXT: const char *value() [with short V = (short)(-3)]
    show(value<true>()); // CHECK-NEXT: const char *value() [with __nv_bool V = true]
    show(value<'\''>()); // CHECK-NEXT: const char *value() [with char V = ''']
    show(value<(unsigned char)65>()); // CHECK-NEXT: const char *value() [with unsigned char V = (unsigned char)'A']
    show(value<u'x'>()); // CHECK-NEXT: const char *value() [with char16_t V = u'x']
    show(value<(char16_t)300>()); // CHECK-NEXT: const char *value() [with char16_t V = (char16_t)300U]
    show(value<outer::green>()); // CHECK-NEXT: const char *value() [with outer::Color V = outer::green]
    show(value<(outer::Color)7>()); // CHECK-NEXT: const char *value() [with outer::Color V = (outer::Color)7]
    show(value<outer::Wide::one>()); // CHECK-NEXT: const char *value() [with outer::Wide V = outer::Wide::one]
    show(value<(outer::Wide)7>()); // CHECK-NEXT: const char *value() [with outer::Wide V = (outer::Wide)7U]
    show(value<outer::nameless>()); // CHECK-NEXT: const char *value() [with enum outer::<unnamed> V = outer::nameless]
    show(value<&outer::S::n>()); // CHECK-NEXT: const char *value() [with int outer::v2::S::*V = &outer::v2::S::n]
    show(value<&outer::S::get>()); // CHECK-NEXT: const char *value() [with int (outer::v2::S::*V)(int) const = &outer::v2::S::get]
    show(value<&outer::S::count>()); // CHECK-NEXT: const char *value() [with int (*V)() = outer::v2::S::count]
    show(value<outer::of<int>>()); // CHECK-NEXT: const char *value() [with int (*V)(int) = outer::of]
    show(value<(int outer::S::*)nullptr>()); // CHECK-NEXT: const char *value() [with int outer::v2::S::*V = (int outer::v2::S::*)0]
    show(value<(int *)nullptr>()); // CHECK-NEXT: const char *value() [with int *V = (int *)nullptr]
    show(value<nullptr>()); // CHECK-NEXT: const char *value() [with std::nullptr_t V = nullptr]
    show(value<Pair{1, 2}>()); // CHECK-NEXT: const char *value() [with Pair V = Pair{1, 2}]
    show(value<array>()); // CHECK-NEXT: const char *value() [with int *V = array]
    show(value<(const int *)&variable>()); // CHECK-NEXT: const char *value() [with const int *V = (const int *)(&variable)]
    show(typed<char, 'c'>()); // CHECK-NEXT: const char *typed() [with T = char; char V = 'c']
    show(addresses<&variable, variable, callee>()); // CHECK-NEXT: const char *addresses() [with int *P = &variable; int &R = variable; void (*F)() = callee]
}

D void members() {
    Holder<int> h, g('c', 1);
    int four[4];
    show(h.made); // CHECK-NEXT: Holder<T, N>::Holder() [with T = int; int N = 4]
    show(g.made); // CHECK-NEXT: Holder<T, N>::Holder(U, T) [with U = char; T = int; int N = 4]
    show(h.types(1, h, h, {}, Holder<int>::e)); // CHECK-NEXT: const char *Holder<T, N>::types(T, Holder<T, N>, Holder<int, 4>, Holder<T, N>::Part, Holder<T, N>::E) const [with T = int; int N = 4]
    show(h.sized(four)); // CHECK-NEXT: static const char *Holder<T, N>::sized(T (&)[N]) [with T = int; int N = 4]
    show(h(1)); // CHECK-NEXT: const char *Holder<T, N>::operator()(T, ...) [with T = int; int N = 4]
    show(Holder<int>()[h]); // CHECK-NEXT: const char *Holder<T, N>::operator[](Holder<T, N>) && [with T = int; int N = 4]
    (void)(int)h;
    show(h.last); // CHECK-NEXT: Holder<T, N>::operator T() const [with T = int; int N = 4]
    show(h.outside(1)); // CHECK-NEXT: const char *Holder<T, N>::outside(T) [with T = int; int N = 4]
    show(h.outside(1, 'c')); // CHECK-NEXT: const char *Holder<T, N>::outside(T, U) [with U = char; T = int; int N = 4]
    show(Holder<int>::Part().f(1, {})); // CHECK-NEXT: const char *Holder<T, N>::Part::f(T, Holder<T, N>::Part) [with T = int; int N = 4]
    show(Holder<int>::Part::g(1L, 2)); // CHECK-NEXT: static const char *Holder<T, N>::Part::g(U, T) [with U = long; T = int; int N = 4]
    show(Holder<int>::Inner<char>().f(1, 'c')); // CHECK-NEXT: const char *Holder<T, N>::Inner<U>::f(T, U) [with U = char; T = int; int N = 4]
    show(of_friend(h, 1)); // CHECK-NEXT: const char *of_friend(Holder<int, 4>, int)
    show(h.has_lambda()); // CHECK-NEXT: lambda [](int, auto) mutable->auto::operator()(int, auto) mutable->auto [with <auto-1> = int]
    show(Holder<int *>().part(1)); // CHECK-NEXT: const char *Holder<T *, 4>::part(T) [with T = int]
    show(Holder<char>().full('c')); // CHECK-NEXT: const char *Holder<char, 4>::full(char)
    show(Holder<char>().more(1)); // CHECK-NEXT: const char *Holder<char, 4>::more(U) [with U = int; T = char; int N = 4]
    show(Base().f(1)); // CHECK-NEXT: const char *Base::f(int) const
    show([](int) -> Text TEXT(1)); // CHECK-NEXT: lambda [](int)->const char *::operator()(int)->const char *
}

__global__ void k() {
    printf("begin\n");
    functions();
    types();
    lists();
    values();
    members();
}
