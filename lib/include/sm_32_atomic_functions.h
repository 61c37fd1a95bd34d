// SPDX-License-Identifier: Apache-2.0
// A name of a part of cuda_runtime.h.
#include "cuda_runtime.h"
