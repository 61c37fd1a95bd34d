// RUN: cuprum %s -arch=sm_90 -o -
// RUN[BAD]: cuprum %s -arch=sm_90 -DBAD -o -
// EXIT[BAD]: 1
// Device variables of classes with "empty" constructors that are not constexpr; others need code at run time.
// CHECK-DAG: .global .align 4 .b8 plain[4];
// CHECK-DAG: .global .align 4 .b8 nested[8];
// CHECK-DAG: .const .align 4 .b8 in_constant[8];
// CHECK-DAG: .global .align 4 .b8 array[24];
// CHECK-DAG: .global .align 4 .b8 implicit[12];
// CHECK-DAG: .global .align 4 .b8 by_host[4];
struct Plain { int a; __device__ Plain() {} };
struct Nested { int a; Plain s; __device__ Nested() {} };
struct Implicit : Nested { int b; };
struct ByHost { int a; ByHost() {} };
__device__ Plain plain;
__device__ Nested nested;
__constant__ Nested in_constant;
__device__ Nested array[3];
__device__ Implicit implicit;
__device__ ByHost by_host;
#ifdef BAD
struct Member { int a = 3; int b; __device__ Member() {} };
struct Virtual { __device__ Virtual() {} virtual __device__ void f() {} };
struct Body { int a; __device__ Body() { a = 1; } };
struct Deep : Body { __device__ Deep() {} };
// BAD: ([[@LINE+1]]): error: dynamic initialization is not supported
__device__ Member member;
// BAD: ([[@LINE+1]]): error: dynamic initialization is not supported
__device__ Virtual virtuals;
// BAD: ([[@LINE+1]]): error: dynamic initialization is not supported
__device__ Body body;
// BAD: ([[@LINE+1]]): error: dynamic initialization is not supported
__device__ Deep deep;
#endif
__global__ void k(int *p) { *p = plain.a + nested.a + in_constant.a + array[1].a + implicit.b + by_host.a; }
