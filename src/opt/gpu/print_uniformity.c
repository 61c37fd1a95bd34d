// SPDX-License-Identifier: Apache-2.0
// print-uniformity: writes to the log which values of a function differ between threads, and which
// branches part them. For tests; changes nothing.
#include "opt/common/common.h"

static const char *const names[] = {
    [AN_SAME_IN_BLOCK] = "same in block",
    [AN_SAME_IN_WARP] = "same in warp",
    [AN_DIFFERS] = "differs",
};

static const char *name_of(const PassCtx *pc, const IrValue *value) {
    return value->name ? atom_str(pc->ctx, value->name) : "?";
}

OPT_FUNC_PASS(print_uniformity);
bool opt_print_uniformity(PassCtx *pc, IrFunc *fn) {
    Buf *out = pc->opt->log;
    if (!out) return false;
    const AnUniformity *uniformity = an_uniformity(pc->an);
    buf_printf(out, "; uniformity of %s\n", atom_str(pc->ctx, fn->g.v.name));
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            bool branch = ir_is_term(i) && ir_nsucc(i) > 1;
            if (!branch && i->v.type->kind == IR_TY_VOID) continue;
            const char *sigil = branch ? "branch of " : "";
            const char *name = name_of(pc, branch ? &bb->v : &i->v);
            buf_printf(out, ";   %s%%%s: %s\n", sigil, name,
                       names[an_variation(uniformity, &i->v)]);
        }
    }
    return false;
}
