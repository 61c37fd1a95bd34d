// SPDX-License-Identifier: Apache-2.0
// Bits that are a float here and an integer there stay in one register. Selection gives floats and
// integers registers of different types and moves bits between them, which costs nothing on the
// machine, but stands in the text:
//
//      mov.b32 %r1, %f1;
//      shfl.sync.bfly.b32 %r2, %r1, 16, 31, -1;          shfl.sync.bfly.b32 %r2, %r1, 16, 31, -1;
//      mov.b32 %f2, %r2;                          ->
//      add.rn.f32 %f3, %f1, %f2;                         add.rn.f32 %f3, %r1, %r2;
//
// A register of a .b type may stand for an operand of any type of its size (PTX ISA 5.2.2, 9.2), a
// register of a float type may not: so whatever such moves connect gets a .b type, and copies of
// registers that are written once disappear. What stays is tidy/coalesce.c's.
//
// Left alone: registers with names of their own, moves under a guard, and functions without such
// moves.
#include "ptx/tidy/tidy.h"

#include "ptx/form/op.h"

enum { NONE = UINT32_MAX };

typedef struct Words {
    PtxFunc *fn;
    uint32_t *parent;         // by register: those that moves connect
    uint32_t *writes, *reads; // by register
    PtxReg *in_place;         // by register: what stands for it
    bool *bits;               // by a set's root: one of its registers has a .b type
} Words;

static bool is_whole_register(const PtxFunc *fn, const PtxOpnd *operand) {
    bool whole = operand->kind == PTXO_REG && !operand->flags && !operand->n;
    return whole && fn->reg.at[operand->id].num != NONE;
}

static bool is_move(const PtxFunc *fn, const PtxInst *in) {
    if (in->op != PTXI_mov || in->guard) return false;
    const PtxOpnd *opnd = ptx_opnds(fn, in);
    return is_whole_register(fn, &opnd[0]) && is_whole_register(fn, &opnd[1]);
}

static bool is_float(const PtxFunc *fn, PtxReg reg) {
    return is_any_of(fn->reg.at[reg].type, PTX_F32, PTX_F64);
}

// Between a float's register and an integer's.
static bool is_mixed(const PtxFunc *fn, const PtxInst *in) {
    if (!is_move(fn, in)) return false;
    const PtxOpnd *opnd = ptx_opnds(fn, in);
    return is_float(fn, opnd[0].id) != is_float(fn, opnd[1].id);
}

static bool has_mixed(const PtxFunc *fn) {
    VEC_FOREACH (const PtxInst, in, &fn->inst) {
        if (is_mixed(fn, in)) return true;
    }
    return false;
}

static uint32_t root_of(Words *words, uint32_t reg) {
    while (words->parent[reg] != reg) {
        words->parent[reg] = words->parent[words->parent[reg]];
        reg = words->parent[reg];
    }
    return reg;
}

// All that moves connect, not only the mixed ones: else copies of phis would become mixed. A
// selection may become two moves (tidy/guards.c).
static void connect(Words *words) {
    PtxFunc *fn = words->fn;
    for (PtxReg r = 0; r < fn->reg.n; r++) words->parent[r] = r;
    VEC_FOREACH (PtxInst, in, &fn->inst) {
        uint32_t sources = is_move(fn, in) ? 1 : in->op == PTXI_selp ? 2 : 0;
        const PtxOpnd *opnd = ptx_opnds(fn, in);
        for (uint32_t k = 1; k <= sources; k++) {
            if (!is_whole_register(fn, &opnd[0]) || !is_whole_register(fn, &opnd[k])) continue;
            uint32_t written = root_of(words, opnd[0].id), moved = root_of(words, opnd[k].id);
            words->parent[written] = moved;
        }
    }
    for (PtxReg r = 0; r < fn->reg.n; r++) {
        if (!is_float(fn, r)) words->bits[root_of(words, r)] = true;
    }
}

static void give_types(Words *words) {
    PtxFunc *fn = words->fn;
    for (PtxReg r = 0; r < fn->reg.n; r++) {
        if (!is_float(fn, r) || !words->bits[root_of(words, r)]) continue;
        PtxRegInfo *info = &fn->reg.at[r];
        info->type = info->type == PTX_F32 ? PTX_B32 : PTX_B64;
        info->prefix = fn->mod->reg_prefix[info->type];
        info->num = ++fn->nreg[info->type];
    }
}

