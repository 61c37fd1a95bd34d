// SPDX-License-Identifier: Apache-2.0
// ir: types and layout, interned constants, builder and folding, use lists, intrinsics.
#include "ir/ir.h"
#include "unit.h"
#include "ir/intrin_id.h"

#include "ids/intrin_count.h"

static void types(IrModule *m) {
    CHECK(ir_ty_int(m, 32) == m->ty_i32);
    CHECK(ir_ty_int(m, 24)->align == 4 && ir_ty_int(m, 24)->size == 4);
    CHECK(ir_ty_vector(m, m->ty_float, 3)->align == 16);
    CHECK(ir_ty_vector(m, m->ty_i1, 8)->size == 1);
    IrType *sub[3] = {m->ty_i8, m->ty_i64, m->ty_i16};
    IrType *s = ir_ty_struct(m, 3, sub, false);
    CHECK(s == ir_ty_struct(m, 3, sub, false) && s != ir_ty_struct(m, 3, sub, true));
    CHECK(s->size == 24 && s->offset[1] == 8 && s->offset[2] == 16);
    CHECK(ir_ty_struct(m, 3, sub, true)->size == 11);
    CHECK(ir_ty_member_at(s, 15) == 1 && ir_ty_member_at(s, 16) == 2);
    CHECK(ir_ty_ptr(m, 3)->size == 4 && ir_ty_ptr(m, 1)->size == 8);
}

static void constants(IrModule *m) {
    IrType *i32 = m->ty_i32, *a2 = ir_ty_array(m, i32, 2);
    CHECK(ir_int(i32, 5) == ir_int(i32, 5) && ir_int(m->ty_i8, 257) == ir_int(m->ty_i8, 1));
    CHECK(ir_sval(ir_sint(m->ty_i8, -3)) == -3);
    IrConst *e[2] = {ir_int(i32, 0), ir_int(i32, 0)};
    CHECK(ir_agg(m, a2, 2, e) == ir_null(m, a2));
    e[1] = ir_int(i32, 7);
    IrConst *d = ir_agg(m, a2, 2, e);
    CHECK(d->v.kind == IR_C_DATA && ir_elem(m, d, 1) == e[1]);
    CHECK(ir_fold_load(m, d, 4, i32) == e[1]);
    CHECK(ir_fold_load(m, d, 0, m->ty_i64) == ir_int(m->ty_i64, 7ull << 32));
    CHECK(ir_fold_bin(m, IR_ADD, IR_NSW, ir_int(i32, 0x7fffffff), ir_int(i32, 1))->v.kind ==
          IR_C_POISON);
    CHECK(ir_fold_bin(m, IR_SDIV, 0, ir_int(i32, 1), ir_int(i32, 0)) == NULL);
    CHECK(ir_fold_bin(m, IR_SREM, 0, ir_sint(i32, -7), ir_int(i32, 3)) == ir_sint(i32, -1));
    IrConst *big = ir_sint(m->ty_i128, -1);
    CHECK(ir_fold_bin(m, IR_LSHR, 0, big, ir_int(m->ty_i128, 127)) == ir_int(m->ty_i128, 1));
    CHECK(ir_fp(m, m->ty_half, 1.0)->bits == 0x3c00 && ir_fp(m, m->ty_half, 65520)->bits == 0x7c00);
    CHECK(ir_fp(m, m->ty_half, 0x1p-24)->bits == 1 && ir_fp(m, m->ty_half, 2047)->bits == 0x67ff);
    CHECK(ir_fp(m, m->ty_half, 0x1p-14 - 0x1p-26)->bits == 0x0400);
    CHECK(ir_fp(m, m->ty_bfloat, 1.00390625)->bits == 0x3f80);
    CHECK(ir_fold_cast(m, IR_FPTOSI, ir_fp(m, m->ty_float, -2.5), i32) == ir_sint(i32, -2));
    CHECK(ir_fold_cast(m, IR_FPTOUI, ir_fp(m, m->ty_float, 5e9), i32) == NULL);
    CHECK(ir_fold_cmp(m, IR_SLT, ir_sint(i32, -1), ir_int(i32, 0)) == ir_true(m));
}

