// SPDX-License-Identifier: Apache-2.0
// The back end: an IR module to PTX machine form.
#ifndef CUPRUM_PTX_CODEGEN_CODEGEN_H
#define CUPRUM_PTX_CODEGEN_CODEGEN_H

#include "ir/ir.h"
#include "ptx/form/form.h"
#include "ptx/options.h"

// Generates code for every definition of `source` and what it needs. It is changed (legalized) and
// must not be used for anything else afterwards. False after diagnostics; *out lives in ctx->perm.
bool ptx_codegen(Ctx *ctx, IrModule *source, const PtxOptions *options, PtxModule **out);
// The version (times ten) that a module is written in where nobody asked for one.
uint32_t ptx_usual_version(Ctx *ctx, IrModule *source, const Target *target);
#endif
