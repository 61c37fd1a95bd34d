// SPDX-License-Identifier: Apache-2.0
// dse: writes to memory that nobody sees, and writes of what is there already. Over memory SSA.
//
//     store i32 %a, ptr %p                       br i1 %c, label %t, label %f
//     br i1 %c, label %t, label %f           t:  store i32 %b, ptr %p
// t:  store i32 %b, ptr %p              =>   f:  store i32 %d, ptr %p
// f:  store i32 %d, ptr %p
//
//     %v = load i32, ptr %p                      %v = load i32, ptr %p
//     call void @memset(ptr %q, i8 0, i64 64)    call void @memset(ptr %q, i8 0, i64 64)
//     store i32 %v, ptr %p                  =>
//     store i8 0, ptr %q
//
// - Unseen: on every way behind it all of its bytes are written again, or its object ends, before
//   they may be read (an_mem_is_read). A store, memset, memcpy or memmove; it may also be parts of
//   it that different writes cover. Local variables as a whole first, in linear time
//   (memory/dse_local.c).
// - There already: what was last written to the place is the same value (or a memset of its bytes),
//   or the value was read from there and nothing has written there since; undef.
// - A memset of which others write the beginning or the end before anybody reads is made shorter
//   if it takes fewer stores then (memory/dse_shorten.c).
//
// The order is from the last write to the first: one that is gone hides no other. What is there
// already is looked for afterwards, so that of two equal stores one stays.
//
// Refused: volatile and atomic writes; what a read, a call or barrier that lets others read, or a
// call that may not come back stands between; ways that leave the function, or never do, for
// objects that others see.
#include "opt/memory/dse.h"

#include "ir/intrin_id.h"

#include <stdlib.h>

static bool is_block_write(const IrInst *inst) {
    return ir_is_block_write(ir_intrin_of(inst)) && ir_is_zero(ir_op(inst, 3)); // not volatile
}

static bool is_removable(const IrInst *inst) {
    return is_block_write(inst) || (inst->v.op == IR_STORE && ir_is_plain(inst));
}

// ---- which writes are worth a walk -------------------------------------------------------------

static DseBase *base_of(Dse *dse, const IrValue *base) {
    void **slot = map_slot(&dse->bases, (uintptr_t)base);
    if (!*slot) {
        DseBase *b = arena_new(dse->a, DseBase);
        vec_push(dse->a, &dse->all, b);
        *slot = b;
    }
    return *slot;
}

static void collect(Dse *dse, IrFunc *fn, const AnCfg *cfg) {
    for (uint32_t k = 0; k < cfg->n; k++) {
        IR_FOREACH_INST(i, cfg->rpo[k]) {
            if (!is_removable(i)) continue;
            DseWrite *w = arena_new(dse->a, DseWrite);
            w->inst = i;
            w->loc = an_loc(i);
            w->base = base_of(dse, ir_strip_ptr(w->loc.ptr, &w->begin));
            vec_push(dse->a, &dse->writes, w);
            if (w->loc.size != AN_UNKNOWN_SIZE) vec_push(dse->a, &w->base->writes, w);
        }
    }
}

