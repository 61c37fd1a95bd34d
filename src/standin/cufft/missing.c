// SPDX-License-Identifier: Apache-2.0
// The functions of NVIDIA's cuFFT that are not implemented: one says so at its first
// call. MISSING(name) in missing.def.
#include "standin/standin.h"

enum { NOT_SUPPORTED = 16 }; // CUFFT_NOT_SUPPORTED

#define MISSING(name)                                                                              \
    STANDIN_PUBLIC int name(void);                                                                 \
    int name(void) {                                                                               \
        standin_missing(#name);                                                                    \
        return NOT_SUPPORTED;                                                                      \
    }
#include "standin/cufft/missing.def"
