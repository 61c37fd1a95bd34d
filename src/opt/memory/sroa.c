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
//  1. loads, stores, phis and selects of whole aggregates become those of members
//  (memory/sroa_agg.c);
//  2. objects that are mere copies of other memory go, where that saves local memory
//  (memory/sroa_copy.c);
//  3. accesses through a choice of local variables go to all of them (memory/sroa_phi.c,
//  memory/sroa_select.c);
//  4. the uses of each alloca are collected (memory/sroa_uses.c), what is undefined or known is
//  folded, the
//     bytes are cut into parts (memory/sroa_parts.c) and the accesses rewritten
//     (memory/sroa_rewrite.c). Bytes reached at run-time offsets stay where they are, the rest
//     leaves. What is never read is not written either;
//  5. promotion.
// An alloca that did not dissolve is looked at again only after something else was promoted.
// Refused: variable sizes, and addresses that escape (memory/sroa_uses.c).
#include "opt/memory/sroa.h"

// The narrowest type of the object that is exactly its bytes [begin, end), or an array of bytes.
static IrType *type_of_bytes(Sroa *sroa, uint64_t begin, uint64_t end) {
    IrType *type = sroa->al->aty;
    uint64_t off = begin, n = end - begin;
    if (n > type->size) return ir_ty_array(sroa->m, sroa->m->ty_i8, n);
    off %= type->size;
    while (ir_ty_is_agg(type) && type->size > n && type->n) {
        IrType *e = type->kind == IR_TY_ARRAY ? type->elem : NULL;
        if (e && e->size && e->size < n) {
            bool whole = off % e->size == 0 && n % e->size == 0;
            if (whole) return ir_ty_array(sroa->m, e, n / e->size);
            break;
        }
        uint64_t k = ir_ty_member_at(type, off);
        off -= ir_ty_member_offset(type, k);
        type = ir_ty_member(type, k);
        if (off + n > type->size) break;
    }
    return type->size == n && off == 0 ? type : ir_ty_array(sroa->m, sroa->m->ty_i8, n);
}

// Where the alloca of a part begins: accesses that stay as they are go on being aligned as they
// say.
static uint64_t part_start(const Sroa *sroa, const SroaPart *p) {
    return p->type ? p->begin : p->begin & -(uint64_t)sroa->al->align;
}

static bool is_worthwhile(Sroa *sroa) {
    uint32_t leaving = 0;
    VEC_FOREACH (SroaPart, p, &sroa->part) {
        if (p->flags & SROA_KEEP) continue;
        bool whole = part_start(sroa, p) == 0 && p->end == sroa->size;
        bool same = whole && !p->type && !sroa_is_unread(p);
        if (!same) leaving++;
    }
    return leaving > 0 || !sroa->part.n;
}

// The variable of a record is in the object from byte `from` on (a structured binding names a part
// of a hidden variable). What of it lies in the part; NULL: nothing, or it is not known.
static IrMd *expression_in_part(Sroa *sroa, const IrRecord *r, uint64_t start, uint64_t end) {
    IrMd *expr = ir_record_expression(sroa->m, r);
    enum { PLUS_UCONST = 0x23 }; // DW_OP_plus_uconst
    uint64_t op[3], from = 0;
    if (start == 0 && end == sroa->al->aty->size) return expr;
    uint32_t n = ir_expression_ops(sroa->m, expr, CU_COUNT(op), op);
    bool offset = n == 2 && op[0] == PLUS_UCONST;
    uint64_t bytes = (ir_variable_bits(sroa->m, r->var) + 7) / 8;
    if ((n && !offset) || !bytes)
        return ir_expression_fragment(sroa->m, expr, start * 8, (end - start) * 8);
    if (offset) from = op[1];
    uint64_t first = CU_MAX(from, start), last = CU_MIN(from + bytes, end);
    if (first >= last) return NULL;
    Atom plus = atom_cstr(sroa->m->ctx, "DW_OP_plus_uconst");
    const IrDiField moved[] = {{.kind = IR_DI_WORD, .text = plus},
                               {.kind = IR_DI_UINT, .num = (int64_t)(first - start)}};
    IrMd *place = ir_md_di(sroa->m, "DIExpression", false, first > start ? 2 : 0, moved);
    if (last - first == bytes) return place;
    return ir_expression_fragment(sroa->m, place, (first - from) * 8, (last - first) * 8);
}

