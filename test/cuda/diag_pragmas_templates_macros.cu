// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum -arch=sm_90 -I%S/inputs %s --syntax-only
// EXIT: 1
// Pragmas about diagnostics in headers, templates and macros, written with `=`, with commas missing, and
// raised to errors: what is raised takes no other warning back.
#include "diag_pragmas.h"
__global__ void header(int *p) {
    int set; set = 1; // still quiet: the header left it so
    int never; // WARNING: variable "never" was declared but never referenced
    *p = in_header();
}
#pragma nv_diag_default 550
__global__ void after(int *p) { int set; set = 1; *p = 1; } // WARNING: variable "set" was set but never used

// Where a template is defined counts, not where it is instantiated.
#pragma nv_diag_suppress 177
template <class T> __device__ T quiet_template(T t) { int never; return t; }
#pragma nv_diag_default 177
template <class T> __device__ T loud_template(T t) { int never; return t; } // WARNING: variable "never" was declared but never referenced
#pragma nv_diag_suppress 177
__global__ void instances(int *p) { int never; *p = quiet_template(1) + loud_template(2); }
#pragma nv_diag_default 177

#define QUIETLY(x) _Pragma("nv_diagnostic push") _Pragma("nv_diag_suppress 177") x _Pragma("nv_diagnostic pop")
QUIETLY(__global__ void by_macro(int *p) { int never; *p = 1; })
__global__ void behind_macro(int *p) { int never; *p = 1; } // WARNING: variable "never" was declared but never referenced

#pragma nv_diag_suppress=177
__global__ void equals(int *p) { int never; *p = 1; }
#pragma nv_diag_default = declared_but_not_referenced
__global__ void equals_default(int *p) { int never; *p = 1; } // WARNING: variable "never" was declared but never referenced
#pragma nv_diag_suppress 177 550 // WARNING: expected a "," between the names or numbers of diagnostics
__global__ void no_comma(int *p) { int never; int set; set = 1; *p = 1; }
#pragma nv_diag_default 177, 550,
// WARNING@-1: names or numbers of diagnostics are missing

// Spellings without nv_, and words that are none, change nothing.
#pragma diag_suppress 177
__global__ void edg(int *p) { int never; *p = 1; } // WARNING: variable "never" was declared but never referenced
#pragma nv_diag_silence 177
__global__ void no_word(int *p) { int never; *p = 1; } // WARNING: variable "never" was declared but never referenced
#pragma nv_diag_error 177
__global__ void raised(int *p) { int never; *p = 1; } // ERROR: variable "never" was declared but never referenced
