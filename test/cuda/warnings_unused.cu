// RUN[W]: cuprum --syntax-only -std=c++17 %s
// RUN[SUP]: cuprum --syntax-only -std=c++17 --diag-suppress=177,550 %s
// RUN[NOW]: cuprum --syntax-only -std=c++17 -w %s
// SUP-NOT: warning
// NOW-NOT: warning
// What nobody names (#177) or reads (#550), where nvcc 13.0 says so.
static int host_unused() { return 1; }                   // WARNING[W]: function "host_unused" was declared but never referenced
static __device__ int never_called() { return 1; } // WARNING[W]: function "never_called" was declared but never referenced
static inline __device__ int unused_inline() { return 1; } // WARNING[W]: function "unused_inline" was declared but never referenced
static __global__ void unused_kernel() {}                // WARNING[W]: function "unused_kernel" was declared but never referenced
static __device__ int only_declared();                   // WARNING[W]: function "only_declared" was declared but never referenced
namespace {
__device__ int in_unnamed() { return 1; } // WARNING[W]: function "<unnamed>::in_unnamed" was declared but never referenced
__device__ int counter;                   // WARNING[W]: variable "<unnamed>::counter" was declared but never referenced
__device__ int called() { return 1; }
template <class T> __device__ int unused_template() { return 1; }
} // namespace
const float pi = 3.14f;                  // WARNING[W]: variable "pi" was declared but never referenced
static const char *const text = "t";     // WARNING[W]: variable "text" was declared but never referenced
static int numbers[] = {1, 2};           // WARNING[W]: variable "numbers" was declared but never referenced
static __shared__ int shared_array[3];   // WARNING[W]: variable "shared_array" was declared but never referenced
const int used_size = 3;
const char *pointer_to_const = "p";
inline constexpr int for_others = 3;
int dynamic();
static int with_effect = dynamic();
[[maybe_unused]] static int meant() { return 1; }
static __device__ __attribute__((unused)) int meant_too() { return 1; }
static int recursive(int n) { return n ? recursive(n - 1) : 0; }
static __device__ int in_sizeof() { return 1; }
static int by_host() { return 1; }
int host() { return by_host(); }

template <class T> __device__ int instance(T x) {
    int n = 3;
    int never = 4;       // WARNING[W]: variable "never" was declared but never referenced
    auto automatic = 3;  // WARNING[W]: variable "automatic" was declared but never referenced
    T dependent;
    auto from = x;
    int list[] = {int(x), 0};
    (void)list;
    if constexpr (sizeof(T) == 4) return n;
    return 1;
}
struct Traced {
    int i;
    __device__ Traced(int v) : i(v) {}
};
__device__ int parameter(int a, int b) { // WARNING[W]: parameter "b" was set but never used
    b = a;
    return 1;
}
__global__ void k(int *o, int *p) {
    o[0] = called() + int(sizeof(in_sizeof())) + instance(1) + instance('a') + parameter(1, 2);
    int set;      // WARNING[W]: variable "set" was set but never used
    set = 4;
    float again = 3; // WARNING[W]: variable "again" was set but never used
    again = o[1];
    int array[used_size]; // WARNING[W]: variable "array" was set but never used
    for (int i = 0; i < 3; i++) array[i] = i;
    int2 member; // WARNING[W]: variable "member" was set but never used
    int2 whole;  // WARNING[W]: variable "whole" was set but never used
    member.x = 1;
    whole = make_int2(1, 2);
    int first;  // WARNING[W]: variable "first" was set but never used
    int second; // WARNING[W]: variable "second" was set but never used
    first = second = 1;
    int condition; // WARNING[W]: variable "condition" was set but never used
    while ((condition = o[3]) > 3) o++;
    __shared__ int shared; // WARNING[W]: variable "shared" was set but never used
    shared = 3;
    int from_asm; // WARNING[W]: variable "from_asm" was set but never used
    asm("mov.u32 %0, 1;" : "=r"(from_asm));
    auto lambda = [](int z) {
        int inner; // WARNING[W]: variable "inner" was set but never used
        inner = z;
    };
    lambda(3);
nowhere:; // WARNING[W]: label "nowhere" was declared but never referenced

    int counted = 0, added = 0, self = 1, captured, pointed, discarded;
    counted++;
    added += 4;
    self = self + 1;
    auto by_reference = [&] { captured = 5; };
    by_reference();
    int *to = &pointed;
    *to = 1;
    (void)discarded;
    volatile int device_register;
    device_register = 3;
    [[maybe_unused]] int allowed;
    allowed = 3;
    Traced traced(1);
    traced.i = 4;
    int &alias = o[5];
    alias = 1;
}
