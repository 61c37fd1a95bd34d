// Deduction tries the bases of the argument's class where the class itself does not fit
// [temp.deduct.call]/4.3, /5: also where it is of the parameter's own template, or where the template
// is a parameter that is given.
// RUN: cuprum --std=c++20 --expt-relaxed-constexpr --syntax-only %s
template <template <class> class I, class B> constexpr I<B> &as(I<B> &a) { return a; }
template <template <class> class I, class B> constexpr int of_any(I<B> &) { return 1; }
template <class D, template <class> class I> concept Extends = requires(D &d) { as<I>(d); };
struct Root {};
template <class B> struct Moves : B {};
template <class B> struct Copies : B {};
template <class B> struct Other : B {};
template <template <class> class I> struct Proxy final : I<Moves<Copies<Root>>> {};
static_assert(Extends<Moves<Root>, Moves> && !Extends<Moves<Root>, Copies>);
static_assert(Extends<Moves<Copies<Root>>, Copies>);
static_assert(Extends<Proxy<Other>, Copies> && Extends<Proxy<Other>, Moves> && Extends<Proxy<Other>, Other>);
__device__ Copies<Root> &inner(Moves<Copies<Root>> &x) { return as<Copies>(x); }
__device__ int outer(Moves<Copies<Root>> &x) { return of_any(x); }

template <int I, class... T> struct Row;
template <int I> struct Row<I> {};
template <int I, class T, class... R> struct Row<I, T, R...> : Row<I + 1, R...> {
    T value;
};
template <int I, class T, class... R> constexpr T &get(Row<I, T, R...> &row) { return row.value; }
template <int I, class T, class... R> constexpr T *get_at(Row<I, T, R...> *row) { return &row->value; }
__device__ char &third(Row<0, int, float, char> &row) { return get<2>(row); }
__device__ int &first(Row<0, int, float, char> &row) { return get<0>(row); }
__device__ float *second(Row<0, int, float, char> *row) { return get_at<1>(row); }

template <class T> struct Holds;
template <> struct Holds<int> {};
template <> struct Holds<char> : Holds<int> {};
template <class T> constexpr int pick(Holds<T *>) { return 1; }
constexpr int pick(...) { return 2; }
static_assert(pick(Holds<char>()) == 2);
