// SPDX-License-Identifier: Apache-2.0
// Walks over memory SSA for one location.
//
// An address that an instruction computes is the same one all the way only as long as that
// instruction does not run again. Whatever runs it again goes through a phi of memory in a block
// that its own block does not strictly dominate (there a way that has not seen the access meets one
// that has). Up, a walk ends at such a phi. Down, it goes on behind it with all of the object in
// place of the location, and no store is certain to write over it any more.
#include "analysis/memory_ssa.h"

#include "ir/intrin_id.h"

enum { PER_ACCESS = 32, LEAST_EACH = 256, EACH_SHARE = 8 };

typedef VEC(AnMemAccess *) Accesses;
typedef struct {
    AnMemAccess *access;
    bool wide;
} Step;
struct AnMemWalk {
    const AnMemory *m;
    Arena *a;
    uint64_t left; // questions of all walks
    uint32_t each, now;
    uint32_t *seen; // by number: 2 * stamp, and 1 if it was seen with all of the object
    uint32_t stamp;
    Accesses phis;
    VEC(Step) steps;
};

// `left` bounds all questions of one walk together, so that a pass stays linear.
AnMemWalk *an_mem_walk_new(const AnMemory *memory, Arena *owner) {
    AnMemWalk *w = arena_new(owner, AnMemWalk);
    w->m = memory;
    w->a = owner;
    w->left = (uint64_t)PER_ACCESS * memory->n + LEAST_EACH;
    w->each = LEAST_EACH + memory->n / EACH_SHARE;
    w->seen = arena_array(owner, uint32_t, memory->n);
    return w;
}

static void begin(AnMemWalk *mem_walk) {
    mem_walk->stamp++;
    mem_walk->now = (uint32_t)CU_MIN((uint64_t)mem_walk->each, mem_walk->left);
}

// False when the question has used up what it may.
static bool pay(AnMemWalk *mem_walk) {
    if (!mem_walk->now) return false;
    mem_walk->now--;
    mem_walk->left--;
    return true;
}

static bool strictly_dominates(const AnMemWalk *mem_walk, const IrBlock *bb, const IrBlock *below) {
    return bb != below && an_dominates(mem_walk->m->dom, bb, below);
}

// Whether the value is the same on both sides of a phi in bb.
static bool stays_itself(const AnMemWalk *mem_walk, const IrValue *asked, const IrBlock *bb) {
    const IrInst *def = ir_as_inst(asked);
    return !def || strictly_dominates(mem_walk, def->block, bb);
}

// ---- up ----------------------------------------------------------------------------------------

// The first from `at` on upwards that may write to the location, or is no def.
static AnMemAccess *up_to_write(AnMemWalk *mem_walk, AnMemAccess *at, AnLoc loc) {
    while (at->kind == AN_MEM_DEF) {
        if (!pay(mem_walk) || (an_modref(at->inst, loc) & AN_MOD)) break;
        at = an_mem_version(at->edge);
    }
    return at;
}

// All ways into the phi lead to one access that may write to the location, or NULL. A phi above
// this one, or one that cannot be passed, is such an access.
static AnMemAccess *above_phi(AnMemWalk *mem_walk, AnMemAccess *phi, AnLoc loc) {
    AnMemAccess *only = NULL;
    int64_t off;
    const IrValue *root = ir_strip_ptr(loc.ptr, &off);
    mem_walk->stamp++;
    mem_walk->phis.n = 0;
    vec_push(mem_walk->a, &mem_walk->phis, phi);
    mem_walk->seen[phi->number] = 2 * mem_walk->stamp;
    while (mem_walk->phis.n) {
        AnMemAccess *at = vec_pop(&mem_walk->phis);
        for (uint32_t k = 0; k < at->n; k++) {
            AnMemAccess *found = up_to_write(mem_walk, an_mem_version(&at->edge[k]), loc);
            bool between = found->kind == AN_MEM_PHI && stays_itself(mem_walk, root, found->bb) &&
                           !strictly_dominates(mem_walk, found->bb, phi->bb);
            if (!between) {
                if (only && only != found) return NULL;
                only = found;
            } else if (mem_walk->seen[found->number] != 2 * mem_walk->stamp) {
                if (!pay(mem_walk)) return NULL;
                mem_walk->seen[found->number] = 2 * mem_walk->stamp;
                vec_push(mem_walk->a, &mem_walk->phis, found);
            }
        }
    }
    return only;
}

// Upwards, through phis of which all ways lead to one access.
AnMemAccess *an_mem_clobber(AnMemWalk *mem_walk, AnMemAccess *at, AnLoc loc) {
    int64_t off;
    const IrValue *root = ir_strip_ptr(loc.ptr, &off);
    begin(mem_walk);
    AnMemAccess *from = an_mem_version(at->edge);
    for (;;) {
        AnMemAccess *found = up_to_write(mem_walk, from, loc);
        if (found->kind != AN_MEM_PHI || !pay(mem_walk) || !stays_itself(mem_walk, root, found->bb))
            return found;
        from = above_phi(mem_walk, found, loc);
        if (!from) return found;
        if (from->kind != AN_MEM_PHI) return from;
    }
}

