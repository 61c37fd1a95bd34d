// RUN: cuprum --syntax-only --check-all --default-device -std=c++20 %s
// Overriding [class.virtual], and narrowing, which nvcc only warns of, as errors of --check-all.
struct VB { virtual int f(); virtual VB *g(); virtual void h() noexcept; virtual consteval int c(); virtual void d(); virtual int *p(); };
struct VD : VB {
    char f() override; // ERROR: return type is not identical to nor covariant
    VD *g() override;
    void h() override; // ERROR: " may throw, but the overridden "
    int c() override; // ERROR: " must both be consteval, or neither
    void d() override = delete; // ERROR: " must both be deleted, or neither
    const int *p() override; // ERROR: return type is not identical to nor covariant
};

__device__ int switched(int i) {
    switch (i) {
    case 3000000000u: return 1; // ERROR: invalid narrowing conversion from "unsigned int" to "int"
    case 3u: return 2;
    }
    const char *text = "text";
    bool b{text}; // ERROR: invalid narrowing conversion from "const char *" to "bool"
    return b;
}
