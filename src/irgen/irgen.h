// SPDX-License-Identifier: Apache-2.0
// irgen: elaborated C++ (src/cxx) to IR (src/ir).
//
// Contract: the front end has finished (cxx_run): every function on x->work has its body, every
// variable on x->work_vars is needed. Generation reports only what cannot be expressed in device
// code (irgen_diag.def); it never changes the AST. All pointers in the generated IR are generic;
// variables live in their space and are used through an address space cast.
#ifndef CUPRUM_IRGEN_H
#define CUPRUM_IRGEN_H

#include "base/float_options.h"
#include "base/target.h"
#include "cxx/cxx.h"
#include "ir/ir.h"

typedef struct IrGenOptions {
    const Target *target;
    FloatOptions fp;
    bool line_info;        // emit !dbg locations
    bool debug;            // for a debugger, not only for profilers
    bool optimized;        // which it is told
    const char *source;    // the unit's file, for it; or NULL
    bool check_only;       // no code is wanted: a function may be defined elsewhere
    const char *directory; // of files with relative names, for them; or NULL
    bool params_restrict;  // kernels' pointer parameters are __restrict__
    bool tile;             // the kernels of Tile C++, else all others
} IrGenOptions;

// Generates the module; memory is the module's own. Errors are reported through cxx->ctx; the
// module is then incomplete and must not be used further.
IrModule *irgen_module(Cxx *cxx, const IrGenOptions *opt);

// Gives calls of device functions that IR input declares and does not define (sinf, __fadd_rn,
// __iAtomicAdd: the rows of src/cuda/builtin.def) the meaning that they have in C++. True if there
// was one.
bool irgen_lower_declared(IrModule *module, const IrGenOptions *gen_options);

extern const DiagRow *const irgen_diag_rows[]; // NULL ends them
#endif
