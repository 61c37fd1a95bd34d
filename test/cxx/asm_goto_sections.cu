// What `asm goto` says of itself is one error, however many of its sections are there.
// RUN: cuprum %s --syntax-only -w
__device__ void none() {
    asm goto("bra out;"); // ERROR: "asm goto" is not supported in device code
}
__device__ void no_labels() {
    asm goto("" ::: "memory"); // ERROR: "asm goto" is not supported in device code
}
__device__ void empty() {
    asm goto("" : : :); // ERROR: "asm goto" is not supported in device code
}
