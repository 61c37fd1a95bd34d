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

static AnMemAccess *new_access(Build *b, AnMemKind kind, IrBlock *bb, IrInst *inst, uint32_t n) {
    AnMemAccess *access = arena_new(b->a, AnMemAccess);
    access->kind = kind;
    access->bb = bb;
    access->inst = inst;
    access->n = n;
    access->edge = arena_array(b->a, AnMemEdge, n);
    for (uint32_t k = 0; k < n; k++) access->edge[k].user = access;
    return access;
}

static void append(Build *b, AnMemAccess *access) {
    uint32_t id = access->bb->v.id;
    if (b->last[id]) {
        b->last[id]->in_block = access;
    } else {
        b->m->first[id] = access;
    }
    b->last[id] = access;
    if (access->inst) b->m->of[access->inst->v.id] = access;
}

static bool is_end(const Build *b, const IrInst *i) {
    return ir_is_term(i) && (ir_nsucc(i) == 0 || !bitset_has(&b->ends, i->block->v.id));
}

static void add_accesses(Build *b, IrBlock *bb) {
    IR_FOREACH_INST(i, bb) {
        bool def = ir_may_write(i);
        bool use = def || ir_may_read(i) || is_end(b, i) ||
                   (i->v.op == IR_CALL && ir_has_effect(i)); // it may not come back
        if (use) append(b, new_access(b, def ? AN_MEM_DEF : AN_MEM_USE, bb, i, 1));
    }
}

static bool writes(const IrBlock *bb) {
    IR_FOREACH_INST(i, bb) {
        if (ir_may_write(i)) return true;
    }
    return false;
}

// The blocks from which an end of the function is reached.
static void find_ends(Build *b) {
    AnBlockVec work = {0};
    bitset_init(&b->ends, b->a, b->m->fn->nblockids);
    for (uint32_t k = 0; k < b->cfg->n; k++) {
        IrBlock *bb = b->cfg->rpo[k];
        if (ir_nsucc(ir_term(bb)) != 0) continue;
        bitset_add(&b->ends, bb->v.id);
        vec_push(b->a, &work, bb);
    }
    while (work.n) {
        IR_FOREACH_PRED(edge, vec_pop(&work)) {
            IrBlock *from = edge->user->block;
            if (bitset_has(&b->ends, from->v.id)) continue;
            bitset_add(&b->ends, from->v.id);
            vec_push(b->a, &work, from);
        }
    }
}

static void add_phis(Build *b) {
    AnIdf *idf = an_idf_new(b->m->dom, b->a);
    const AnBlockVec *at = an_idf(idf, b->writing.n, b->writing.at, NULL);
    for (uint32_t k = 0; k < at->n; k++) {
        IrBlock *bb = at->at[k];
        uint32_t n = 0;
        IR_FOREACH_PRED(edge, bb) n += an_reachable(b->cfg, edge->user->block);
        append(b, new_access(b, AN_MEM_PHI, bb, NULL, n));
    }
}

// ---- versions ----------------------------------------------------------------------------------

static void ask_for(AnMemEdge *edge, AnMemAccess *def) {
    edge->def = def;
    edge->next = def->last_user ? def->last_user->next : edge;
    if (def->last_user) def->last_user->next = edge;
    def->last_user = edge;
}

// Parents come before their children.
static void give_versions(Build *b) {
    const AnDom *dom = b->m->dom;
    for (uint32_t k = 0; k < dom->n; k++) {
        IrBlock *bb = dom->preorder[k], *idom = dom->idom[bb->v.id];
        AnMemAccess *now = idom ? b->end[idom->v.id] : &b->m->entry;
        for (AnMemAccess *access = b->m->first[bb->v.id]; access; access = access->in_block) {
            if (access->kind != AN_MEM_PHI) ask_for(access->edge, now);
            if (access->kind != AN_MEM_USE) now = access;
        }
        b->end[bb->v.id] = now;
    }
}

static void fill_phis(Build *b) {
    for (uint32_t k = 0; k < b->cfg->n; k++) {
        IrBlock *bb = b->cfg->rpo[k];
        AnMemAccess *phi = b->m->first[bb->v.id];
        if (!phi || phi->kind != AN_MEM_PHI) continue;
        uint32_t n = 0;
        IR_FOREACH_PRED(edge, bb) {
            IrBlock *from = edge->user->block;
            if (!an_reachable(b->cfg, from)) continue;
            phi->edge[n].from = from;
            ask_for(&phi->edge[n++], b->end[from->v.id]);
        }
    }
}

