// A constructor and a conversion function that bind the source alike are ambiguous: that an rvalue reference binds an
// rvalue better does not count against the object parameter of a function without a ref-qualifier [over.ics.rank]/3.2.3.
// RUN: cuprum %s --check-all -o - | grep entry
template <class A, class B> constexpr bool conv = __is_convertible_to(A, B);
struct To;
struct Nc { operator To(); };
struct To { To(Nc &&); };
static_assert(!conv<Nc, To>);
struct To2;
struct Nc2 { operator To2() const; };
struct To2 { To2(const Nc2 &); };
static_assert(!conv<Nc2, To2>);
static_assert(!conv<const Nc2, To2>);
struct To3;
struct Nc3 { operator To3(); };
struct To3 { To3(const Nc3 &); };
static_assert(conv<Nc3, To3>);
struct To4;
struct Nc4 { operator To4() const; };
struct To4 { To4(Nc4 &&); };
static_assert(conv<Nc4, To4>);
template <int N> struct To5;
template <int N> struct Nc5 { template <int M> operator To5<M>(); template <int M> operator To5<M>() const;};
template <int N> struct To5 { template <int M> To5(const Nc5<M> &); template <int M> To5(Nc5<M> &&); };
static_assert(!conv<Nc5<1>, To5<1>>);
static_assert(!conv<const Nc5<1>, To5<1>>);
__global__ void k() {}
// CHECK: _Z1kv
