// SPDX-License-Identifier: Apache-2.0
// Functions of a library (hundreds, of which a program takes a few): of each only the places of
// its record, name and body are noted. It is made when a body refers to its value id or the linker
// asks for its name. Names are found by a hash; the name is read again to be sure.
#include "ir/bitread_int.h"

// How to read a record of the block at hand again later: its abbreviations, as they are now.
static BcPlace here(const Bc *bc) {
    return (BcPlace){bc->b.width, bc->b.abb};
}

// Instead of making the function of the FUNCTION record at hand. `fty` is its type id + 1.
bool bc_later_note(Bc *bc, uint32_t fty, bool body) {
    bc->records = here(bc);
    BcLater x = {.record_at = bc->b.item_at, .value = bc->value.n, .body = body};
    IrType *ptr = ir_ty_ptr(bc->m, 0);
    BcValue v = {.type = ptr, .ptee = fty, .pending = true, .later = bc->by_id.n + 1};
    vec_push(bc->a, &bc->value, v);
    vec_push(bc->a, &bc->by_id, NULL);
    vec_push(bc->a, &bc->lazy, x);
    return true;
}

// The symbol table says where the name of function `id` is. Names have many characters and most are
// never looked at: only their hash is kept.
void bc_later_name(Bc *bc, uint32_t id, const Rec *entry, uint32_t from) {
    BcLater *later = &bc->lazy.at[id];
    bc->symbols = here(bc);
    later->name_at = bc->b.item_at;
    IrGlobal *g = bc->by_id.at[id];
    if (g) g->v.name = bc_text(bc, entry, from);
    if (!later->body) return; // declarations are never asked for
    uint64_t h = 0;
    for (uint32_t i = from; i < entry->op.n; i++) h = hash_mix(h, (uint8_t)entry->op.at[i]);
    void **slot = map_slot(&bc->by_name, h | 1);
    later->next = (uint32_t)(uintptr_t)*slot;
    *slot = (void *)((uintptr_t)id + 1);
}

// Reads one record again, without leaving the place where the reader is.
static const Rec *again(Bc *bc, const BcPlace *found, uint64_t at) {
    Bits *bits = &bc->b;
    uint64_t pos = bits->pos, end = bits->end;
    BcPlace now = here(bc);
    bits->pos = at;
    bits->end = bits->nbytes / 4 * 32;
    bits->width = found->width;
    bits->abb = found->abb;
    bool ok = bits_next(bits, &bc->reread) == BITS_RECORD;
    bits->width = now.width;
    bits->abb = now.abb;
    bits->end = end;
    bits->pos = bits->error ? end : pos;
    return ok ? &bc->reread : bc_fail(bc, "record of a function has gone");
}

// The name of a function that is not made yet; 0 if it has none.
static Atom name_of(Bc *bc, const BcLater *x) {
    if (!x->name_at) return 0;
    const Rec *r = again(bc, &bc->symbols, x->name_at);
    return r ? bc_text(bc, r, r->code == SYM_FUNCTION ? 2 : 1) : 0;
}

// The declaration of an intrinsic, which other names may stand for too, or NULL.
static IrFunc *intrinsic(Bc *bc, Atom name, IrType *fty) {
    IrType *slot[IR_MAX_OVERLOAD] = {0};
    uint32_t n = 0;
    IrIntrin id =
        ir_intrinsic_find(bc->m, atom_str(bc->ctx, name), atom_len(bc->ctx, name), fty, slot, &n);
    if (!id) return NULL;
    return ir_is_family(id) ? ir_intrinsic_family(bc->m, id, name, fty)
                            : ir_intrinsic(bc->m, id, n, slot);
}

// Makes the function of number `at` in bc->lazy, or gives the one that is there; NULL after
// bc_fail. An intrinsic that the module has already is used as it is.
IrValue *bc_later_make(Bc *bc, uint32_t at) {
    BcLater *later = &bc->lazy.at[at];
    BcValue *entry = &bc->value.at[later->value];
    if (!entry->pending) return entry->value;
    Atom name = name_of(bc, later);
    IrFunc *fn = NULL;
    if (bc->placed && name && !later->body) fn = intrinsic(bc, name, bc_type(bc, entry->ptee - 1));
    bool own = !fn;
    if (own) {
        const Rec *r = again(bc, &bc->records, later->record_at);
        fn = r ? bc_function_of(bc, r, entry->ptee) : NULL;
    }
    if (!fn) return NULL;
    entry->pending = false;
    entry->value = &fn->g.v;
    entry->type = fn->g.v.type;
    if (!own) return entry->value;
    bc->by_id.at[at] = &fn->g;
    fn->body_at = later->body_at;
    fn->g.v.name = name;
    if (later->body) map_put(&bc->body_id, (uintptr_t)fn, (void *)((uintptr_t)later->value + 1));
    // the module's tables are complete already: the function is entered alone
    if (bc->placed) {
        ir_func_register(bc->m, fn, name);
        if (!bc_extras(bc)) return NULL;
    }
    return &fn->g.v;
}

// Functions of equal hashes are chained; the name decides. NULL after a diagnostic.
IrGlobal *ir_library_find(IrModule *module, Atom name) {
    Bc *bc = module->reader;
    if (bc && bc->library && name) {
        const char *s = atom_str(module->ctx, name);
        uint64_t h = 0;
        for (size_t i = 0, n = atom_len(module->ctx, name); i < n; i++)
            h = hash_mix(h, (uint8_t)s[i]);
        uint32_t k = (uint32_t)(uintptr_t)map_get(&bc->by_name, h | 1);
        for (; k; k = bc->lazy.at[k - 1].next) {
            if (name_of(bc, &bc->lazy.at[k - 1]) != name) continue;
            IrValue *v = bc_later_make(bc, k - 1);
            return v ? (IrGlobal *)v : (bc_report(bc), NULL);
        }
    }
    return ir_find(module, name);
}
