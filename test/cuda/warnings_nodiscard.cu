// SPDX-License-Identifier: Apache-2.0
// Calls whose value nobody takes, where nvcc warns of them.
// RUN[TEXT]: cuprum -arch=sm_80 -std=c++17 --syntax-only %s
// RUN[NUMBERS]: cuprum -arch=sm_80 -std=c++17 --syntax-only %s 2>&1 | grep -c -E '#2809-D|#3000-D|#2810-D|#1650-D'
// NUMBERS: 9
[[nodiscard]] __device__ int plain() { return 1; }
[[nodiscard("it counts")]] __device__ int reason() { return 1; }
struct [[nodiscard]] Held { int a; __device__ Held(); };
struct Member { [[nodiscard]] __device__ int get() const { return 1; } };
enum class [[nodiscard]] Code { good };
__device__ Held make() { return Held(); }
__device__ Code code() { return Code::good; }
__device__ Held &same(Held &a) { return a; }
__attribute__((warn_unused_result)) __device__ int result() { return 1; }
template <class T> [[nodiscard]] __device__ T generic(T t) { return t; }
__device__ void discards(Member m, Held n) {
    plain(); // WARNING[TEXT]: ignoring return value from routine declared with "nodiscard" attribute
    reason(); // WARNING[TEXT]: ignoring return value from routine declared with "nodiscard" attribute ("it counts")
    make(); // WARNING[TEXT]: ignoring return value type with "nodiscard" attribute
    code(); // WARNING[TEXT]: ignoring return value type with "nodiscard" attribute
    result(); // WARNING[TEXT]: result of call is not used
    m.get(); // WARNING[TEXT]: ignoring return value from routine
    generic(1); // WARNING[TEXT]: ignoring return value from routine
    same(n);
    (void)plain();
    m.get() ? plain() : 2; // WARNING[TEXT]: ignoring return value from routine
    for (plain(); m.get();) // WARNING[TEXT]: ignoring return value from routine
        break;
}
