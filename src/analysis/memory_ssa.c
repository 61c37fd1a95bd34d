// SPDX-License-Identifier: Apache-2.0
// Making memory SSA (memory_ssa.h), taking accesses out of it, and its text. Phis stand at the
// iterated dominance frontier of the blocks that write; versions are given out down the dominator
// tree. Linear in instructions and edges.
#include "analysis/memory_ssa.h"

typedef struct {
    AnMemory *m;
    const AnCfg *cfg;
    Arena *a;
    AnMemAccess **last; // by block id: the last access
    AnMemAccess **end;  // by block id: the version at the block's end
    AnBlockVec writing; // blocks
    BitSet ends;        // by block id: an end of the function can be reached
} Build;

// ---- accesses ----------------------------------------------------------------------------------

// With n edges that see nothing yet.
static AnMemAccess *new_access(Build *build, AnMemKind kind, IrBlock *bb, IrInst *accessor,
                               uint32_t n) {
    AnMemAccess *access = arena_new(build->a, AnMemAccess);
    access->kind = kind;
    access->bb = bb;
    access->inst = accessor;
    access->n = n;
    access->edge = arena_array(build->a, AnMemEdge, n);
    for (uint32_t k = 0; k < n; k++) access->edge[k].user = access;
    return access;
}

// At the end of the accesses of its block.
static void append(Build *build, AnMemAccess *added) {
    uint32_t id = added->bb->v.id;
    if (build->last[id]) {
        build->last[id]->in_block = added;
    } else {
        build->m->first[id] = added;
    }
    build->last[id] = added;
    if (added->inst) build->m->of[added->inst->v.id] = added;
}

static bool is_end(const Build *build, const IrInst *asked) {
    return ir_is_term(asked) &&
           (ir_nsucc(asked) == 0 || !bitset_has(&build->ends, asked->block->v.id));
}

// In the order of the block. What may not come back is a use: it leaves memory to others.
static void add_accesses(Build *build, IrBlock *bb) {
    IR_FOREACH_INST(i, bb) {
        bool def = ir_may_write(i);
        bool use = def || ir_may_read(i) || is_end(build, i) ||
                   (i->v.op == IR_CALL && ir_has_effect(i)); // it may not come back
        if (use) append(build, new_access(build, def ? AN_MEM_DEF : AN_MEM_USE, bb, i, 1));
    }
}

static bool writes(const IrBlock *bb) {
    IR_FOREACH_INST(i, bb) {
        if (ir_may_write(i)) return true;
    }
    return false;
}

// The blocks from which an end of the function is reached.
static void find_ends(Build *build) {
    AnBlockVec work = {0};
    bitset_init(&build->ends, build->a, build->m->fn->nblockids);
    for (uint32_t k = 0; k < build->cfg->n; k++) {
        IrBlock *bb = build->cfg->rpo[k];
        if (ir_nsucc(ir_term(bb)) != 0) continue;
        bitset_add(&build->ends, bb->v.id);
        vec_push(build->a, &work, bb);
    }
    while (work.n) {
        IR_FOREACH_PRED(edge, vec_pop(&work)) {
            IrBlock *from = edge->user->block;
            if (bitset_has(&build->ends, from->v.id)) continue;
            bitset_add(&build->ends, from->v.id);
            vec_push(build->a, &work, from);
        }
    }
}

// One edge for each predecessor that is reached.
static void add_phis(Build *build) {
    AnIdf *idf = an_idf_new(build->m->dom, build->a);
    const AnBlockVec *at = an_idf(idf, build->writing.n, build->writing.at, NULL);
    for (uint32_t k = 0; k < at->n; k++) {
        IrBlock *bb = at->at[k];
        uint32_t n = 0;
        IR_FOREACH_PRED(edge, bb) n += an_reachable(build->cfg, edge->user->block);
        append(build, new_access(build, AN_MEM_PHI, bb, NULL, n));
    }
}

// ---- versions ----------------------------------------------------------------------------------

// The users of a version are a ring, of which it knows the last.
static void ask_for(AnMemEdge *edge, AnMemAccess *def) {
    edge->def = def;
    edge->next = def->last_user ? def->last_user->next : edge;
    if (def->last_user) def->last_user->next = edge;
    def->last_user = edge;
}

// Parents come before their children.
static void give_versions(Build *build) {
    const AnDom *dom = build->m->dom;
    for (uint32_t k = 0; k < dom->n; k++) {
        IrBlock *bb = dom->preorder[k], *idom = dom->idom[bb->v.id];
        AnMemAccess *now = idom ? build->end[idom->v.id] : &build->m->entry;
        for (AnMemAccess *access = build->m->first[bb->v.id]; access; access = access->in_block) {
            if (access->kind != AN_MEM_PHI) ask_for(access->edge, now);
            if (access->kind != AN_MEM_USE) now = access;
        }
        build->end[bb->v.id] = now;
    }
}

// When all blocks know their versions at the end.
static void fill_phis(Build *build) {
    for (uint32_t k = 0; k < build->cfg->n; k++) {
        IrBlock *bb = build->cfg->rpo[k];
        AnMemAccess *phi = build->m->first[bb->v.id];
        if (!phi || phi->kind != AN_MEM_PHI) continue;
        uint32_t n = 0;
        IR_FOREACH_PRED(edge, bb) {
            IrBlock *from = edge->user->block;
            if (!an_reachable(build->cfg, from)) continue;
            phi->edge[n].from = from;
            ask_for(&phi->edge[n++], build->end[from->v.id]);
        }
    }
}

