// SPDX-License-Identifier: Apache-2.0
// The functions of NVIDIA's cuSPARSE that are not implemented: rows of missing.def.
#include "standin/missing.h"

enum { NOT_SUPPORTED = 10 }; // CUSPARSE_STATUS_NOT_SUPPORTED

#include "standin/cusparse/missing.def"
