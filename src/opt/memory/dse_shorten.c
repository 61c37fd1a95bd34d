// SPDX-License-Identifier: Apache-2.0
// The part of dse for writes that several others write over, each a part.
//
//     store i64 %w, ptr %p                       store i32 %a, ptr %p
//     store i32 %a, ptr %p                 =>    store i32 %b, ptr %p4
//     store i32 %b, ptr %p4
//
//     call void @memset(ptr %p, i8 0, i64 32)    call void @memset(ptr %p16, i8 0, i64 16)
//     store <4 x i32> %v, ptr %p           =>    store <4 x i32> %v, ptr %p
//
// From the beginning on, and from the end back, writes are taken that lie in the one at hand and
// follow each other without a gap, as long as nobody reads their bytes before they are written.
// All of it: it goes. A memset of which something is left gets shorter if it takes fewer stores
// then; mostly it does not, since a wide store costs what a narrow one does.
#include "opt/memory/dse.h"

#include "ir/intrin_id.h"

enum { WIDEST = 16 }; // bytes of a store

// (Of a write of the same bytes it is known already that they are seen: remove_unseen asked.)
static bool is_part_unseen(Dse *dse, const DseWrite *whole, const DseWrite *part) {
    bool all = part->begin == whole->begin && part->loc.size == whole->loc.size;
    if (all || !part->inst) return false;
    return !an_mem_is_read(dse->walk, an_mem_of(dse->m, whole->inst), part->loc);
}

// Where the bytes begin that somebody may see.
static int64_t seen_from(Dse *dse, const DseWrite *whole) {
    const DseWrites *all = &whole->base->writes;
    int64_t at = whole->begin;
    for (uint32_t k = whole->place + 1; k < all->n && all->at[k]->begin <= at; k++) {
        const DseWrite *part = all->at[k];
        bool next = part->begin == at && opt_dse_end(part) <= opt_dse_end(whole);
        if (next && is_part_unseen(dse, whole, part)) at = opt_dse_end(part);
    }
    return at;
}

// Where they end; writes that begin later are looked at first.
static int64_t seen_to(Dse *dse, const DseWrite *whole, int64_t from) {
    const DseWrites *all = &whole->base->writes;
    int64_t at = opt_dse_end(whole);
    uint32_t k = whole->place + 1;
    while (k < all->n && all->at[k]->begin < at) k++;
    for (; k-- > whole->place + 1 && at > from;) {
        const DseWrite *part = all->at[k];
        bool next = opt_dse_end(part) == at && part->begin >= from;
        if (next && is_part_unseen(dse, whole, part)) at = part->begin;
    }
    return at;
}

// How many stores it takes, `at` bytes behind an address with the alignment.
static uint64_t stores_for(uint64_t at, uint64_t size, uint64_t align) {
    uint64_t n = 0, widest = CU_MIN(align, (uint64_t)WIDEST);
    while (size) {
        uint64_t step = widest;
        while (at % step || step > size) step /= 2;
        uint64_t steps = step == widest ? size / widest : 1;
        n += steps;
        at += steps * step;
        size -= steps * step;
    }
    return n;
}

static uint64_t align_of(const DseWrite *w) {
    uint64_t said = ir_attr_int(ir_attrs_get(&w->inst->call->attrs, 0), IR_ATTR_ALIGN, 1);
    return CU_MAX(said, (uint64_t)an_alignment(w->loc.ptr));
}

static void shorten(Dse *dse, DseWrite *whole, int64_t from, int64_t to) {
    IrInst *inst = whole->inst;
    uint64_t off = (uint64_t)from - (uint64_t)whole->begin, size = (uint64_t)to - (uint64_t)from;
    uint64_t align = align_of(whole);
    bool local = opt_dse_is_own(whole->loc.ptr) && whole->begin % WIDEST == 0;
    uint64_t known = local ? WIDEST : align; // the variable's alignment can be raised
    if (stores_for(off, size, known) >= stores_for(0, whole->loc.size, known)) return;

    IrBuilder b = ir_builder_at(inst);
    IrValue *address = off ? ir_ptradd_c(&b, whole->loc.ptr, (int64_t)off, 0) : whole->loc.ptr;
    uint64_t left = off ? CU_MIN(align, off & (0 - off)) : align;
    ir_set_op(inst, 0, address);
    ir_set_op(inst, 2, &ir_int(ir_op(inst, 2)->type, size)->v);
    ir_attrs_set(dse->f->g.m, &inst->call->attrs, 0,
                 ir_attr_add_int(dse->f->g.m, NULL, IR_ATTR_ALIGN, left));
    whole->loc = an_loc(inst);
    whole->begin = from;
    dse->changed = true;
}

void opt_dse_parts(Dse *dse, DseWrite *whole) {
    if (whole->loc.size == AN_UNKNOWN_SIZE) return;
    int64_t from = seen_from(dse, whole);
    int64_t to = from < opt_dse_end(whole) ? seen_to(dse, whole, from) : from;
    bool all = from >= to;
    bool some = from > whole->begin || to < opt_dse_end(whole);
    if (all) {
        opt_dse_erase(dse, whole);
    } else if (some && ir_intrin_of(whole->inst) == IR_I_memset) {
        shorten(dse, whole, from, to);
    }
}
