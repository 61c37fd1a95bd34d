// SPDX-License-Identifier: Apache-2.0
// The seam between the halves of a unit. When the host's compiler has run, its object is the judge:
// it has a stub for each kernel that host code can launch, by whatever name that compiler gives it,
// and the sizes of what is passed. This module finds the stubs, pairs each with a kernel of the
// device code, compares the layouts, and puts the stubs' addresses into the slots out of which the
// program registers its kernels (cuda/host_register.c). A launched kernel without device code, or a
// parameter with two layouts, is an error here and never one of the running program.
//   object.c  the object, an ELF file       table.c  the host table (cuda/host_table.c)
//   match.c   stubs and kernels; match_clang.c  where clang hides which
//               seam.c   the comparison, what is said, the slots
#ifndef CUPRUM_DRIVER_SEAM_H
#define CUPRUM_DRIVER_SEAM_H

#include "base/base.h"

// Compares the object with the host table, `size` bytes, and completes it. False after diagnostics
// in ctx: the object then is not to be used.
bool driver_join_halves(Ctx *ctx, const char *object, const char *table, size_t size);
// Whether these options of the host's compiler make it write no machine code: -flto. The seam needs
// that, so such a unit is compiled with -fno-lto behind them.
bool driver_without_lto(const char *const *words, uint32_t n);

#endif
