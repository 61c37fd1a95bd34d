// SPDX-License-Identifier: Apache-2.0
// version.h: the versions of PTX that there are.
#ifndef CUPRUM_PTX_CHECK_VERSION_H
#define CUPRUM_PTX_CHECK_VERSION_H

#include "base/base.h"

// The versions that there are, times ten, oldest first.
uint32_t ptx_version_count(void);
uint32_t ptx_version_at(uint32_t i);
void ptx_list_versions(Buf *out); // one a line

#endif
