// SPDX-License-Identifier: Apache-2.0
// Everything this name gives is in cuprum_runtime.h, which is included before the file.
#include "cuprum_runtime.h"
