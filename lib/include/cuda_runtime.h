// SPDX-License-Identifier: Apache-2.0
// Everything this name gives is in these headers; they are read before the file that says the name.
#include "cuprum_runtime.h"
#if defined(__CUDA_ARCH__) || defined(__CUDACC__)
#include "cuprum_texture.h"
#endif
#include "cuprum_host.h"