// ---- down --------------------------------------------------------------------------------------

typedef struct {
    AnLoc loc, object;
    const IrValue *root; // the address less its constant offset
    bool own;            // nobody sees the object when the function is left
} Place;

static bool is_own(const IrValue *object) {
    const IrArg *arg = ir_as_arg(object);
    return ir_as_op(object, IR_ALLOCA) ||
           (arg && ir_attr_has(ir_attrs_get(&arg->fn->attrs, (int)arg->index), IR_ATTR_BYVAL));
}

// A lifetime begins or ends: what was in the object is lost.
static bool loses(const IrInst *inst, const Place *watched) {
    return ir_is_lifetime(ir_intrin_of(inst)) && ir_op(inst, 1) == watched->object.ptr;
}

// Whether the instruction writes all of the location, whatever was there.
bool an_mem_writes_over(const IrInst *inst, AnLoc loc) {
    AnLoc written = an_loc(inst);
    int64_t from, to;
    if (inst->v.op == IR_CALL) {
        if (!written.ptr || !ir_is_zero(ir_op(inst, 3))) return false; // volatile
    } else if (inst->v.op != IR_STORE || !ir_is_plain(inst)) {
        return false;
    }
    if (written.size == AN_UNKNOWN_SIZE || loc.size == AN_UNKNOWN_SIZE || written.size < loc.size)
        return false;
    if (ir_strip_ptr(written.ptr, &from) == ir_strip_ptr(loc.ptr, &to)) {
        return from <= to && (uint64_t)to - (uint64_t)from <= written.size - loc.size;
    }
    return an_alias((AnLoc){written.ptr, loc.size}, loc) == AN_MUST_ALIAS;
}

// Other code that may never come back here leaves behind what is in memory.
static bool may_leave(const IrInst *inst) {
    uint32_t id = ir_intrin_of(inst);
    if (inst->v.op != IR_CALL) return false;
    return id ? (ir_intrins[id].props & IRI_NORET) != 0 : ir_has_effect(inst);
}

typedef enum { READ, GONE, KEPT } Fate;
// What an access on the way down does to the value in place: reads it, ends it, or leaves it.
static Fate pass_access(const AnMemAccess *access, const Place *watched, bool wide) {
    const IrInst *i = access->inst;
    if (ir_is_term(i) && access->kind == AN_MEM_USE) return watched->own ? GONE : READ;
    if (loses(i, watched)) return GONE;
    if (an_modref(i, wide ? watched->object : watched->loc) & AN_REF) return READ;
    if (!watched->own && may_leave(i)) return READ;
    if (access->kind == AN_MEM_USE) return GONE; // on this way nothing stands behind it
    return !wide && an_mem_writes_over(i, watched->loc) ? GONE : KEPT;
}

// False: there is no more to ask.
static bool push_users(AnMemWalk *mem_walk, const AnMemAccess *definition, bool wide) {
    AnMemEdge *last = definition->last_user;
    for (AnMemEdge *e = last ? last->next : NULL; e; e = e == last ? NULL : e->next) {
        uint32_t *seen = &mem_walk->seen[e->user->number];
        if (e->user->erased || *seen == 2 * mem_walk->stamp + 1 ||
            *seen == 2 * mem_walk->stamp + wide)
            continue;
        if (!pay(mem_walk)) return false;
        *seen = 2 * mem_walk->stamp + wide;
        vec_push(mem_walk->a, &mem_walk->steps, ((Step){e->user, wide}));
    }
    return true;
}

// Whether anything reads the location from the access on. True when it is not known.
bool an_mem_is_read(AnMemWalk *mem_walk, AnMemAccess *from, AnLoc loc) {
    IrValue *object = an_underlying(loc.ptr);
    int64_t off;
    Place place = {loc, {object, AN_UNKNOWN_SIZE}, ir_strip_ptr(loc.ptr, &off), is_own(object)};
    begin(mem_walk);
    mem_walk->steps.n = 0;
    if (!push_users(mem_walk, from, false)) return true;
    while (mem_walk->steps.n) {
        Step s = vec_pop(&mem_walk->steps);
        Fate fate = KEPT;
        if (s.access->kind == AN_MEM_PHI) {
            s.wide |= !stays_itself(mem_walk, place.root, s.access->bb);
            if (s.wide && !stays_itself(mem_walk, object, s.access->bb)) return true;
        } else {
            fate = pass_access(s.access, &place, s.wide);
        }
        if (fate == READ) return true;
        if (fate == KEPT && !push_users(mem_walk, s.access, s.wide)) return true;
    }
    return false;
}
