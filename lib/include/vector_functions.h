// SPDX-License-Identifier: Apache-2.0
// What this name gives is a part of cuda_runtime.h here.
#include "cuda_runtime.h"
