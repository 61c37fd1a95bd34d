// The name of a function as an argument: a reference parameter deduces the function, a forwarding reference a reference
// to it, a value the pointer [temp.deduct.call]/2; & makes a pointer for each. An lvalue reference binds it better than
// an rvalue reference. Of a nonstatic member // an rvalue reference. makes a pointer to member.
// RUN: cuprum %s --check-all -o - | grep entry
template <class T> __device__ T forward(T &&t);
template <class T> __device__ T constant(const T &t);
template <class T> __device__ T value(T t);
template <class T> __device__ char which(T &t);
template <class T> void which(const T &&t) = delete;
__device__ int f(int);
struct Class {
    int nonstatic(int), over(int), over(char);
    static int stat(int);
};
static_assert(__is_same(decltype(forward(f)), int (&)(int)));
static_assert(__is_same(decltype(value(f)), int (*)(int)));
static_assert(__is_same(decltype(forward(&f)), int (*)(int)));
static_assert(__is_same(decltype(constant(&f)), int (*)(int)));
static_assert(__is_same(decltype(value(&f)), int (*)(int)));
static_assert(__is_same(decltype(forward(&Class::nonstatic)), int (Class::*)(int)));
static_assert(__is_same(decltype(constant(&Class::nonstatic)), int (Class::*)(int)));
static_assert(__is_same(decltype(value(&Class::nonstatic)), int (Class::*)(int)));
static_assert(__is_same(decltype(value(&Class::stat)), int (*)(int)));
static_assert(sizeof(which(f)) == 1);
template <class T> struct Ref {
    T *p;
};
template <class T> __device__ Ref<T> ref(T &t) { return {&t}; }
template <class T> __device__ Ref<T> ref(Ref<T> t) { return t; }
__device__ int f(int i) { return i; }
__global__ void k(int *p) { *p = ref(f).p(1); }
// CHECK: _Z1kPi
