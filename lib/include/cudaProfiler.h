// SPDX-License-Identifier: Apache-2.0
// cuProfilerStart and cuProfilerStop are with the driver's other functions.
#include "cuda.h"
