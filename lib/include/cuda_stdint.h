// SPDX-License-Identifier: Apache-2.0
// An old name.
#include <stdint.h>
