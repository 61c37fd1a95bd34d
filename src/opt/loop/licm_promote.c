// SPDX-License-Identifier: Apache-2.0
// Places in memory that live in registers while a loop runs; loop/licm.c says which. Such a place
// becomes a local variable that is filled in front of the loop and stored back at each exit;
// mem2reg behind the loop passes makes it a value.
#include "opt/loop/licm.h"

typedef struct {
    AnLoc loc;
    IrType *type;
    VEC(IrInst *) accesses; // all plain loads and stores of the place in the loop
    bool stored, must_store, must_access;
    uint32_t align; // of the access with the least
} Place;

static IrType *accessed_type(const IrInst *inst) {
    return inst->v.op == IR_STORE ? ir_op(inst, 0)->type : inst->v.type;
}

static bool same_place(const Place *place, const IrInst *access) {
    return ir_is_plain(access) && accessed_type(access) == place->type &&
           an_alias(an_loc(access), place->loc) == AN_MUST_ALIAS;
}

// Adds the access to the place when it belongs to it. False: it is in the way.
static bool take(const Licm *licm, Place *place, IrInst *access, bool certain) {
    if (!same_place(place, access)) return an_modref(access, place->loc) == 0;
    vec_push(licm->pc->tmp, &place->accesses, access);
    place->align = CU_MIN(place->align, access->align);
    place->must_access |= certain;
    if (access->v.op == IR_STORE) {
        place->stored = true;
        place->must_store |= certain;
    }
    return true;
}

// All accesses of the loop, in reverse postorder: `certain` until something may not come back.
static bool gather(Licm *licm, Place *place) {
    bool comes_back = true;
    for (uint32_t k = 0; k < licm->accesses.n; k++) {
        IrInst *i = licm->accesses.at[k];
        if (!i->block || !an_in_loop(licm->l->loops, licm->l->loop, i->block)) continue; // hoisted
        if (licm->budget == 0) return false;
        licm->budget--;
        bool certain = comes_back && opt_licm_always_runs(licm, i->block);
        if (!take(licm, place, i, certain)) return false;
        if (i->v.op == IR_CALL && ir_has_effect(i)) comes_back = false;
    }
    return true;
}

// Local variables of this thread may be stored to at any time.
static bool may_store_behind(const Place *place) {
    const IrValue *object = an_underlying(place->loc.ptr);
    bool own = ir_as_op(object, IR_ALLOCA) && !an_is_captured(object);
    return place->must_store || (own && opt_is_dereferenceable(place->loc.ptr, place->loc.size));
}

static bool may_load_before(const Place *place) {
    return place->must_access || opt_is_dereferenceable(place->loc.ptr, place->loc.size);
}

static void replace_accesses(const Place *place, IrInst *slot) {
    for (uint32_t k = 0; k < place->accesses.n; k++) {
        IrInst *i = place->accesses.at[k];
        ir_set_op(i, i->v.op == IR_STORE ? 1 : 0, &slot->v);
        i->align = slot->align;
        while (i->md) ir_set_md(i, i->md->kind, NULL); // what they say is about the old place
    }
}

static void promote(Licm *licm, Place *place) {
    OptLoop *loop = licm->l;
    IrValue *address = place->loc.ptr;
    opt_remark(licm->pc, licm_promoted, place->accesses.at[0]);
    IrInst *slot = ir_entry_alloca(loop->fn, place->type, 0, 0);
    AnBlockVec exits = {0};
    an_exits(loop->loops, loop->loop, licm->pc->tmp, &exits);

    IrBuilder b = ir_builder_at(ir_term(loop->preheader));
    IrInst *before = ir_load(&b, place->type, address, place->align);
    ir_store(&b, &before->v, &slot->v, 0);
    replace_accesses(place, slot);
    for (uint32_t k = 0; k < exits.n; k++) {
        b = ir_builder_at(ir_first_non_phi(exits.at[k]));
        IrInst *after = ir_load(&b, place->type, &slot->v, 0);
        ir_store(&b, &after->v, address, place->align);
    }
}

static bool try_place(Licm *licm, IrInst *store) {
    Place place = {.loc = an_loc(store), .type = accessed_type(store), .align = store->align};
    IrValue *object = an_underlying(place.loc.ptr);
    IrInst *alloca_ = ir_as_op(object, IR_ALLOCA);
    if (alloca_ && place.loc.ptr == object) return false; // mem2reg's, or a slot of ours
    if (!gather(licm, &place) || !may_store_behind(&place) || !may_load_before(&place))
        return false;
    promote(licm, &place);
    return true;
}

bool opt_licm_promote(Licm *licm) {
    bool changed = false;
    if (!licm->certain) return false; // never ends: others may wait for the stores
    for (uint32_t k = 0; k < licm->writers.n; k++) {
        IrInst *store = licm->writers.at[k];
        if (!ir_is_plain(store) || store->v.op != IR_STORE) continue;
        if (!an_loop_invariant(licm->l->loops, licm->l->loop, ir_op(store, 1))) continue;
        if (licm->budget == 0) break;
        changed |= try_place(licm, store);
    }
    return changed;
}
