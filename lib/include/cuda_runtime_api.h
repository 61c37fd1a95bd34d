// SPDX-License-Identifier: Apache-2.0
// Everything this name gives is in these headers; they are read before the file that says the name.
#include "cuprum_runtime.h"
#include "cuprum_host.h"