static PtxReg count_accesses(void *data, PtxReg reg, uint32_t role) {
    Words *words = data;
    if (role & PTX_WRITES) words->writes[reg] += role & PTX_READS ? 2 : 1;
    if (role & PTX_READS) words->reads[reg]++;
    return reg;
}

static PtxReg put_in_place(void *data, PtxReg reg, uint32_t role) {
    Words *words = data;
    (void)role;
    while (words->in_place[reg] != reg) reg = words->in_place[reg];
    return reg;
}

typedef struct Scan { // of the instructions behind a copy
    PtxReg to, from;
    uint32_t reads; // of the copy
    bool written;   // the source, before
} Scan;

static PtxReg scan_access(void *data, PtxReg reg, uint32_t role) {
    Scan *scan = data;
    if (reg == scan->to && (role & PTX_READS)) scan->reads++;
    if (reg == scan->from && (role & PTX_WRITES)) scan->written = true;
    return reg;
}

// The source is written elsewhere too (it is a phi's), but not before the copy was read for the
// last time, in the same block.
static bool is_read_first(Words *words, uint32_t copy, PtxReg to, PtxReg from) {
    enum { WINDOW = 256 };
    PtxFunc *fn = words->fn;
    Scan scan = {.to = to, .from = from};
    uint32_t end = CU_MIN(fn->inst.n, copy + WINDOW);
    for (uint32_t i = copy + 1; i < end && scan.reads < words->reads[to]; i++) {
        PtxInst *in = &fn->inst.at[i];
        if (in->op == PTXI_label || ptx_ends_block(in)) return false;
        ptx_walk_regs(fn, in, scan_access, &scan);
        if (scan.written) return false;
    }
    return scan.reads == words->reads[to];
}

// What a copy is of stands for it everywhere: first where both are written once, then, of what is
// left, where a phi is not written in between.
static void remove_copies(Words *words, bool of_phis) {
    PtxFunc *fn = words->fn;
    memset(words->writes, 0, (fn->reg.n + 1) * sizeof *words->writes);
    memset(words->reads, 0, (fn->reg.n + 1) * sizeof *words->reads);
    VEC_FOREACH (PtxInst, in, &fn->inst) ptx_walk_regs(fn, in, count_accesses, words);
    for (PtxReg r = 0; r < fn->reg.n; r++) words->in_place[r] = r;
    bool found = false;
    for (uint32_t i = 0; i < fn->inst.n; i++) {
        PtxInst *in = &fn->inst.at[i];
        if (!is_move(fn, in)) continue;
        PtxReg to = ptx_opnds(fn, in)[0].id, from = ptx_opnds(fn, in)[1].id;
        if (words->writes[to] != 1 || fn->reg.at[to].type != fn->reg.at[from].type) continue;
        bool once = words->writes[from] == 1;
        if (of_phis ? once || !is_read_first(words, i, to, from) : !once) continue;
        words->in_place[to] = from;
        ptx_delete(in);
        found = true;
    }
    if (!found) return;

    VEC_FOREACH (PtxInst, in, &fn->inst) ptx_walk_regs(fn, in, put_in_place, words);
    VEC_FOREACH (PtxReg, watched, &fn->watched) *watched = put_in_place(words, *watched, 0);
}

void ptx_share_words(PtxFunc *fn, Arena *scratch) {
    if (!has_mixed(fn)) return;
    Words words = {.fn = fn,
                   .parent = arena_array(scratch, uint32_t, fn->reg.n + 1),
                   .writes = arena_array(scratch, uint32_t, fn->reg.n + 1),
                   .reads = arena_array(scratch, uint32_t, fn->reg.n + 1),
                   .in_place = arena_array(scratch, PtxReg, fn->reg.n + 1),
                   .bits = arena_array(scratch, bool, fn->reg.n + 1)};
    connect(&words);
    give_types(&words);
    remove_copies(&words, false);
    remove_copies(&words, true);
}
