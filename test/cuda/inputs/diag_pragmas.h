// SPDX-License-Identifier: Apache-2.0
// Included by diag_pragmas_templates_macros.cu: what it changes holds behind it too, unless it pops.
#pragma nv_diagnostic push
#pragma nv_diag_suppress 177
__device__ inline int in_header() { int quiet; return 1; }
#pragma nv_diagnostic pop
#pragma nv_diag_suppress 550
