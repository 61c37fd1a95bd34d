// SPDX-License-Identifier: Apache-2.0
// The functions of NVIDIA's cuFFT that are not implemented: rows of missing.def.
#include "standin/missing.h"

enum { NOT_SUPPORTED = 16 }; // CUFFT_NOT_SUPPORTED

#include "standin/cufft/missing.def"
