// SPDX-License-Identifier: Apache-2.0
// What goes before: every call of a function with a body is inlined, variables become values. Loops
// keep their form, test at the top, so that those that count are found.
#include "opt/opt.h"
#include "tile/raise/raise_int.h"

static const char to_values[] = "globaldce,inline,sroa,instsimplify,simplifycfg,sroa,gvn";
static const char simpler[] =
    "sccp,instsimplify,simplifycfg,sroa,loop(licm),instsimplify,simplifycfg,adce,globaldce";

static void inline_always(IrModule *module) {
    IR_FOREACH_FUNC(fn, module) {
        if (ir_is_decl(fn) || fn->cc == IR_CC_PTX_KERNEL) continue;
        ir_fn_attr(fn, IR_AT_FN, IR_ATTR_ALWAYSINLINE);
    }
}

static bool run(IrModule *module, const Target *target, const char *passes) {
    const OptOptions options = {
        .level = 2, .passes = passes, .target = target, .bisect_limit = -1, .jobs = 1};
    return opt_run(module, &options);
}

bool rz_prepare(IrModule *module, const Target *target) {
    inline_always(module);
    if (!run(module, target, to_values)) return false;
    IR_FOREACH_FUNC(fn, module) rz_fold_tables(fn);
    return run(module, target, simpler);
}

// ---- the other half ----------------------------------------------------------------------------

// Whether it calls a builtin, or a function that `gone` has.
static bool calls_tiles(const IrFunc *fn, const Map *gone) {
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(in, bb) {
            const IrFunc *callee = ir_is_call_like(in) ? ir_as_func(ir_callee(in)) : NULL;
            if (!callee) continue;
            if (rz_is_builtin(fn->g.m, callee) || map_get(gone, (uintptr_t)callee)) return true;
        }
    }
    return false;
}

void tile_drop_functions(IrModule *module) {
    Map gone;
    map_init(&gone, &module->ctx->scratch);
    for (bool more = true; more;) { // callers of callers
        more = false;
        IR_FOREACH_FUNC(fn, module) {
            if (ir_is_decl(fn) || map_get(&gone, (uintptr_t)fn) || !calls_tiles(fn, &gone))
                continue;
            map_put(&gone, (uintptr_t)fn, fn);
            more = true;
        }
    }
    IR_FOREACH_FUNC(fn, module) {
        if (map_get(&gone, (uintptr_t)fn)) ir_func_drop_body(fn);
    }
}
