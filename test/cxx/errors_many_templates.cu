// What clashes among many function templates (src/cxx/lookup/rivals.c) is found as among a few.
// RUN: cuprum --syntax-only --check-all %s
template <int N> struct T {};
#define TEN(M, n) M(n##0) M(n##1) M(n##2) M(n##3) M(n##4) M(n##5) M(n##6) M(n##7) M(n##8) M(n##9)
#define FORTY(M) TEN(M, 1) TEN(M, 2) TEN(M, 3) TEN(M, 4)
#define TEMPLATE(n) template <class U> __device__ int t(T<n>, U) { return n; }
FORTY(TEMPLATE)
template <class U> __device__ int t(T<27>, U) { return 1; } // ERROR: has already been defined
template <class U> struct t {}; // ERROR: "t" has already been declared
struct u {};
#define BESIDE(n) template <class U> __device__ int u(T<n>, U);
FORTY(BESIDE)
template <class U> using u = U; // ERROR: "u" has already been declared
