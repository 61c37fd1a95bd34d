// Versions of a host function for different processors stand beside each other; those of one kind
// are one function.
// RUN: cuprum --syntax-only --check-all %s
__attribute__((target("default"))) int version() {
    return 0;
}
__attribute__((target("avx2"))) int version() {
    return 1;
}
__attribute__((target("arch=skylake"))) static int other();
struct S {
    __attribute__((target("sse4.2"))) int member();
    __attribute__((target("default"))) int member();
};
__attribute__((target_clones("avx2", "default"))) int clones() {
    return version() + S().member();
}
__attribute__((target("avx2"))) int version() { // ERROR: has already been defined
    return 2;
}
