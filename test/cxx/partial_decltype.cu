// RUN: cuprum --syntax-only %s
// Partial specializations whose decltypes name different expressions are different, though all of them
// denote void; a reference binding is an identity conversion, better than a pointer's qualification.
template <class T, class = void> struct Kind { static constexpr int v = 0; };
template <class T> struct Kind<T, decltype((void)T().begin())> { static constexpr int v = 1; };
template <class T> struct Kind<T, decltype(static_cast<void>(T().end()))> { static constexpr int v = 2; };
template <class T> struct Kind<T, decltype(void(+T()))>;
template <class T> struct Kind<T, decltype(void(+T()))> { static constexpr int v = 3; };
struct Begins { int *begin(); };
struct Ends { int end(); };
struct Nothing {};
static_assert(Kind<Begins>::v == 1 && Kind<Ends>::v == 2 && Kind<int>::v == 3 && Kind<Nothing>::v == 0);

template <int N> constexpr int size(int (&)[N]) { return N; }
constexpr int size(const int *) { return -1; }
constexpr int array(const int (&)[3]) { return 1; }
constexpr int array(const int *) { return 2; }
constexpr int pointer(int *const &) { return 1; }
constexpr int pointer(const int *) { return 2; }
constexpr int test() {
    int a[3] = {}, *p = a;
    return size(a) * 100 + array(a) * 10 + pointer(p);
}
static_assert(test() == 311);
