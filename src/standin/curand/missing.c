// SPDX-License-Identifier: Apache-2.0
// The functions of NVIDIA's cuRAND that are not implemented: rows of missing.def.
#include "standin/missing.h"

enum { NOT_SUPPORTED = 999 }; // CURAND_STATUS_INTERNAL_ERROR: cuRAND has none for it

#include "standin/curand/missing.def"
