// Direct calls of the global allocation functions that the program does not define are the device's malloc and free, with
// or without a size for delete; one that it does define is called.
// RUN: cuprum %s -o - | grep -E '(malloc|free|_Zn|_Zd).*,'
typedef decltype(sizeof 0) size_t;
void *operator new(size_t);
void operator delete(void *, size_t);
struct Pool {};
__device__ __noinline__ void *operator new(size_t n, Pool *) { return (void *)n; }
__global__ void k(void **p, int n, Pool *pool) {
    p[0] = ::operator new(n);
    ::operator delete(p[1], 8);
    p[2] = ::operator new(n, pool);
    ::operator delete[](p[3]);
}
// CHECK: malloc,
// CHECK-NEXT: free,
// CHECK-NEXT: _ZnwmP4Pool,
// CHECK-NEXT: free,
