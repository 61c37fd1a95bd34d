// Deallocation functions [expr.delete]/10: a destroying operator delete is preferred and calls the destructor itself; the size
// and alignment that a class's own function asks for; with a virtual destructor that of the dynamic type, through the
// deleting destructor of the virtual table [class.dtor]/16.
// EACH: -O0, -O3
// RUN: cuprum run %s %E -std=c++20 --block=1 --print=0 buf:i32:10:zero
// REQUIRES: <new>
// CHECK: arg 0: 7 1 8 1 3000 2000 40 1 48 64
#include <new>
__device__ int freed, destroyed;
struct Plain {
    int n;
    __device__ ~Plain() { destroyed++; }
    __device__ static void operator delete(Plain *p, std::destroying_delete_t) {
        freed = p->n;
        p->~Plain();
        ::operator delete(p);
    }
    __device__ static void operator delete(void *) { freed = -1; }
};
struct Virt {
    int n = 1;
    __device__ virtual ~Virt() { destroyed++; }
    __device__ static void operator delete(Virt *p, std::destroying_delete_t, unsigned long size) {
        freed = p->n;
        p->~Virt();
        ::operator delete(p);
    }
};
struct Derived : Virt {
    __device__ Derived() { n = 8; }
};
struct Base {
    int a = 1;
    __device__ virtual ~Base() { destroyed += 1000; }
    __device__ static void operator delete(void *p, unsigned long n) {
        freed += 1000;
        ::operator delete(p);
    }
};
struct Left {
    long l[2];
    __device__ virtual ~Left() {}
};
struct Both : Left, Base {
    int b = 2;
    __device__ ~Both() { destroyed += 2000; }
    __device__ static void operator delete(void *p, unsigned long n) {
        freed = (int)n;
        ::operator delete(p);
    }
};
struct Implicit : Base {};
struct alignas(64) Wide {
    char c[64];
    __device__ static void *operator new(unsigned long n) { return ::operator new(n); }
    __device__ static void operator delete(void *p) { freed = -2; }
    __device__ static void operator delete(void *p, unsigned long n, std::align_val_t a) { freed = (int)a; }
};
struct Arr {
    int x, y;
    __device__ ~Arr() {}
    __device__ static void operator delete[](void *p, unsigned long n) {
        freed = (int)n;
        ::operator delete[](p);
    }
};
__device__ Base *make(int k) {
    if (k) return new Both;
    return new Implicit;
}
__global__ void k(int *p) {
    Plain *a = new Plain{7};
    delete a;
    p[0] = freed;
    p[1] = destroyed;
    destroyed = 0;
    Virt *v = new Derived;
    delete v;
    p[2] = freed;
    p[3] = destroyed;
    destroyed = freed = 0;
    delete make(1);
    p[4] = destroyed;
    freed = 1000;
    delete make(0);
    p[5] = freed;
    delete make(1);
    p[6] = freed;
    p[7] = sizeof(Both) == 40;
    delete[] new Arr[5];
    p[8] = freed;
    delete new Wide;
    p[9] = freed;
}
