// SPDX-License-Identifier: Apache-2.0
// The functions of NVIDIA's CUPTI that are not implemented: rows of missing.def.
#include "standin/missing.h"

enum { NOT_SUPPORTED = 27 }; // CUPTI_ERROR_NOT_SUPPORTED

#include "standin/cupti/missing.def"
