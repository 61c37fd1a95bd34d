// SPDX-License-Identifier: Apache-2.0
// sroa: scalar replacement of aggregates. An alloca is cut into parts that no access straddles;
// each becomes an alloca of its own, of the type it is accessed as, and mem2reg makes those values.
//
//     %s = alloca { i32, float }                      %a = sitofp i32 %i to float
//     %p = getelementptr i8, ptr %s, i64 4       =>   ret float %a
//     %a = sitofp i32 %i to float
//     store float %a, ptr %p
//     %r = load float, ptr %p
//     ret float %r
//
// Steps, from the third on repeated because promoting one variable (`this`, a reference) may free
// another:
//  1. loads, stores, phis and selects of whole aggregates become those of members (sroa_agg.c);
//  2. objects that are mere copies of other memory go, where that saves local memory (sroa_copy.c);
//  3. accesses through a choice of local variables go to all of them (sroa_phi.c, sroa_select.c);
//  4. the uses of each alloca are collected (sroa_uses.c), what is undefined or known is folded,
//  the
//     bytes are cut into parts (sroa_parts.c) and the accesses rewritten (sroa_rewrite.c). Bytes
//     reached at run-time offsets stay where they are, the rest leaves. What is never read is not
//     written either;
//  5. promotion.
// An alloca that did not dissolve is looked at again only after something else was promoted.
// Refused: variable sizes, and addresses that escape (sroa_uses.c).
#include "opt/sroa.h"

// The narrowest type of the object that is exactly its bytes [begin, end), or an array of bytes.
static IrType *type_of_bytes(Sroa *s, uint64_t begin, uint64_t end) {
    IrType *t = s->al->aty;
    uint64_t off = begin, n = end - begin;
    if (n > t->size) return ir_ty_array(s->m, s->m->ty_i8, n);
    off %= t->size;
    while (ir_ty_is_agg(t) && t->size > n && t->n) {
        IrType *e = t->kind == IR_TY_ARRAY ? t->elem : NULL;
        if (e && e->size && e->size < n) {
            bool whole = off % e->size == 0 && n % e->size == 0;
            if (whole) return ir_ty_array(s->m, e, n / e->size);
            break;
        }
        uint64_t k = ir_ty_member_at(t, off);
        off -= ir_ty_member_offset(t, k);
        t = ir_ty_member(t, k);
        if (off + n > t->size) break;
    }
    return t->size == n && off == 0 ? t : ir_ty_array(s->m, s->m->ty_i8, n);
}

// Where the alloca of a part begins: accesses that stay as they are go on being aligned as they
// say.
static uint64_t part_start(const Sroa *s, const SroaPart *p) {
    return p->type ? p->begin : p->begin & -(uint64_t)s->al->align;
}

static bool is_worthwhile(Sroa *s) {
    uint32_t leaving = 0;
    VEC_FOREACH (SroaPart, p, &s->part) {
        if (p->flags & SROA_KEEP) continue;
        bool whole = part_start(s, p) == 0 && p->end == s->size;
        bool same = whole && !p->type && !sroa_is_unread(p);
        if (!same) leaving++;
    }
    return leaving > 0 || !s->part.n;
}

static void make_allocas(Sroa *s) {
    VEC_FOREACH (SroaPart, p, &s->part) {
        p->align = opt_sroa_align_at(s->al->align, p->begin);
        if (p->flags & SROA_KEEP) { // in place
            p->mem = s->al;
            p->at = p->begin;
            continue;
        }
        if (sroa_is_unread(p)) continue;
        uint64_t start = part_start(s, p);
        IrBuilder b = ir_builder_at(s->al);
        IrType *t = p->type ? p->type : type_of_bytes(s, start, p->end);
        b.name = s->al->v.name;
        uint32_t align = p->type ? CU_MAX(p->align, p->type->align) : s->al->align;
        p->mem = ir_alloca_n(&b, t, &ir_int(s->m->ty_i32, 1)->v, align, s->al->v.type->as);
        p->at = p->begin - start;
        if (p->type) p->align = align;
        if (p->type) {
            vec_push(s->a, &s->good, p->mem);
        } else {
            vec_push(s->a, &s->todo, p->mem);
        }
    }
}

// Nothing reads what stays in place: no need to write it.
static bool is_never_read(const Sroa *s) {
    VEC_FOREACH (SroaPart, p, &s->part) {
        if (p->flags & SROA_KEEP && !sroa_is_unread(p)) return false;
    }
    return true;
}

static void erase_writes(Sroa *s) {
    VEC_FOREACH (SroaAccess, x, &s->acc) {
        if (!(x->flags & SROA_KEEP) || sroa_is_erased(x->i)) continue; // a window a record
        for (uint32_t k = 0; k < 2; k++) vec_push(s->a, &s->idle, ir_op(x->i, k));
        ir_erase(x->i);
    }
}

// Accesses in kept segments that are at constant places are not KEEP themselves.
static void spread_keep(Sroa *s) {
    VEC_FOREACH (SroaAccess, x, &s->acc) {
        if (x->flags & (SROA_KEEP | SROA_BLOCK)) continue;
        if (opt_sroa_part_of(s, x->begin)->flags & SROA_KEEP) x->flags |= SROA_KEEP;
    }
}

