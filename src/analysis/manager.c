// SPDX-License-Identifier: Apache-2.0
// The cache of a function's analyses, driven by the rows of analysis.def. Each result has memory of
// its own, so that one that is made again and again (after every change of values, say) does not
// pile up behind one that stays.
#include "analysis/memory_ssa.h"

typedef struct {
    const char *name;
    uint32_t needs, lost_by;
    void *(*make)(AnFunc *a, Arena *arena);
    // Whether two results for a->fn say the same (stress mode).
    bool (*same)(const AnFunc *a, const void *cached, const void *fresh);
} Row;

// ---- how each is made --------------------------------------------------------------------------

static void *make_cfg(AnFunc *func, Arena *owner) {
    return an_cfg_make(func->fn, owner);
}

static void *make_dom(AnFunc *func, Arena *owner) {
    return an_dom_make(func->fn, an_cfg(func), owner);
}

static void *make_pdom(AnFunc *func, Arena *owner) {
    return an_pdom_make(func->fn, owner);
}

static void *make_loops(AnFunc *func, Arena *owner) {
    const AnCfg *cfg = an_cfg(func);
    return an_loops_make(func->fn, cfg, cfg->cyclic ? an_dom(func) : NULL, owner);
}

static void *make_ranges(AnFunc *func, Arena *owner) {
    return an_ranges_make(func->fn, an_cfg(func), an_dom(func), owner);
}

static void *make_uniformity(AnFunc *func, Arena *owner) {
    return an_uniformity_make(func, owner);
}

static void *make_memory(AnFunc *func, Arena *owner) {
    return an_memory_make(func->fn, an_cfg(func), an_dom(func), owner);
}

static void *make_pressure(AnFunc *func, Arena *owner) {
    return an_pressure_make(func->fn, an_cfg(func), an_loops(func), owner);
}

// ---- how two are compared ----------------------------------------------------------------------

// The order may differ after blocks moved; which of them are reached may not.
static bool same_cfg(const AnFunc *func, const void *cached, const void *fresh) {
    IR_FOREACH_BLOCK(bb, func->fn) {
        if (an_reachable(cached, bb) != an_reachable(fresh, bb)) return false;
    }
    return true;
}

// Blocks that are newer than the tree are not in it; those in it must stand where they would now.
static bool same_dom(const AnFunc *func, const void *cached, const void *fresh) {
    const AnDom *old = cached, *new = fresh;
    IR_FOREACH_BLOCK(bb, func->fn) {
        uint32_t id = bb->v.id;
        bool in_old = id < old->nids && old->in[id], in_new = new->in[id] != 0;
        if (in_old != in_new || (in_old && old->idom[id] != new->idom[id])) return false;
    }
    return true;
}

static bool same_pdom(const AnFunc *func, const void *cached, const void *fresh) {
    return same_dom(func, cached, fresh);
}

// By header and depth: the forest is the same then.
static bool same_loops(const AnFunc *func, const void *cached, const void *fresh) {
    IR_FOREACH_BLOCK(bb, func->fn) {
        const AnLoop *old = an_loop_of(cached, bb), *new = an_loop_of(fresh, bb);
        if ((old != NULL) != (new != NULL)) return false;
        if (old && (old->header != new->header || old->depth != new->depth)) return false;
    }
    return true;
}

static bool same_ranges(const AnFunc *func, const void *cached, const void *fresh) {
    return true; // it fills itself when asked
}

// Instruction by instruction.
static bool same_uniformity(const AnFunc *func, const void *cached, const void *fresh) {
    IR_FOREACH_BLOCK(bb, func->fn) {
        IR_FOREACH_INST(i, bb) {
            if (an_variation(cached, &i->v) != an_variation(fresh, &i->v)) return false;
        }
    }
    return true;
}

static bool same_version(AnMemEdge *a, AnMemEdge *b) {
    const AnMemAccess *x = an_mem_version(a), *y = an_mem_version(b);
    return x->kind == y->kind && x->inst == y->inst && (x->inst || x->bb == y->bb);
}

// Kind of access and the version that it sees.
static bool same_memory(const AnFunc *func, const void *cached, const void *fresh) {
    IR_FOREACH_BLOCK(bb, func->fn) {
        IR_FOREACH_INST(i, bb) {
            const AnMemAccess *old = an_mem_of(cached, i), *new = an_mem_of(fresh, i);
            if ((old != NULL) != (new != NULL)) return false;
            if (old && (old->kind != new->kind || !same_version(old->edge, new->edge)))
                return false;
        }
    }
    return true;
}

static bool same_pressure(const AnFunc *func, const void *cached, const void *fresh) {
    return true; // an estimate as of when it was made
}

static const Row rows[AN_COUNT] = {
#define ANALYSIS(id, Type, needs_, lost_by_)                                                       \
    {.name = #id, .needs = (needs_), .lost_by = (lost_by_), .make = make_##id, .same = same_##id},
#include "analysis/analysis.def"
#undef ANALYSIS
};

// ---- the cache ---------------------------------------------------------------------------------

void an_init(AnFunc *func, Ctx *ctx) {
    memset(func, 0, sizeof *func);
    for (uint32_t k = 0; k < AN_COUNT; k++) arena_init(&func->cached[k].arena, ctx, rows[k].name);
}

// Once for each an_init.
void an_free(AnFunc *func) {
    for (uint32_t k = 0; k < AN_COUNT; k++) {
        arena_free(&func->cached[k].arena);
        func->cached[k].result = NULL;
    }
}

static void drop(AnCached *c) {
    if (!c->result) return;
    c->result = NULL;
    arena_clear(&c->arena);
}

void an_begin(AnFunc *func, IrFunc *fn) {
    for (uint32_t k = 0; k < AN_COUNT; k++) drop(&func->cached[k]);
    func->fn = fn;
}

// What needs something that is lost is lost too.
void an_changed(AnFunc *func, uint32_t what) {
    uint32_t lost = 0;

    // rows stand behind those that they need
    for (uint32_t k = 0; k < AN_COUNT; k++) {
        if (!(rows[k].lost_by & what) && !(rows[k].needs & lost)) continue;
        lost |= 1u << k;
        drop(&func->cached[k]);
    }
}

static void *cached(AnFunc *func, uint32_t index) {
    AnCached *c = &func->cached[index];
    if (!c->result) c->result = rows[index].make(func, &c->arena);
    return c->result;
}

#define ANALYSIS(id, Type, needs, lost_by)                                                         \
    const Type *an_##id(AnFunc *a) {                                                               \
        return cached(a, AN_INDEX_##id);                                                           \
    }
#include "analysis/analysis.def"
#undef ANALYSIS

// Makes everything that is cached again and compares: the name of the first that differs, NULL if
// all is well.
const char *an_check(AnFunc *func) {
    AnFunc fresh;
    const char *wrong = NULL;
    an_init(&fresh, func->fn->g.m->ctx);
    an_begin(&fresh, func->fn);
    for (uint32_t k = 0; k < AN_COUNT && !wrong; k++) {
        const void *old = func->cached[k].result;
        if (old && !rows[k].same(func, old, cached(&fresh, k))) wrong = rows[k].name;
    }
    an_free(&fresh);
    return wrong;
}