static void builder(Ctx *ctx, IrModule *m) {
    IrType *par[2] = {m->ty_i32, m->ty_i32};
    IrFunc *f =
        ir_func_new(m, atom_cstr(ctx, "f"), ir_ty_func(m, m->ty_i32, 2, par, false), IR_EXTERNAL);
    IrBuilder b = ir_builder(f, ir_block_new(f, 0));
    IrBlock *then = ir_block_new(f, 0), *end = ir_block_new(f, 0);
    IrValue *x = &f->arg[0]->v, *y = &f->arg[1]->v;
    IrValue *s = ir_add(&b, x, y);
    CHECK(ir_add(&b, s, &ir_int(m->ty_i32, 0)->v) == s);
    ir_condbr(&b, ir_cmp(&b, IR_SGT, s, x), then, end);
    ir_at_end(&b, then);
    IrValue *q = ir_mul(&b, s, s);
    CHECK(ir_use_index(s->uses) == 1);
    ir_br(&b, end);
    ir_at_end(&b, end);
    IrInst *phi = ir_phi(&b, m->ty_i32, 1);
    ir_phi_add(phi, s, f->first);
    ir_phi_add(phi, q, then); // grows: links must survive
    ir_phi_add(phi, x, then);
    ir_remove_ops(phi, 4, 2);
    ir_ret(&b, &phi->v);
    CHECK(ir_npreds(end) == 2 && ir_single_pred(then) == f->first && !ir_single_pred(end));
    ir_replace_uses(s, &ir_int(m->ty_i32, 9)->v);
    CHECK(!s->uses && ir_is_int(ir_phi_value(phi, 0), 9));
    CHECK(ir_is_trivially_dead(ir_as_inst(s)));
    IrValue *c = IR_CALL(&b, IR_I_smax, NULL, &ir_int(m->ty_i32, 3)->v, &ir_int(m->ty_i32, 4)->v);
    CHECK(ir_is_int(c, 4));
    ir_at_inst(&b, ir_term(end));
    IrValue *k = IR_CALL(&b, IR_I_smax, NULL, &phi->v, &ir_int(m->ty_i32, 4)->v);
    CHECK_STR(atom_str(ctx, ir_callee(ir_as_inst(k))->name), "llvm.smax.i32");
    IrType *ov[6];
    uint32_t n;
    IrIntrin id =
        ir_intrinsic_find(m, "llvm.smax.i32", 13, ir_called(ir_as_inst(k))->g.vty, ov, &n);
    CHECK(id == IR_I_smax && n == 1 && ov[0] == m->ty_i32);
}

// Every row's signature can be read: declare each with simple overload types.
static void intrinsics(IrModule *m) {
    for (int i = 1; i < IR_NINTRINS; i++) {
        const char *s = ir_intrins[i].sig;
        if (!*s) continue; // a family
        IrType *ov[IR_MAX_OVERLOAD];
        uint32_t n = 0;
        for (const char *p = s; *p; p++) {
            if (!strchr("IFPA", *p)) continue;
            uint32_t k = (uint32_t)(p[1] - '0');
            IrType *t = *p == 'F' ? m->ty_float : *p == 'P' ? m->ty_ptr : m->ty_i32;
            if (strstr(s, "e0") || strstr(s, "h0")) t = ir_ty_vector(m, t, 4);
            ov[k] = t;
            if (k >= n) n = k + 1;
        }
        IrFunc *f = ir_intrinsic(m, (IrIntrin)i, n, ov);
        CHECK(f->intrin == i && ir_intrinsic(m, (IrIntrin)i, n, ov) == f);
        const char *name = atom_str(m->ctx, f->g.v.name);
        IrType *got[IR_MAX_OVERLOAD];
        uint32_t ng;
        CHECK(ir_intrinsic_find(m, name, strlen(name), f->g.vty, got, &ng) == (IrIntrin)i);
    }
}

int main(void) {
    Ctx ctx;
    ctx_init(&ctx);
    IrModule *m = ir_module_new(&ctx, atom_cstr(&ctx, "t"));
    types(m);
    constants(m);
    builder(&ctx, m);
    intrinsics(m);
    ir_module_free(m);
    ctx_free(&ctx);
    return UNIT_END();
}
