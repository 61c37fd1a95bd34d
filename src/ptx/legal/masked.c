// SPDX-License-Identifier: Apache-2.0
// Vector memory operations under a mask: element by element, each behind a branch where its mask
// bit is not known (as LLVM's ScalarizeMaskedMemIntrin). Elements that are off must not be touched:
// the address may be invalid there.
#include "ptx/legal/legal_int.h"

#include "ir/intrin_id.h"

typedef struct Masked {
    Legal *l;
    IrInst *i;
    IrValue *p, *mask, *value; // address or addresses; what is stored, or instead of what is off
    IrType *t;                 // the vector
    uint32_t align;            // 0: of the element
    bool store, spread;        // spread: an address for each element
    bool packed;               // elements that are on lie one behind the other
} Masked;

static IrValue *index32(Legal *legal, uint64_t k) {
    return legal_num(legal->m->ty_i32, k);
}

static bool describe(Masked *masked, IrInst *call, uint32_t id) {
    uint32_t n = ir_call_nargs(call);
    masked->store =
        is_any_of(id, IR_I_masked_store, IR_I_masked_scatter, IR_I_masked_compressstore);
    masked->spread = is_any_of(id, IR_I_masked_gather, IR_I_masked_scatter);
    masked->packed = is_any_of(id, IR_I_masked_expandload, IR_I_masked_compressstore);
    if (!masked->store && !masked->spread && !masked->packed && id != IR_I_masked_load)
        return false;
    masked->value = ir_op(call, masked->store ? 0 : n - 1);
    masked->mask = ir_op(call, masked->store ? n - 1 : n - 2);
    masked->p = ir_op(call, masked->store ? 1 : 0);
    masked->t = masked->value->type;
    if (!masked->packed)
        masked->align = (uint32_t)ir_uval(ir_as_cint(ir_op(call, masked->store ? 2 : 1)));
    return masked->t->kind == IR_TY_VECTOR && !masked->t->scalable;
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

static IrValue *access(Masked *masked, IrBuilder *builder, uint64_t k, IrValue *at) {
    uint64_t off = k * masked->t->elem->size;
    IrValue *p = masked->spread   ? ir_extractelement(builder, masked->p, index32(masked->l, k))
                 : masked->packed ? at
                                  : ir_ptradd_c(builder, masked->p, (int64_t)off, 0);
    uint32_t align = element_align(masked, masked->packed ? 0 : off);
    if (!masked->store) return &ir_load(builder, masked->t->elem, p, align)->v;
    ir_store(builder, ir_extractelement(builder, masked->value, index32(masked->l, k)), p, align);
    return NULL;
}

// One element behind a branch: the instruction moves into the block after it.
static void conditional(Masked *masked, uint64_t k, IrValue **result, IrValue **at) {
    Ctx *ctx = masked->l->m->ctx;
    IrBlock *head = masked->i->block;
    IrBlock *tail = ir_block_split(head, masked->i, atom_cstr(ctx, "masked.next"));
    IrBlock *then = ir_block_new(masked->l->f, atom_cstr(ctx, "masked.on"));
    ir_block_move_after(then, head);
    ir_erase(ir_term(head));
    IrBuilder builder = ir_builder(masked->l->f, head);
    ir_condbr(&builder, ir_extractelement(&builder, masked->mask, index32(masked->l, k)), then,
              tail);
    ir_at_end(&builder, then);
    IrValue *value = access(masked, &builder, k, *at), *next = NULL;
    if (value) value = ir_insertelement(&builder, *result, value, index32(masked->l, k));
    if (masked->packed) next = ir_ptradd_c(&builder, *at, (int64_t)masked->t->elem->size, 0);
    ir_br(&builder, tail);
    builder = ir_builder_at(masked->i);
    struct {
        IrValue *on, **var;
    } merge[2] = {{value, result}, {next, at}};
    for (int j = 0; j < 2; j++) {
        if (!merge[j].on) continue;
        IrInst *phi = ir_phi(&builder, merge[j].on->type, 2);
        ir_phi_add(phi, merge[j].on, then);
        ir_phi_add(phi, *merge[j].var, head);
        *merge[j].var = &phi->v;
    }
}

bool legal_masked(Legal *legal, IrInst *call, uint32_t id) {
    Masked masked = {.l = legal, .i = call};
    if (!describe(&masked, call, id)) return false;
    IrValue *result = masked.store ? NULL : masked.value, *at = masked.p;
    uint64_t on = 0;
    for (uint64_t k = 0; k < masked.t->n; k++) on += known_bit(&masked, k) == 1;
    if (on == masked.t->n && !masked.spread) { // a plain access
        IrBuilder b = ir_builder_at(call);
        uint32_t align = masked.packed ? 1 : CU_MAX(masked.align, 1u);
        if (masked.store)
            ir_store(&b, masked.value, masked.p, align);
        else
            result = &ir_load(&b, masked.t, masked.p, align)->v;
    } else {
        for (uint64_t k = 0; k < masked.t->n; k++) {
            int known = known_bit(&masked, k);
            if (known < 0) conditional(&masked, k, &result, &at);
            if (known <= 0) continue;
            IrBuilder b = ir_builder_at(call);
            IrValue *v = access(&masked, &b, k, at);
            if (v) result = ir_insertelement(&b, result, v, index32(legal, k));
            if (masked.packed) at = ir_ptradd_c(&b, at, (int64_t)masked.t->elem->size, 0);
        }
    }
    if (result)
        ir_replace_erase(call, result);
    else
        ir_erase(call);
    return true;
}
