// SPDX-License-Identifier: Apache-2.0
// The functions of NVIDIA's cuDNN that are not implemented: rows of missing.def.
#include "standin/missing.h"

enum { NOT_SUPPORTED = 3000 }; // CUDNN_STATUS_NOT_SUPPORTED

#include "standin/cudnn/missing.def"
