// Traits of the compiler that give a type [meta.trans], as the headers of gcc 14 and later use them.
// RUN: cuprum %s -arch=sm_90 -o - | grep -E 'entry|func'
// CHECK: .entry _Z4kindIiEvPiu11__remove_cvIT_E(
// CHECK: .entry _Z1kPi(
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;
struct S;
using Member = void() const;

static_assert(same<__remove_cv(const volatile int), int>);
static_assert(same<__remove_cv(const int *), const int *>);
static_assert(same<__remove_cv(const int[3]), int[3]>);
static_assert(same<__remove_const(const volatile S), volatile S>);
static_assert(same<__remove_volatile(const volatile S), const S>);
static_assert(same<__remove_reference(const int &&), const int>);
static_assert(same<__remove_cvref(const volatile int &), int>);
static_assert(same<__remove_cvref(const int (&)[2]), int[2]>);
static_assert(same<__remove_pointer(int *const), int>);
static_assert(same<__remove_pointer(const int), const int>);
static_assert(same<__remove_extent(int[2][3]), int[3]>);
static_assert(same<__remove_extent(int[]), int>);
static_assert(same<__remove_all_extents(const int[2][3]), const int>);
static_assert(same<__add_pointer(int &), int *>);
static_assert(same<__add_pointer(void), void *>);
static_assert(same<__add_pointer(Member), Member>);
static_assert(same<__add_lvalue_reference(int &&), int &>);
static_assert(same<__add_lvalue_reference(void), void>);
static_assert(same<__add_rvalue_reference(int), int &&>);
static_assert(same<__add_rvalue_reference(int &), int &>);
static_assert(same<__add_rvalue_reference(Member), Member>);
static_assert(same<__decay(const int[4]), const int *>);
static_assert(same<__decay(int(char)), int (*)(char)>);
static_assert(same<__decay(const S &), S>);

// bound, and in a signature of its own
template <class T> struct remove_cv {
    using type = __remove_cv(T);
};
static_assert(same<remove_cv<const float>::type, float>);
template <class T> using pointed = __remove_pointer(__remove_reference(T));
static_assert(same<pointed<S *&>, S>);
template <class T> __global__ void kind(int *p, __remove_cv(T) v) {
    *p = v;
}
template __global__ void kind<int>(int *, int);

__global__ void k(int *p) {
    __remove_cv(const int) a = 2;
    a += sizeof(__decay(const char[3]));
    *p = a + __remove_cvref(int &)(1);
}
