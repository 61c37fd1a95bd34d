// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 -std=c++20 %s
template <class T> requires requires(T t) { t.size(); }
__device__ int count(const T &t) { return t.size(); } // NOTE: candidate template "count" is ignored because substitution failed: the constraints of "count" are not satisfied: "t.size()" is invalid: expression must have class type but it has type "int" [with T=int]
__global__ void k(int *p) {
    *p = count(3); // ERROR: no instance of function template "count" matches the argument list; argument types are: (int)
}
