// Type transformations (__remove_cv and others) of what is no type, or of a wrong one.
// RUN: cuprum %s -arch=sm_90 -o %t.ptx
__global__ void k(int *p) {
    __remove_cv(3) a = 0;
    // ERROR@-1: expected a type specifier
    __underlying_type(int) b = 0;
    // ERROR@-1: "int" is not an enumeration type
    __decay int c = 0;
    // ERROR@-1: expected a "("
    *p = b;
}
