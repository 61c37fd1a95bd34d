// SPDX-License-Identifier: Apache-2.0
// A part of the device API, where programs include it by this name.
#include "curand_kernel.h"