// What is declared to be in the object is, in pieces, in its parts.
static void declare_part(Sroa *sroa, const SroaPart *p, uint64_t start) {
    IrRecordUse *use = ir_record_uses(sroa->f, &sroa->al->v);
    for (; use; use = use->next) {
        const IrRecord *r = use->record;
        if (r->kind != IR_RECORD_DECLARE || r->n != 1) continue;
        IrMd *expr = expression_in_part(sroa, r, start, p->end);
        if (expr) {
            ir_record_new(sroa->al->block, sroa->al, IR_RECORD_DECLARE, &p->mem->v, r->var, expr,
                          r->loc);
        }
    }
}

static void make_allocas(Sroa *sroa) {
    VEC_FOREACH (SroaPart, p, &sroa->part) {
        p->align = opt_sroa_align_at(sroa->al->align, p->begin);
        if (p->flags & SROA_KEEP) { // in place
            p->mem = sroa->al;
            p->at = p->begin;
            continue;
        }
        if (sroa_is_unread(p)) continue;
        uint64_t start = part_start(sroa, p);
        IrBuilder builder = ir_builder_at(sroa->al);
        IrType *type = p->type ? p->type : type_of_bytes(sroa, start, p->end);
        builder.name = sroa->al->v.name;
        uint32_t align = p->type ? CU_MAX(p->align, p->type->align) : sroa->al->align;
        p->mem = ir_alloca_n(&builder, type, &ir_int(sroa->m->ty_i32, 1)->v, align,
                             sroa->al->v.type->as);
        if (sroa->al->v.recorded) declare_part(sroa, p, start);
        p->at = p->begin - start;
        if (p->type) p->align = align;
        if (p->type) {
            vec_push(sroa->a, &sroa->good, p->mem);
        } else {
            vec_push(sroa->a, &sroa->todo, p->mem);
        }
    }
}

// Nothing reads what stays in place: no need to write it.
static bool is_never_read(const Sroa *sroa) {
    VEC_FOREACH (SroaPart, p, &sroa->part) {
        if (p->flags & SROA_KEEP && !sroa_is_unread(p)) return false;
    }
    return true;
}

static void erase_writes(Sroa *sroa) {
    VEC_FOREACH (SroaAccess, x, &sroa->acc) {
        if (!(x->flags & SROA_KEEP) || sroa_is_erased(x->i)) continue; // a window a record
        for (uint32_t k = 0; k < 2; k++) vec_push(sroa->a, &sroa->idle, ir_op(x->i, k));
        ir_erase(x->i);
    }
}

// Accesses in kept segments that are at constant places are not KEEP themselves.
static void spread_keep(Sroa *sroa) {
    VEC_FOREACH (SroaAccess, x, &sroa->acc) {
        if (x->flags & (SROA_KEEP | SROA_BLOCK)) continue;
        if (opt_sroa_part_of(sroa, x->begin)->flags & SROA_KEEP) x->flags |= SROA_KEEP;
    }
}

static void erase_addresses(Sroa *sroa) {
    for (uint32_t k = sroa->drop.n; k-- > 0;) {
        IrInst *i = sroa->drop.at[k];
        if (i->v.uses || sroa_is_erased(i)) continue;
        bool marker = i->v.op == IR_CALL;
        if (!marker || !sroa->kept) ir_erase(i);
    }
}

// Markers of what stays in place stay too, of the object as a whole.
static bool has_kept_part(const Sroa *sroa) {
    VEC_FOREACH (SroaPart, p, &sroa->part) {
        if (p->flags & SROA_KEEP) return true;
    }
    return false;
}

// Addresses of the object that are stored in it where nothing reads them. False when one is read:
// it may be the address of any byte of the object.
static bool erase_own_addresses(Sroa *sroa) {
    VEC_FOREACH (SroaAccess, x, &sroa->acc) {
        if (x->i->v.op != IR_STORE || an_underlying(ir_op(x->i, 0)) != &sroa->al->v) continue;
        bool unread = !(x->flags & SROA_KEEP) && sroa_is_unread(opt_sroa_part_of(sroa, x->begin));
        if (!unread || opt_sroa_part_of(sroa, x->begin)->end < x->end) return false;
    }
    for (uint32_t k = 0; k < sroa->own.n; k++) ir_erase(sroa->own.at[k]);
    return true;
}

