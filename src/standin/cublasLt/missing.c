// SPDX-License-Identifier: Apache-2.0
// The functions of NVIDIA's cuBLASLt that are not implemented: one says so at its first
// call. MISSING(name) in missing.def.
#include "standin/standin.h"

enum { NOT_SUPPORTED = 15 }; // CUBLAS_STATUS_NOT_SUPPORTED

#define MISSING(name)                                                                              \
    STANDIN_PUBLIC int name(void);                                                                 \
    int name(void) {                                                                               \
        standin_missing(#name);                                                                    \
        return NOT_SUPPORTED;                                                                      \
    }
#include "standin/cublasLt/missing.def"
