// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
// Host variables in device code: an error in functions that have code, else nvcc's warnings 20094 to 20096. Constants by their values.
struct A {
    int x, arr[2];
    constexpr A(int v) : x(v), arr{v, v} {}
    constexpr __device__ int get() const { return x; }
    __device__ int device() const { return x; }
};
struct M {
    static int plain;
    static constexpr int value = 3, table[2] = {1, 2};
    static constexpr int more = 4;
};
int M::plain;
int number, array[3];
int *pointer;
const int constant = 3, later = number;
const float real = 2.f;
const int *const null = nullptr;
const char *const text = "t";
constexpr const char *literal = "t";
constexpr int table[] = {1, 2};
constexpr A known(3);
const A object(4);
extern const int elsewhere;
template <class T> constexpr T pi = T(3);
__device__ int by_ref(const int &a, const int &b) { return a < b ? a : b; }
constexpr __device__ int folded(const int &a, const int &b) { return a < b ? a : b; }

inline __device__ int unused_read() { return number; } // WARNING: a host variable "number" cannot be directly read in a device function
static __device__ void unused_write(int i) { array[i] = 1; } // WARNING: a host variable "array" cannot be directly written in a device function
// WARNING@-1: function "unused_write" was declared but never referenced
inline __host__ __device__ int *unused_address() { return &number; } // WARNING: address of a host variable "number" cannot be directly taken in a device function
struct In {
    __device__ int unused() { return M::plain; } // WARNING: a host member "M::plain" cannot be directly read in a device function
    __device__ int used() { return *pointer; } // ERROR: identifier "pointer" is undefined in device code
};
inline __host__ __device__ int used(int i) { return array[i]; } // ERROR: identifier "array" is undefined in device code
__host__ __device__ void both() { number = 1; } // ERROR: identifier "number" is undefined in device code
void host() {
    number = array[1];
    [] { return number; }();
}
auto host_lambda = [] { return number; };

__global__ void k(int *o, int i) {
    o[0] = In().used() + used(i);
    o[1] = constant + real + (null == nullptr) + literal[0] + M::value + M::table[1] + pi<int>;
    o[2] = known.x + known.get() + object.x + object.get() + folded(constant, 1) + sizeof(array);
    A copy = known;
    o[3] = copy.arr[i] + (i ? M::value : M::more);
    constexpr int computed = table[1] + known.arr[0];
    o[4] = computed;
}
__device__ const int &address() { return constant; } // ERROR: identifier "constant" is undefined in device code
__device__ int reference() { return by_ref(M::value, 1); } // ERROR: identifier "M::value" is undefined in device code
__device__ int not_folded(int i) { return folded(constant, i); } // ERROR: identifier "constant" is undefined in device code
__device__ int element(int i) { return table[i]; } // ERROR: identifier "table" is undefined in device code
__device__ int first() { return table[0]; } // ERROR: identifier "table" is undefined in device code
__device__ int member(int i) { return M::table[i]; } // ERROR: identifier "M::table" is undefined in device code
__device__ int part(int i) { return known.arr[i]; } // ERROR: identifier "known" is undefined in device code
__device__ int called() { return known.device(); } // ERROR: identifier "known" is undefined in device code
__device__ int dynamic() { return later; } // ERROR: identifier "later" is undefined in device code
__device__ int other_unit() { return elsewhere; } // ERROR: identifier "elsewhere" is undefined in device code
__device__ const char *words() { return text; } // ERROR: identifier "text" is undefined in device code
__device__ int loop() {
    int s = 0;
    for (int v : table) s += v; // ERROR: identifier "table" is undefined in device code
    return s;
}
inline __device__ int nobody(int i) { return table[i]; }