static void erase_addresses(Sroa *s) {
    for (uint32_t k = s->drop.n; k-- > 0;) {
        IrInst *i = s->drop.at[k];
        if (i->v.uses || sroa_is_erased(i)) continue;
        bool marker = i->v.op == IR_CALL;
        if (!marker || !s->kept) ir_erase(i);
    }
}

// Markers of what stays in place stay too, of the object as a whole.
static bool has_kept_part(const Sroa *s) {
    VEC_FOREACH (SroaPart, p, &s->part) {
        if (p->flags & SROA_KEEP) return true;
    }
    return false;
}

// Addresses of the object that are stored in it where nothing reads them. False when one is read:
// it may be the address of any byte of the object.
static bool erase_own_addresses(Sroa *s) {
    VEC_FOREACH (SroaAccess, x, &s->acc) {
        if (x->i->v.op != IR_STORE || an_underlying(ir_op(x->i, 0)) != &s->al->v) continue;
        bool unread = !(x->flags & SROA_KEEP) && sroa_is_unread(opt_sroa_part_of(s, x->begin));
        if (!unread || opt_sroa_part_of(s, x->begin)->end < x->end) return false;
    }
    for (uint32_t k = 0; k < s->own.n; k++) ir_erase(s->own.at[k]);
    return true;
}

static bool split_object(Sroa *s) {
    bool changed = false;
    if (opt_is_promotable(s->al)) return true;
    if (!opt_sroa_collect(s)) return false;
    if (opt_sroa_clean(s)) {
        changed = true;
        if (!opt_sroa_collect(s)) return true;
    }
    if (opt_sroa_make_parts(s)) {
        changed = true;
        if (!opt_sroa_collect(s) || opt_sroa_make_parts(s)) return true;
    }
    if (s->own.n) {
        if (!erase_own_addresses(s)) return changed;
        changed = true;
        if (!opt_sroa_collect(s) || opt_sroa_make_parts(s)) return true;
    }
    bool keeps = has_kept_part(s), unread = keeps && is_never_read(s);
    if (!unread && !is_worthwhile(s)) return changed;

    s->kept |= keeps && !unread;
    if (s->part.n) spread_keep(s);
    make_allocas(s);
    if (unread) erase_writes(s);
    for (uint32_t k = 0; k < s->acc.n; k++) {
        if (!sroa_is_erased(s->acc.at[k].i)) opt_sroa_rewrite(s, &s->acc.at[k]);
    }
    erase_addresses(s);
    for (uint32_t k = s->idle.n; k-- > 0;) sroa_erase_dead(s->idle.at[k]);
    s->idle.n = 0;
    if (!s->al->v.uses && !sroa_is_erased(s->al)) ir_erase(s->al);
    return true;
}

static void find_objects(Sroa *s, SroaInsts *out) {
    IR_FOREACH_BLOCK(bb, s->f) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.op == IR_ALLOCA) vec_push(s->a, out, i);
        }
    }
}

// One look at every object that is left. True when something was done that may help others.
static bool do_round(Sroa *s) {
    bool changed = opt_sroa_choice_copies(s->pc, s->f);
    changed |= opt_sroa_phis(s->pc, s->f);
    changed |= opt_sroa_selects(s->pc, s->f);
    SroaInsts left = {0};
    s->todo = s->late;
    s->late = left;
    s->good.n = 0;
    for (uint32_t k = 0; k < s->todo.n; k++) { // grows
        s->al = s->todo.at[k];
        if (sroa_is_erased(s->al)) continue; // with the last value that was its address
        s->size = opt_sroa_object_size(s->al);
        if (s->size) changed |= split_object(s);
        if (sroa_is_erased(s->al)) continue;
        if (opt_is_promotable(s->al)) {
            vec_push(s->a, &s->good, s->al);
        } else {
            vec_push(s->a, &s->late, s->al);
        }
    }
    uint32_t n = 0;
    for (uint32_t k = 0; k < s->good.n; k++) {
        if (!sroa_is_erased(s->good.at[k])) s->good.at[n++] = s->good.at[k];
    }
    s->good.n = n;
    if (s->good.n) {
        opt_promote_these(s->pc, s->f, s->good.n, s->good.at);
        changed = true;
    }
    return changed;
}

// Arrays that stay memory are aligned for vector accesses, as far as their size is a multiple.
static bool raise_alignment(Sroa *s) {
    bool changed = false;
    for (uint32_t k = 0; k < s->late.n; k++) {
        IrInst *al = s->late.at[k];
        uint64_t size = sroa_is_erased(al) ? 0 : opt_sroa_object_size(al);
        uint32_t align = (uint32_t)CU_MIN(size & (0 - size), (uint64_t)16); // no more bytes for it
        if (align <= al->align) continue;
        al->align = align;
        changed = true;
    }
    return changed;
}

bool opt_sroa(PassCtx *pc, IrFunc *f) {
    Sroa s = {.pc = pc, .f = f, .m = f->g.m, .a = pc->tmp};
    bool changed = opt_sroa_aggregates(&s);
    find_objects(&s, &s.late);
    if (s.late.n) changed |= opt_sroa_copies(&s);
    uint32_t rounds = 0, most = s.late.n + 8;
    while (s.late.n && rounds++ < most && do_round(&s)) changed = true;
    changed |= raise_alignment(&s);
    if (opt_remarks_on(pc)) opt_sroa_explain(pc, f);
    return changed;
}
