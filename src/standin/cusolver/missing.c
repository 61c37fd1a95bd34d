// SPDX-License-Identifier: Apache-2.0
// The functions of NVIDIA's cuSOLVER that are not implemented: rows of missing.def.
#include "standin/missing.h"

enum { NOT_SUPPORTED = 9 }; // CUSOLVER_STATUS_NOT_SUPPORTED

#include "standin/cusolver/missing.def"
