// SPDX-License-Identifier: Apache-2.0
// To the device compiler everything that this name gives is in the first headers; they are read before the
// file that says the name. The host's compiler has its own view.
#ifdef __CUDA_ARCH__
#include "cuprum_runtime.h"
#include "cuprum_host.h"
#else
#include "cuprum_program.h"
#endif
