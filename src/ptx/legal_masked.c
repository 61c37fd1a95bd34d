// SPDX-License-Identifier: Apache-2.0
// Vector memory operations under a mask: element by element, each behind a branch where its mask
// bit is not known (as LLVM's ScalarizeMaskedMemIntrin). Elements that are off must not be touched:
// the address may be invalid there.
#include "ptx/legal.h"

typedef struct Masked {
    Legal *l;
    IrInst *i;
    IrValue *p, *mask, *value; // address or addresses; what is stored, or instead of what is off
    IrType *t;                 // the vector
    uint32_t align;            // 0: of the element
    bool store, spread;        // spread: an address for each element
    bool packed;               // elements that are on lie one behind the other
} Masked;

static IrValue *index32(Legal *l, uint64_t k) {
    return legal_num(l->m->ty_i32, k);
}

static bool describe(Masked *a, IrInst *i, uint32_t id) {
    uint32_t n = ir_call_nargs(i);
    a->store =
        id == IR_I_masked_store || id == IR_I_masked_scatter || id == IR_I_masked_compressstore;
    a->spread = id == IR_I_masked_gather || id == IR_I_masked_scatter;
    a->packed = id == IR_I_masked_expandload || id == IR_I_masked_compressstore;
    if (!a->store && !a->spread && !a->packed && id != IR_I_masked_load) return false;
    a->value = ir_op(i, a->store ? 0 : n - 1);
    a->mask = ir_op(i, a->store ? n - 1 : n - 2);
    a->p = ir_op(i, a->store ? 1 : 0);
    a->t = a->value->type;
    if (!a->packed) a->align = (uint32_t)ir_uval(ir_as_cint(ir_op(i, a->store ? 2 : 1)));
    return a->t->kind == IR_TY_VECTOR && !a->t->scalable;
}

// What is known of a mask bit: 0 off, 1 on, -1 nothing.
static int known_bit(const Masked *a, uint64_t k) {
    IrConst *c = ir_as_const(a->mask);
    IrConst *e = c && c->v.kind < IR_C_VAR ? ir_elem(a->l->m, c, k) : NULL;
    if (!e) return -1;
    if (ir_is_undef(&e->v) || ir_is_zero(&e->v)) return 0;
    return e->v.kind == IR_C_INT ? 1 : -1;
}

static uint32_t element_align(const Masked *a, uint64_t off) {
    IrType *e = a->t->elem;
    if (a->packed) return 1; // [LangRef] says nothing else
    if (!a->align) return e->align;
    if (a->spread) return a->align;
    uint64_t low = off | a->align;
    return (uint32_t)(low & (0 - low));
}

static IrValue *access(Masked *a, IrBuilder *b, uint64_t k, IrValue *at) {
    uint64_t off = k * a->t->elem->size;
    IrValue *p = a->spread   ? ir_extractelement(b, a->p, index32(a->l, k))
                 : a->packed ? at
                             : ir_ptradd_c(b, a->p, (int64_t)off, 0);
    uint32_t align = element_align(a, a->packed ? 0 : off);
    if (!a->store) return &ir_load(b, a->t->elem, p, align)->v;
    ir_store(b, ir_extractelement(b, a->value, index32(a->l, k)), p, align);
    return NULL;
}

// One element behind a branch: the instruction moves into the block after it.
static void conditional(Masked *a, uint64_t k, IrValue **result, IrValue **at) {
    Ctx *ctx = a->l->m->ctx;
    IrBlock *head = a->i->block;
    IrBlock *tail = ir_block_split(head, a->i, atom_cstr(ctx, "masked.next"));
    IrBlock *then = ir_block_new(a->l->f, atom_cstr(ctx, "masked.on"));
    ir_block_move_after(then, head);
    ir_erase(ir_term(head));
    IrBuilder b = ir_builder(a->l->f, head);
    ir_condbr(&b, ir_extractelement(&b, a->mask, index32(a->l, k)), then, tail);
    ir_at_end(&b, then);
    IrValue *v = access(a, &b, k, *at), *next = NULL;
    if (v) v = ir_insertelement(&b, *result, v, index32(a->l, k));
    if (a->packed) next = ir_ptradd_c(&b, *at, (int64_t)a->t->elem->size, 0);
    ir_br(&b, tail);
    b = ir_builder_at(a->i);
    struct {
        IrValue *on, **var;
    } merge[2] = {{v, result}, {next, at}};
    for (int j = 0; j < 2; j++) {
        if (!merge[j].on) continue;
        IrInst *phi = ir_phi(&b, merge[j].on->type, 2);
        ir_phi_add(phi, merge[j].on, then);
        ir_phi_add(phi, *merge[j].var, head);
        *merge[j].var = &phi->v;
    }
}

bool legal_masked(Legal *l, IrInst *i, uint32_t id) {
    Masked a = {.l = l, .i = i};
    if (!describe(&a, i, id)) return false;
    IrValue *result = a.store ? NULL : a.value, *at = a.p;
    uint64_t on = 0;
    for (uint64_t k = 0; k < a.t->n; k++) on += known_bit(&a, k) == 1;
    if (on == a.t->n && !a.spread) { // a plain access
        IrBuilder b = ir_builder_at(i);
        uint32_t align = a.packed ? 1 : CU_MAX(a.align, 1u);
        if (a.store)
            ir_store(&b, a.value, a.p, align);
        else
            result = &ir_load(&b, a.t, a.p, align)->v;
    } else {
        for (uint64_t k = 0; k < a.t->n; k++) {
            int known = known_bit(&a, k);
            if (known < 0) conditional(&a, k, &result, &at);
            if (known <= 0) continue;
            IrBuilder b = ir_builder_at(i);
            IrValue *v = access(&a, &b, k, at);
            if (v) result = ir_insertelement(&b, result, v, index32(l, k));
            if (a.packed) at = ir_ptradd_c(&b, at, (int64_t)a.t->elem->size, 0);
        }
    }
    if (result)
        ir_replace_erase(i, result);
    else
        ir_erase(i);
    return true;
}