static int by_place(const void *a, const void *b) {
    const DseWrite *x = *(DseWrite *const *)a, *y = *(DseWrite *const *)b;
    if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
    if (x->loc.size != y->loc.size) return x->loc.size > y->loc.size ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

int64_t opt_dse_end(const DseWrite *w) {
    return (int64_t)((uint64_t)w->begin + w->loc.size);
}

// Whether another write of the base has all of its bytes, or some of them.
static void find_rivals(Dse *dse) {
    for (uint32_t k = 0; k < dse->writes.n; k++) dse->writes.at[k]->number = k;
    for (uint32_t b = 0; b < dse->all.n; b++) {
        DseWrite **w = dse->all.at[b]->writes.at;
        uint32_t n = dse->all.at[b]->writes.n;
        if (n) qsort(w, n, sizeof(DseWrite *), by_place);
        int64_t end = INT64_MIN; // of those before
        for (uint32_t k = 0; k < n; k++) {
            const DseWrite *next = k + 1 < n ? w[k + 1] : NULL;
            w[k]->place = k;
            w[k]->covered = end >= opt_dse_end(w[k]) || (next && next->begin == w[k]->begin &&
                                                         next->loc.size == w[k]->loc.size);
            w[k]->crossed = end > w[k]->begin || (next && next->begin < opt_dse_end(w[k]));
            end = CU_MAX(end, opt_dse_end(w[k]));
        }
    }
}

// ---- what nobody sees --------------------------------------------------------------------------

bool opt_dse_is_own(const IrValue *address) {
    const IrValue *object = an_underlying((IrValue *)(uintptr_t)address);
    return ir_as_op(object, IR_ALLOCA) != NULL;
}

void opt_dse_erase(Dse *dse, DseWrite *w) {
    an_mem_erase(dse->an, w->inst);
    ir_erase(w->inst); // what computed the value is left to dce
    w->inst = NULL;
    dse->changed = true;
}

static bool is_unseen(Dse *dse, const DseWrite *w) {
    AnMemAccess *access = an_mem_of(dse->m, w->inst);
    if (w->covered || opt_dse_is_own(w->loc.ptr)) {
        if (!an_mem_is_read(dse->walk, access, w->loc)) return true;
    }
    return false;
}

static void remove_unseen(Dse *dse) {
    for (uint32_t k = dse->writes.n; k-- > 0;) {
        DseWrite *w = dse->writes.at[k];
        if (is_unseen(dse, w)) opt_dse_erase(dse, w);
    }
}

static void remove_parts(Dse *dse) {
    for (uint32_t k = dse->writes.n; k-- > 0;) {
        DseWrite *w = dse->writes.at[k];
        if (w->inst && w->crossed) opt_dse_parts(dse, w);
    }
}

// ---- what is there already ---------------------------------------------------------------------

static bool same_place(AnLoc a, AnLoc b) {
    return a.size == b.size && an_alias(a, b) == AN_MUST_ALIAS;
}

// The value was read from the place, and what was there then still is.
static bool was_read_there(Dse *dse, const DseWrite *w, AnMemAccess *there) {
    const IrInst *load = ir_as_op(ir_op(w->inst, 0), IR_LOAD);
    if (!load || !ir_is_plain(load) || !same_place(an_loc(load), w->loc)) return false;
    AnMemAccess *access = an_mem_of(dse->m, load);
    return access && an_mem_clobber(dse->walk, access, w->loc) == there;
}

static bool writes_the_same(Dse *dse, const IrInst *before, const DseWrite *later) {
    const IrInst *i = later->inst;
    if (!an_mem_writes_over(before, later->loc)) return false;
    if (ir_intrin_of(before) == IR_I_memset) {
        const IrConst *byte = ir_as_cint(ir_op(before, 1));
        if (ir_intrin_of(i) == IR_I_memset) return ir_op(i, 1) == ir_op(before, 1);
        return byte && i->v.op == IR_STORE &&
               ir_op(i, 0) == (IrValue *)opt_const_of_byte(dse->f->g.m, ir_op(i, 0)->type, byte);
    }
    bool stores = before->v.op == IR_STORE && i->v.op == IR_STORE;
    return stores && ir_op(before, 0) == ir_op(i, 0) && same_place(an_loc(before), later->loc);
}

// Whether the last write of the place was the same. It dominates, so it ran with the values of now.
static bool was_written_there(Dse *dse, const DseWrite *w, const AnMemAccess *there) {
    if (there->kind != AN_MEM_DEF || !writes_the_same(dse, there->inst, w)) return false;
    return an_dominates_inst(dse->m->dom, there->inst, w->inst);
}

static bool is_there(Dse *dse, const DseWrite *later) {
    const IrInst *i = later->inst;
    uint32_t id = ir_intrin_of(i);
    if (i->v.op == IR_STORE && ir_is_undef(ir_op(i, 0))) return true;
    bool reads = i->v.op == IR_STORE && ir_as_op(ir_op(i, 0), IR_LOAD);
    bool rewrites = later->covered && (i->v.op == IR_STORE || id == IR_I_memset);
    if (!reads && !rewrites) return false;
    AnMemAccess *there = an_mem_clobber(dse->walk, an_mem_of(dse->m, i), later->loc);
    return was_written_there(dse, later, there) || (reads && was_read_there(dse, later, there));
}

static void remove_repeated(Dse *dse) {
    for (uint32_t k = 0; k < dse->writes.n; k++) {
        DseWrite *w = dse->writes.at[k];
        if (w->inst && is_there(dse, w)) opt_dse_erase(dse, w);
    }
}

// Some step below asks about the write. Of most functions none is so: they need no memory SSA.
static bool is_asked_about(const DseWrite *w) {
    if (w->covered || w->crossed || opt_dse_is_own(w->loc.ptr)) return true;
    if (w->inst->v.op != IR_STORE) return false;
    const IrValue *value = ir_op(w->inst, 0);
    return ir_is_undef(value) || ir_as_op(value, IR_LOAD);
}

static bool any_asked_about(const Dse *dse) {
    for (uint32_t k = 0; k < dse->writes.n; k++) {
        if (is_asked_about(dse->writes.at[k])) return true;
    }
    return false;
}

OPT_FUNC_PASS(dse);
bool opt_dse(PassCtx *pc, IrFunc *fn) {
    Dse dse = {.a = pc->tmp, .an = pc->an, .f = fn};
    if (opt_dse_local(pc, fn)) {
        dse.changed = true;
        an_changed(pc->an, AN_CHANGED_MEMORY);
    }
    map_init(&dse.bases, dse.a);
    collect(&dse, fn, an_cfg(pc->an));
    if (!dse.writes.n) return dse.changed;
    find_rivals(&dse);
    if (!any_asked_about(&dse)) return dse.changed;
    dse.m = an_memory(pc->an);
    dse.walk = an_mem_walk_new(dse.m, dse.a);
    remove_unseen(&dse);
    remove_repeated(&dse);
    remove_parts(&dse); // behind it: what a memset wrote already is no reason to shorten it
    return dse.changed;
}
