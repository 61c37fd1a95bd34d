// A class that a template argument names first, by its key, is declared in the namespace around; what
// comes later may name it whichever of the two is asked for first.
// RUN: cuprum %s -o - | grep entry
// CHECK: _ZN5boost1kINS_4infoINS_6first_EPKcEEEEvPT_
// CHECK: _ZN5boost1kINS_4infoINS_7second_EiEEEEvPT_
namespace boost {
template <class Tag, class T> class info;
typedef info<struct first_, const char *> first;
typedef info<struct second_, int> second;
template <> class info<first_, const char *> { public: int v = 3; };
template <> class info<second_, int> { public: int v = 4; };
template <class T> __global__ void k(T *p) { p->v = 1; }
void f() { k<first><<<1, 1>>>(nullptr); k<info<second_, int>><<<1, 1>>>(nullptr); }
template <class A> struct W {}; W<struct late *> w; __device__ void d(late *); 
}
