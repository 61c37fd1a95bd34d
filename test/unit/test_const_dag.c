// SPDX-License-Identifier: Apache-2.0
// Constants in bitcode share their parts: 2^60 ways lead through one of 60 expressions. What walks
// over constants must come to each once.
#include "ir/ir.h"
#include "ir/ir_int.h"
#include "irgen/irgen.h"
#include "unit.h"

enum { DEEP = 60 };

static IrConst *deep(IrModule *m, IrGlobal *g, IrOp op) {
    IrConst *c = ir_ccast(m, IR_PTRTOINT, (IrConst *)g, m->ty_i64);
    for (int i = 0; i < DEEP; i++) {
        IrConst *both[2] = {c, c};
        c = ir_cexpr_old(m, op, 0, m->ty_i64, 2, both);
    }
    return c;
}

static IrFunc *returning(IrModule *m, const char *name, IrConst *c) {
    IrType *fty = ir_ty_func(m, m->ty_i64, 0, NULL, false);
    IrFunc *f = ir_func_new(m, atom_cstr(m->ctx, name), fty, IR_EXTERNAL);
    IrBuilder b = ir_builder(f, ir_block_new(f, 0));
    ir_ret(&b, &c->v);
    return f;
}

int main(void) {
    Ctx ctx;
    ctx_init(&ctx);
    IrModule *m = ir_module_new(&ctx, atom_cstr(&ctx, "t"));
    IrGlobal *g = ir_var_new(m, atom_cstr(&ctx, "g"), m->ty_i32, IR_AS_GLOBAL, IR_EXTERNAL, NULL);
    IrConst *old = deep(m, g, IR_UDIV);
    CHECK(old->depth == DEEP + 1);
    IrFunc *f = returning(m, "f", old);
    CHECK(ir_expand_old(m));
    CHECK(ir_func_size(f) == DEEP + 1);

    IrFunc *lib = ir_func_new(
        m, atom_cstr(&ctx, "__fadd_rn"),
        ir_ty_func(m, m->ty_float, 2, (IrType *[]){m->ty_float, m->ty_float}, false), IR_EXTERNAL);
    returning(m, "h", deep(m, &lib->g, IR_SUB));
    IrGenOptions o = {.target = target_find(90, 0)};
    CHECK(irgen_lower_declared(m, &o));
    CHECK(!ir_is_decl(lib)); // its address is taken
    ir_module_free(m);
    ctx_free(&ctx);
    return UNIT_END();
}
