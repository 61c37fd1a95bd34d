// Pragmas about diagnostics: numbers, NVIDIA's names, once; what names nothing says so.
// RUN: cuprum %s --syntax-only
#pragma nv_diag_suppress declared_but_not_referenced
__global__ void quiet(int *p) { int never; *p = 1; }
#pragma nv_diag_default 177
__global__ void loud(int *p) { int never; *p = 1; } // WARNING: variable "never" was declared but never referenced
#pragma nv_diagnostic push
#pragma nv_diag_once set_but_not_used
__global__ void first(int *p) { int once; once = 1; *p = 1; } // WARNING: variable "once" was set but never used
__global__ void second(int *p) { int twice; twice = 1; *p = 1; }
#pragma nv_diag_remark 550
__global__ void hidden(int *p) { int unseen; unseen = 1; *p = 1; }
#pragma nv_diagnostic pop
__global__ void again(int *p) { int back; back = 1; *p = 1; } // WARNING: variable "back" was set but never used
#pragma nv_diagnostic pop // WARNING: no push stands before this pop
#pragma nv_diagnostic sideways // WARNING: push or pop is missing
#pragma nv_diag_suppress 65432 // WARNING: no diagnostic has the number 65432
#pragma nv_diag_suppress 177, unused_thing // WARNING: no diagnostic of the name "unused_thing" is known
#pragma nv_diag_suppress
// WARNING@-1: names or numbers of diagnostics are missing
#pragma nv_abi preserve_n_data(4) // WARNING: #pragma nv_abi has no effect here: ptxas chooses what a call preserves
__device__ int conserved(int a) { return a; }
