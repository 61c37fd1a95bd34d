// A constraint that does not hold is shown with the concepts that it stands in.
// RUN: cuprum --syntax-only -arch=sm_80 -std=c++20 %s
template <class T> concept Whole = __is_same(T, int);
template <class T> concept Number = Whole<T> || __is_same(T, float);
template <Number T> __device__ T twice(T v) { return v * 2; } // NOTE: "__is_same(T, int)" is false [with T=double], in concept "Whole", in concept "Number"
__global__ void k(double *o) { o[0] = twice(o[0]); } // ERROR: no instance of function template "twice"
