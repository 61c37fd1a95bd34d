// SPDX-License-Identifier: Apache-2.0
// What the parts of the verifier say: the rules' texts, and violations with their places.
#include "ir/verify_int.h"

const char ir_verify_text[V_COUNT][128] = {
#define RULE(id, text) text,
#include "ir/verify.def"
};

// "@function: text of the rule: instruction", in the result's arena.
static void message(Verify *verify, const IrInst *inst, const IrGlobal *global, VRule rule,
                    va_list ap) {
    Buf out;
    buf_init(&out, verify->r->arena);
    if (verify->fn) global = &verify->fn->g;
    if (global) buf_printf(&out, "@%s: ", atom_str(verify->m->ctx, global->v.name));
    buf_vprintf(&out, ir_verify_text[rule], ap);
    if (inst) {
        buf_putc(&out, ':');
        ir_print_inst(inst, &out);
        if (out.at[out.n - 1] == '\n') out.n--;
    }
    vec_push(verify->r->arena, &verify->r->error, buf_cstr(&out));
}

// A hundred errors are enough; what follows is counted and not said.
void ir_v_bad(Verify *verify, const IrInst *inst, VRule rule, ...) {
    if (verify->nerrors++ >= 100) return;
    va_list ap;
    va_start(ap, rule);
    message(verify, inst, NULL, rule, ap);
    va_end(ap);
}

void ir_v_bad_global(Verify *verify, const IrGlobal *global, VRule rule, ...) {
    if (verify->nerrors++ >= 100) return;
    va_list ap;
    va_start(ap, rule);
    message(verify, NULL, global, rule, ap);
    va_end(ap);
}
