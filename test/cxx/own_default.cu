// A template parameter's default may use its name for what is declared around [basic.scope.pdecl]/9 (Eigen).
// RUN: cuprum run %s -std=c++17 --kernel=_Z6kernelPi --block=1 --print=0:4 buf:i32:4:zero
// CHECK: arg 0: 1 3 1 4
template <class T> struct is_small { static constexpr bool value = sizeof(T) < 8; };
template <class T, bool is_small = is_small<T>::value> struct Select { static constexpr int at = is_small ? 1 : 2; };
template <class T, bool is_small = is_small<T>::value> __device__ int function(T) { return is_small ? 3 : 4; }
template <template <class> class is_small = is_small> struct Takes { static constexpr bool at = is_small<int>::value; };
__global__ void kernel(int *out) { out[0] = Select<int>::at, out[1] = function(1), out[2] = Takes<>::at, out[3] = function(2.0); }
