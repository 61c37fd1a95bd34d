// SPDX-License-Identifier: Apache-2.0
// Functions of a library (hundreds, of which a program takes a few): of each only the places of
// its record, name and body are noted. It is made when a body refers to its value id or the linker
// asks for its name. Names are found by a hash; the name is read again to be sure.
#include "ir/bitread_int.h"

static BcPlace here(const Bc *c) {
    return (BcPlace){c->b.width, c->b.abb};
}

bool bc_later_note(Bc *c, uint32_t fty, bool body) {
    c->records = here(c);
    BcLater x = {.record_at = c->b.item_at, .value = c->value.n, .body = body};
    IrType *ptr = ir_ty_ptr(c->m, 0);
    BcValue v = {.type = ptr, .ptee = fty, .pending = true, .later = c->by_id.n + 1};
    vec_push(c->a, &c->value, v);
    vec_push(c->a, &c->by_id, NULL);
    vec_push(c->a, &c->lazy, x);
    return true;
}

void bc_later_name(Bc *c, uint32_t id, const Rec *r, uint32_t from) {
    BcLater *x = &c->lazy.at[id];
    c->symbols = here(c);
    x->name_at = c->b.item_at;
    IrGlobal *g = c->by_id.at[id];
    if (g) g->v.name = bc_text(c, r, from);
    if (!x->body) return; // declarations are never asked for
    uint64_t h = 0;
    for (uint32_t i = from; i < r->op.n; i++) h = hash_mix(h, (uint8_t)r->op.at[i]);
    void **slot = map_slot(&c->by_name, h | 1);
    x->next = (uint32_t)(uintptr_t)*slot;
    *slot = (void *)((uintptr_t)id + 1);
}

static const Rec *again(Bc *c, const BcPlace *p, uint64_t at) {
    Bits *b = &c->b;
    uint64_t pos = b->pos, end = b->end;
    BcPlace now = here(c);
    b->pos = at;
    b->end = b->nbytes / 4 * 32;
    b->width = p->width;
    b->abb = p->abb;
    bool ok = bits_next(b, &c->reread) == BITS_RECORD;
    b->width = now.width;
    b->abb = now.abb;
    b->end = end;
    b->pos = b->error ? end : pos;
    return ok ? &c->reread : bc_fail(c, "record of a function has gone");
}

static Atom name_of(Bc *c, const BcLater *x) {
    if (!x->name_at) return 0;
    const Rec *r = again(c, &c->symbols, x->name_at);
    return r ? bc_text(c, r, r->code == SYM_FUNCTION ? 2 : 1) : 0;
}

// The declaration of an intrinsic, which other names may stand for too, or NULL.
static IrFunc *intrinsic(Bc *c, Atom name, IrType *fty) {
    IrType *slot[IR_MAX_OVERLOAD] = {0};
    uint32_t n = 0;
    IrIntrin id =
        ir_intrinsic_find(c->m, atom_str(c->ctx, name), atom_len(c->ctx, name), fty, slot, &n);
    if (!id) return NULL;
    return ir_is_family(id) ? ir_intrinsic_family(c->m, id, name, fty)
                            : ir_intrinsic(c->m, id, n, slot);
}

IrValue *bc_later_make(Bc *c, uint32_t at) {
    BcLater *x = &c->lazy.at[at];
    BcValue *v = &c->value.at[x->value];
    if (!v->pending) return v->value;
    Atom name = name_of(c, x);
    IrFunc *f = NULL;
    if (c->placed && name && !x->body) f = intrinsic(c, name, bc_type(c, v->ptee - 1));
    bool own = !f;
    if (own) {
        const Rec *r = again(c, &c->records, x->record_at);
        f = r ? bc_function_of(c, r, v->ptee) : NULL;
    }
    if (!f) return NULL;
    v->pending = false;
    v->value = &f->g.v;
    v->type = f->g.v.type;
    if (!own) return v->value;
    c->by_id.at[at] = &f->g;
    f->body_at = x->body_at;
    f->g.v.name = name;
    if (x->body) map_put(&c->body_id, (uintptr_t)f, (void *)((uintptr_t)x->value + 1));
    if (c->placed) {
        ir_func_register(c->m, f, name);
        if (!bc_extras(c)) return NULL;
    }
    return &f->g.v;
}

IrGlobal *ir_library_find(IrModule *m, Atom name) {
    Bc *c = m->reader;
    if (c && c->library && name) {
        const char *s = atom_str(m->ctx, name);
        uint64_t h = 0;
        for (size_t i = 0, n = atom_len(m->ctx, name); i < n; i++) h = hash_mix(h, (uint8_t)s[i]);
        uint32_t k = (uint32_t)(uintptr_t)map_get(&c->by_name, h | 1);
        for (; k; k = c->lazy.at[k - 1].next) {
            if (name_of(c, &c->lazy.at[k - 1]) != name) continue;
            IrValue *v = bc_later_make(c, k - 1);
            return v ? (IrGlobal *)v : (bc_report(c), NULL);
        }
    }
    return ir_find(m, name);
}
