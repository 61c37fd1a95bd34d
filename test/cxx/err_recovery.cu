// RUN: cuprum --syntax-only %s
// One broken declaration hides no later error; each is reported once, on its line.
__device__ int f(int a, float b) { return a; }
void host() {}
__global__ void k(int *p) {
    undeclared = 1; // ERROR: identifier "undeclared" is undefined
    int x = f(1);   // ERROR: too few arguments in function call
    host();         // ERROR: calling a __host__ function
    p = "abc";      // ERROR: cannot be assigned to an entity of type
    struct S { int a; } s;
    s.b = 2;     // ERROR: class "S" has no member "b"
    int y = x +; // ERROR: expected an expression
    return 1;    // ERROR: return value in a function that returns void
}
__global__ int kk(int &r) { return 0; } // ERROR: must have a void return type
__shared__ int sh = 3;                  // ERROR: initializer not allowed for __shared__ variable
template <class T> __device__ T g(T a, T b) { return a; }
__global__ void k2() { g(1, 2.0); } // ERROR: no instance of function template "g" matches
__global__ void ref(int &x) { x = 1; } // nvcc accepts it too
__global__ void __launch_bounds__(2000) k3() {} // WARNING: __launch_bounds__: 2000 threads are more