// Versions get the small numbers, in the order of blocks.
static void number(Build *build, bool uses) {
    for (uint32_t k = 0; k < build->cfg->n; k++) {
        AnMemAccess *access = build->m->first[build->cfg->rpo[k]->v.id];
        for (; access; access = access->in_block) {
            if ((access->kind == AN_MEM_USE) == uses) access->number = build->m->n++;
        }
    }
}

// Everything in `owner`.
AnMemory *an_memory_make(IrFunc *fn, const AnCfg *cfg, const AnDom *dom, Arena *owner) {
    AnMemory *memory = arena_new(owner, AnMemory);
    Build build = {.m = memory, .cfg = cfg, .a = owner};
    memory->fn = fn;
    memory->dom = dom;
    memory->n = 1; // the entry
    memory->entry.bb = fn->first;
    memory->nvalues = fn->nvalues;
    memory->of = arena_array(owner, AnMemAccess *, fn->nvalues);
    memory->first = arena_array(owner, AnMemAccess *, fn->nblockids);
    build.last = arena_array(owner, AnMemAccess *, fn->nblockids);
    build.end = arena_array(owner, AnMemAccess *, fn->nblockids);

    // phis stand first in their blocks, so the blocks that write are looked for before
    for (uint32_t k = 0; k < cfg->n; k++) {
        if (writes(cfg->rpo[k])) vec_push(owner, &build.writing, cfg->rpo[k]);
    }
    find_ends(&build);
    add_phis(&build);
    for (uint32_t k = 0; k < cfg->n; k++) add_accesses(&build, cfg->rpo[k]);
    number(&build, false);
    number(&build, true);
    give_versions(&build);
    fill_phis(&build);
    return memory;
}

// ---- erasing -----------------------------------------------------------------------------------

// Versions that were erased lead on to the one before them.
AnMemAccess *an_mem_version(AnMemEdge *mem_edge) {
    AnMemAccess *def = mem_edge->def;
    while (def->erased) def = def->prev;

    // the way there is shortened for the next one
    for (AnMemAccess *k = mem_edge->def, *next; k->erased; k = next) {
        next = k->prev;
        k->prev = def;
    }
    return mem_edge->def = def;
}

// Before the instruction is: its users see what it saw. Nothing happens if memory SSA is not
// cached.
void an_mem_erase(AnFunc *func, const IrInst *erased) {
    AnMemory *memory = func->cached[AN_INDEX_memory].result;
    AnMemAccess *access = memory ? an_mem_of(memory, erased) : NULL;
    if (!access) return;
    AnMemAccess *before = an_mem_version(access->edge);
    memory->of[erased->v.id] = NULL;
    access->erased = true;
    access->prev = before;

    // two rings become one
    AnMemEdge *mine = access->last_user, *theirs = before->last_user;
    if (!mine) return;
    AnMemEdge *first = mine->next; // `theirs` is there: the erased access is among them
    mine->next = theirs->next;
    theirs->next = first;
    before->last_user = mine;
    access->last_user = NULL;
}

// ---- text --------------------------------------------------------------------------------------

// By number; 0 is the entry.
static void print_version(AnMemEdge *e, Buf *out) {
    const AnMemAccess *def = an_mem_version(e);
    if (def->kind == AN_MEM_ENTRY) {
        buf_puts(out, "entry");
    } else {
        buf_printf(out, "%u", def->number);
    }
}

// %block: version, for each way in.
static void print_phi(const AnMemAccess *phi, Ctx *ctx, Buf *out) {
    buf_printf(out, ";   %u = phi(", phi->number);
    for (uint32_t k = 0; k < phi->n; k++) {
        Atom name = phi->edge[k].from->v.name;
        buf_printf(out, "%s%%%s: ", k ? ", " : "", name ? atom_str(ctx, name) : "?");
        print_version(&phi->edge[k], out);
    }
    buf_puts(out, ")\n");
}

// For tests and debugging: as comments of IR.
void an_mem_print(const AnMemory *memory, Buf *out) {
    Ctx *ctx = memory->fn->g.m->ctx;
    buf_printf(out, "; memory of %s\n", atom_str(ctx, memory->fn->g.v.name));
    IR_FOREACH_BLOCK(bb, memory->fn) {
        if (bb->v.name) buf_printf(out, "; %s:\n", atom_str(ctx, bb->v.name));
        for (AnMemAccess *mem_access = memory->first[bb->v.id]; mem_access;
             mem_access = mem_access->in_block) {
            if (mem_access->erased) continue;
            if (mem_access->kind == AN_MEM_PHI) {
                print_phi(mem_access, ctx, out);
                continue;
            }
            buf_puts(out, ";   ");
            if (mem_access->kind == AN_MEM_DEF) buf_printf(out, "%u = ", mem_access->number);
            buf_puts(out, mem_access->kind == AN_MEM_DEF ? "def(" : "use(");
            print_version(mem_access->edge, out);
            buf_printf(out, ") %s\n", ir_ops[mem_access->inst->v.op].name);
        }
    }
}
