// -rdc=true: what other units define is declared, what they may use is visible, and what is internal
// has the unit's identifier in its name.
// EXIT[RDC]: 0
// RUN[RDC]: cuprum -rdc=true %s -o - | grep -E '^[.](visible|extern|global|entry)' | sort
// RUN[WHOLE]: cuprum %s -o -
// EXIT[WHOLE]: 1
// RDC: {{^}}.entry __nv_static_{{[0-9]+}}__{{[0-9a-f]{8}}}_14_relocatable_cu_{{[0-9a-f]{8}}}__Z6hiddenPi(
// RDC: .extern .func (.param .b32 func_retval0) _Z5otheri
// RDC: .extern .global .align 4 .u32 elsewhere;
// RDC: .global .align 4 .u32 __nv_static_{{[0-9]+}}__{{[0-9a-f]{8}}}_14_relocatable_cu_{{[0-9a-f]{8}}}_own_value = 4;
// RDC: .visible .entry _Z1kPi(
// RDC: .visible .func (.param .b32 func_retval0) _Z5twicei(
// RDC: .visible .global .align 4 .u32 shared_value = 3;
__device__ int shared_value = 3;
static __device__ int own_value = 4;
extern __device__ int elsewhere;
__device__ int twice(int x) {
    return 2 * x;
}
extern __device__ int other(int); // ERROR[WHOLE]: is used but has no definition
static __global__ void hidden(int *p) {
    *p = own_value;
}
__global__ void k(int *p) {
    *p = twice(*p) + other(elsewhere) + own_value;
}
void launch(int *p) {
    hidden<<<1, 1>>>(p);
}
