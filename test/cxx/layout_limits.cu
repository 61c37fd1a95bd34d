// RUN: cuprum --syntax-only -std=c++20 %s
// 2^n subobjects at n levels: sizes are known, what has to look at each of them has a limit.
#define TWICE(n, m) struct M##m { M##n a, b; }; struct A##m : L##n {}; struct B##m : L##n {}; struct L##m : A##m, B##m {};
struct M0 { int a; };
struct L0 { int a; };
TWICE(0, 1) TWICE(1, 2) TWICE(2, 3) TWICE(3, 4) TWICE(4, 5) TWICE(5, 6) TWICE(6, 7) TWICE(7, 8) TWICE(8, 9) TWICE(9, 10)
TWICE(10, 11) TWICE(11, 12) TWICE(12, 13) TWICE(13, 14)
TWICE(14, 15)
TWICE(15, 16) // ERROR: class "struct L16" has too many base class subobjects
TWICE(16, 17) TWICE(17, 18) TWICE(18, 19) TWICE(19, 20) TWICE(20, 21) TWICE(21, 22) TWICE(22, 23)
TWICE(23, 24) TWICE(24, 25) TWICE(25, 26) TWICE(26, 27) TWICE(27, 28) TWICE(28, 29)
TWICE(29, 30) TWICE(30, 31)
TWICE(31, 32) // ERROR: class "struct L32" has too many base class subobjects
TWICE(32, 33) TWICE(33, 34) TWICE(34, 35) TWICE(35, 36) TWICE(36, 37) TWICE(37, 38) TWICE(38, 39)
static_assert(sizeof(M39) == 4ull << 39);
static_assert(__has_unique_object_representations(M39));
__device__ unsigned long size = sizeof(L39);
__device__ constexpr L39 lattice{};                          // ERROR: " has too many subobjects to be initialized by a list
__global__ void k() { constexpr M39 m{}; }                   // ERROR: an object of type "const M39" has too many subobjects
__global__ void b() { auto m = __builtin_bit_cast(M39, M39{}); } // ERROR: an object of type "M39" has too many subobjects
