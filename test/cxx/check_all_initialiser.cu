// RUN: cuprum --syntax-only --check-all %s
// Instances that only initialisers of host variables need are checked.
template <class T> int host_only() { return T(1).x; } // ERROR: expression must have class type but it has type "int"
int first = host_only<int>();
template <class T> __host__ __device__ int both() { return T(1).y; } // ERROR: expression must have class type but it has type "char"
int second = both<char>();
