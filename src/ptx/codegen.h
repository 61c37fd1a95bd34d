// SPDX-License-Identifier: Apache-2.0
// The back end: an IR module to PTX machine form.
#ifndef CUPRUM_PTX_CODEGEN_H
#define CUPRUM_PTX_CODEGEN_H

#include "base/float_options.h"
#include "base/target.h"
#include "ir/ir.h"
#include "ptx/ptx.h"

typedef struct PtxOptions {
    const Target *target;
    uint8_t opt_level;
    FloatOptions fp;
    bool lines;             // .loc and .file, where the input's debug information has lines
    bool debug;             // .target ..., debug, where it is for a debugger too
    uint32_t table_density; // percent of cases from which a switch jumps by a table; 0: default
    uint16_t ptx_version;   // 90 for 9.0; 0: what nvcc 13.0 writes
    uint32_t jobs;          // threads that select and print functions; 0: processors
    bool whole_program;     // no other unit names a variable (the host does, whatever its linkage)
} PtxOptions;

// Generates code for every definition of m and what it needs. m is changed (legalized) and must not
// be used for anything else afterwards. False after diagnostics; *out lives in ctx->perm.
bool ptx_codegen(Ctx *ctx, IrModule *module, const PtxOptions *options, PtxModule **out);
#endif
