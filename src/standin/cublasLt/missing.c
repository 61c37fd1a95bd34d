// SPDX-License-Identifier: Apache-2.0
// The functions of NVIDIA's cuBLASLt that are not implemented: rows of missing.def.
#include "standin/missing.h"

enum { NOT_SUPPORTED = 15 }; // CUBLAS_STATUS_NOT_SUPPORTED

#include "standin/cublasLt/missing.def"