static bool split_object(Sroa *sroa) {
    bool changed = false;
    if (opt_is_promotable(sroa->al)) return true;
    if (!opt_sroa_collect(sroa)) return false;
    if (opt_sroa_clean(sroa)) {
        changed = true;
        if (!opt_sroa_collect(sroa)) return true;
    }
    if (opt_sroa_make_parts(sroa)) {
        changed = true;
        if (!opt_sroa_collect(sroa) || opt_sroa_make_parts(sroa)) return true;
    }
    if (sroa->own.n) {
        if (!erase_own_addresses(sroa)) return changed;
        changed = true;
        if (!opt_sroa_collect(sroa) || opt_sroa_make_parts(sroa)) return true;
    }
    bool keeps = has_kept_part(sroa), unread = keeps && is_never_read(sroa);
    if (!unread && !is_worthwhile(sroa)) return changed;

    sroa->kept |= keeps && !unread;
    if (sroa->part.n) spread_keep(sroa);
    make_allocas(sroa);
    if (unread) erase_writes(sroa);
    for (uint32_t k = 0; k < sroa->acc.n; k++) {
        if (!sroa_is_erased(sroa->acc.at[k].i)) opt_sroa_rewrite(sroa, &sroa->acc.at[k]);
    }
    erase_addresses(sroa);
    for (uint32_t k = sroa->idle.n; k-- > 0;) sroa_erase_dead(sroa->idle.at[k]);
    sroa->idle.n = 0;
    if (!sroa->al->v.uses && !sroa_is_erased(sroa->al)) ir_erase(sroa->al);
    return true;
}

static void list_objects(Sroa *sroa) {
    sroa->late.n = 0;
    IR_FOREACH_BLOCK(bb, sroa->f) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.op == IR_ALLOCA) vec_push(sroa->a, &sroa->late, i);
        }
    }
}

// One look at every object that is left. True when something was done that may help others.
static bool do_round(Sroa *sroa) {
    bool changed = opt_sroa_choice_copies(sroa->pc, sroa->f);
    changed |= opt_sroa_phis(sroa->pc, sroa->f);
    changed |= opt_sroa_selects(sroa->pc, sroa->f);
    SroaInsts left = {0};
    sroa->todo = sroa->late;
    sroa->late = left;
    sroa->good.n = 0;
    for (uint32_t k = 0; k < sroa->todo.n; k++) { // grows
        sroa->al = sroa->todo.at[k];
        if (sroa_is_erased(sroa->al)) continue; // with the last value that was its address
        sroa->size = opt_sroa_object_size(sroa->al);
        if (sroa->size) changed |= split_object(sroa);
        if (sroa_is_erased(sroa->al)) continue;
        if (opt_is_promotable(sroa->al)) {
            vec_push(sroa->a, &sroa->good, sroa->al);
        } else {
            vec_push(sroa->a, &sroa->late, sroa->al);
        }
    }
    uint32_t n = 0;
    for (uint32_t k = 0; k < sroa->good.n; k++) {
        if (!sroa_is_erased(sroa->good.at[k])) sroa->good.at[n++] = sroa->good.at[k];
    }
    sroa->good.n = n;
    if (sroa->good.n) {
        opt_promote_these(sroa->pc, sroa->f, sroa->good.n, sroa->good.at);
        changed = true;
    }
    return changed;
}

// Arrays that stay memory are aligned for vector accesses, as far as their size is a multiple.
static bool raise_alignment(Sroa *sroa) {
    bool changed = false;
    for (uint32_t k = 0; k < sroa->late.n; k++) {
        IrInst *al = sroa->late.at[k];
        uint64_t size = sroa_is_erased(al) ? 0 : opt_sroa_object_size(al);
        uint32_t align = (uint32_t)CU_MIN(size & (0 - size), (uint64_t)16); // no more bytes for it
        if (align <= al->align) continue;
        al->align = align;
        changed = true;
    }
    return changed;
}

OPT_FUNC_PASS(sroa);
bool opt_sroa(PassCtx *pc, IrFunc *fn) {
    Sroa s = {.pc = pc, .f = fn, .m = fn->g.m, .a = pc->tmp};
    bool changed = opt_sroa_aggregates(&s);
    if (changed) list_objects(&s); // some may be gone
    // Copies before each round: what held an object's address may have dissolved in the last one.
    // Objects that point to each other in a row dissolve one a round; no program has such long
    // rows.
    enum { MAX_ROUNDS = 64 };
    bool again = true;
    for (uint32_t round = 0; s.late.n && again && round < MAX_ROUNDS; round++) {
        again = opt_sroa_copies(&s);
        again |= do_round(&s);
        changed |= again;
    }
    changed |= raise_alignment(&s);
    if (opt_remarks_on(pc)) opt_sroa_explain(pc, fn);
    return changed;
}
