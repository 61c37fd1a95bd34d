// SPDX-License-Identifier: Apache-2.0
// The main file is the one in which the unit ends, though it has no token of its own.
// RUN: cuprum -arch=sm_90 %s -o -
// CHECK-NOT: warning
#include "inputs/unused_static.h"
