// RUN: cuprum --syntax-only -std=c++17 -rdc=true %s
// #177 of what is declared more than once, or beside others: an `extern` before makes it another
// unit's business; else it is said once, where the definition is, as nvcc 13.0 does.
#include "inputs/unused_again.h"
const int in_header = 1;
const float array_in_header[] = {1, 2};
static void forward_in_header() {} // used there
static void forward_unused() {}    // WARNING: function "forward_unused" was declared but never referenced
extern __device__ const int device_const;
__device__ const int device_const = 3;
extern __constant__ int constant_int;
__constant__ int constant_int;
extern const int one, two;
const int one = 1, two = 2;
typedef unsigned Word;
extern const Word of_type;
const Word of_type = 1;
extern "C" {
extern const int c_const;
const int c_const = 3;
static __device__ int c_static; // WARNING: variable "c_static" was declared but never referenced
}
static int static_first; // WARNING: variable "static_first" was declared but never referenced
extern int static_first;
__device__ const int const_first = 1; // WARNING: variable "const_first" was declared but never referenced
extern __device__ const int const_first;
static void twice(); // WARNING: function "twice" was declared but never referenced
static void twice();
static __device__ void declared();
static __device__ void declared() {} // WARNING: function "declared" was declared but never referenced
static void overloaded(int) {}   // WARNING: function "overloaded(int)" was declared but never referenced
static void overloaded(float) {} // WARNING: function "overloaded(float)" was declared but never referenced
namespace {
extern const int unnamed;
const int unnamed = 1; // WARNING: variable "<unnamed>::unnamed" was declared but never referenced
extern int elsewhere;  // WARNING: variable "<unnamed>::elsewhere" was declared but never referenced
} // namespace
namespace Inner {
static void function() {} // WARNING: function "Inner::function" was declared but never referenced
extern const int outside;
static void function_outside();
} // namespace Inner
void Inner::function_outside() {} // WARNING: function "Inner::function_outside" was declared but never referenced
const int Inner::outside = 1;
static int first = 1,
           second[2]; // WARNING: variable "second" was declared but never referenced
// WARNING@-2: variable "first" was declared but never referenced
const int *pointer,
    behind = 2; // WARNING: variable "behind" was declared but never referenced
const volatile int hardware = 1;
static volatile int device_register;
static volatile int *to_hardware; // WARNING: variable "to_hardware" was declared but never referenced
