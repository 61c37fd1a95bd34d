template <class F> __global__ void run(F f, int *p) { *p = f(*p); }
constexpr int three() { return 3; }
void go(int *p) { run<<<1, 1>>>([=] __device__(int a) { return a + 1; }, p); }
#ifdef RELAXED
__global__ void constant(int *p) { *p = three(); }
#endif