// Versions get the small numbers, in the order of blocks.
static void number(Build *b, bool uses) {
    for (uint32_t k = 0; k < b->cfg->n; k++) {
        AnMemAccess *access = b->m->first[b->cfg->rpo[k]->v.id];
        for (; access; access = access->in_block) {
            if ((access->kind == AN_MEM_USE) == uses) access->number = b->m->n++;
        }
    }
}

AnMemory *an_memory_make(IrFunc *f, const AnCfg *cfg, const AnDom *dom, Arena *a) {
    AnMemory *m = arena_new(a, AnMemory);
    Build b = {.m = m, .cfg = cfg, .a = a};
    m->fn = f;
    m->dom = dom;
    m->n = 1; // the entry
    m->entry.bb = f->first;
    m->nvalues = f->nvalues;
    m->of = arena_array(a, AnMemAccess *, f->nvalues);
    m->first = arena_array(a, AnMemAccess *, f->nblockids);
    b.last = arena_array(a, AnMemAccess *, f->nblockids);
    b.end = arena_array(a, AnMemAccess *, f->nblockids);

    // phis stand first in their blocks, so the blocks that write are looked for before
    for (uint32_t k = 0; k < cfg->n; k++) {
        if (writes(cfg->rpo[k])) vec_push(a, &b.writing, cfg->rpo[k]);
    }
    find_ends(&b);
    add_phis(&b);
    for (uint32_t k = 0; k < cfg->n; k++) add_accesses(&b, cfg->rpo[k]);
    number(&b, false);
    number(&b, true);
    give_versions(&b);
    fill_phis(&b);
    return m;
}

// ---- erasing -----------------------------------------------------------------------------------

AnMemAccess *an_mem_version(AnMemEdge *e) {
    AnMemAccess *def = e->def;
    while (def->erased) def = def->prev;

    // the way there is shortened for the next one
    for (AnMemAccess *k = e->def, *next; k->erased; k = next) {
        next = k->prev;
        k->prev = def;
    }
    return e->def = def;
}

void an_mem_erase(AnFunc *a, const IrInst *i) {
    AnMemory *m = a->cached[AN_INDEX_memory].result;
    AnMemAccess *access = m ? an_mem_of(m, i) : NULL;
    if (!access) return;
    AnMemAccess *before = an_mem_version(access->edge);
    m->of[i->v.id] = NULL;
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

static void print_version(AnMemEdge *e, Buf *out) {
    const AnMemAccess *def = an_mem_version(e);
    if (def->kind == AN_MEM_ENTRY) {
        buf_puts(out, "entry");
    } else {
        buf_printf(out, "%u", def->number);
    }
}

static void print_phi(const AnMemAccess *phi, Ctx *ctx, Buf *out) {
    buf_printf(out, ";   %u = phi(", phi->number);
    for (uint32_t k = 0; k < phi->n; k++) {
        Atom name = phi->edge[k].from->v.name;
        buf_printf(out, "%s%%%s: ", k ? ", " : "", name ? atom_str(ctx, name) : "?");
        print_version(&phi->edge[k], out);
    }
    buf_puts(out, ")\n");
}

void an_mem_print(const AnMemory *m, Buf *out) {
    Ctx *ctx = m->fn->g.m->ctx;
    buf_printf(out, "; memory of %s\n", atom_str(ctx, m->fn->g.v.name));
    IR_FOREACH_BLOCK(bb, m->fn) {
        if (bb->v.name) buf_printf(out, "; %s:\n", atom_str(ctx, bb->v.name));
        for (AnMemAccess *k = m->first[bb->v.id]; k; k = k->in_block) {
            if (k->erased) continue;
            if (k->kind == AN_MEM_PHI) {
                print_phi(k, ctx, out);
                continue;
            }
            buf_puts(out, ";   ");
            if (k->kind == AN_MEM_DEF) buf_printf(out, "%u = ", k->number);
            buf_puts(out, k->kind == AN_MEM_DEF ? "def(" : "use(");
            print_version(k->edge, out);
            buf_printf(out, ") %s\n", ir_ops[k->inst->v.op].name);
        }
    }
}
