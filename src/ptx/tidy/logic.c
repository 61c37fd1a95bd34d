// SPDX-License-Identifier: Apache-2.0
// Logic of 32 bits becomes instructions of three operands, as few as cover it (lop3.b32, PTX ISA
// 9.7.8.6): any function of three bits is one instruction on the machine.
//
//      xor.b32 %r4, %r1, %r2;
//      and.b32 %r5, %r1, %r2;
//      and.b32 %r6, %r3, %r4;      ->      lop3.b32 %r7, %r1, %r2, %r3, 232;
//      or.b32 %r7, %r5, %r6;
//
// ptxas does the like, but greedily and by the order of operands: the same adder of bits takes it
// three instructions or four. This is covering by cuts of three leaves, by flow of area and then by
// exact area (Cong and Ding 1994; Mishchenko, Chatterjee and Brayton 2007), a block at a time.
//
// Left alone: operations that stand alone, values under a guard or that are written twice, what is
// no cheaper as lop3, and `or` of what was shifted to the left: where the bits are apart ptxas
// makes one multiplication and addition of both.
#include "ptx/tidy/tidy.h"

#include "ptx/form/op.h"
#include "ptx/form/sem.h"

enum { NONE = UINT32_MAX };
enum { NODES = 512, LEAVES = 4 * NODES, CUTS = 8, UNIT = 256 };

typedef struct LogicCut {
    uint16_t leaf[3]; // ascending
    uint8_t n;
    uint8_t table; // of the leaves: the first is 0xf0, then 0xcc, 0xaa
} LogicCut;

typedef struct LogicLeaf { // a value that logic reads
    PtxOpnd opnd;
    uint32_t node; // that computes it, or NONE
    bool stale;    // the register has been written again
} LogicLeaf;

typedef struct LogicNode {
    uint32_t inst;
    LogicCut own; // its operands alone
    LogicCut cut[CUTS];
    uint32_t cuts, chosen;
    uint32_t flow;  // of area, in parts of an instruction
    uint32_t reads; // by logic of the window
    uint32_t refs;  // in the cover
    bool external;  // others read it
} LogicNode;

typedef struct Logic {
    PtxFunc *fn;
    uint32_t *reads, *writes; // by register, in all of the function
    uint32_t *leaf_of;        // by register: its leaf + 1 in this window
    bool *kept;               // by register: debugging entries name it
    bool *shifted;            // by register: to the left, by a number
    bool *tested;             // by register: a comparison reads it, also by way of moves
    LogicNode *node;
    LogicLeaf *leaf;
    uint32_t nodes, leaves;
} Logic;

static bool is_logic(const PtxInst *in) {
    return is_any_of(in->op, PTXI_and, PTXI_or, PTXI_xor, PTXI_not) && in->type[0] == PTX_B32;
}

// ---- cuts ---------------------------------------------------------------------------------------

// A cut's value where its leaves have the values of a row of `all`'s table.
static bool cut_value_at(const LogicCut *cut, const LogicCut *all, uint32_t row) {
    uint32_t index = 0;
    for (uint32_t i = 0; i < cut->n; i++) {
        uint32_t place = 0;
        while (all->leaf[place] != cut->leaf[i]) place++;
        index |= (row >> (2 - place) & 1) << (2 - i);
    }
    return cut->table >> index & 1;
}

static uint8_t cut_table(PtxOp op, const LogicCut *a, const LogicCut *b, const LogicCut *all) {
    uint8_t table = 0;
    for (uint32_t row = 0; row < 8; row++) {
        bool x = cut_value_at(a, all, row), y = cut_value_at(b, all, row);
        bool value = op == PTXI_and   ? x && y
                     : op == PTXI_or  ? x || y
                     : op == PTXI_xor ? x != y
                                      : !x;
        table |= (uint8_t)(value << row);
    }
    return table;
}

// The leaves of both, in order. False: more than three.
static bool join_leaves(const LogicCut *a, const LogicCut *b, LogicCut *out) {
    uint32_t i = 0, k = 0;
    out->n = 0;
    while (i < a->n || k < b->n) {
        uint16_t x = i < a->n ? a->leaf[i] : UINT16_MAX, y = k < b->n ? b->leaf[k] : UINT16_MAX;
        if (out->n == 3) return false;
        out->leaf[out->n++] = CU_MIN(x, y);
        i += x <= y;
        k += y <= x;
    }
    return true;
}

static LogicCut cut_alone(uint32_t leaf) {
    return (LogicCut){.leaf = {(uint16_t)leaf}, .n = 1, .table = 0xf0};
}

static bool is_same_cut(const LogicCut *a, const LogicCut *b) {
    if (a->n != b->n) return false;
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->leaf[i] != b->leaf[i]) return false;
    }
    return true;
}

static uint32_t cut_flow(const Logic *logic, const LogicCut *cut) {
    uint32_t flow = UNIT;
    for (uint32_t i = 0; i < cut->n; i++) {
        uint32_t node = logic->leaf[cut->leaf[i]].node;
        if (node != NONE) flow += logic->node[node].flow;
    }
    return flow;
}

// One number at most: the machine has no more room in an instruction.
static bool is_possible(const Logic *logic, const LogicCut *cut) {
    uint32_t numbers = 0;
    for (uint32_t i = 0; i < cut->n; i++) {
        const LogicLeaf *leaf = &logic->leaf[cut->leaf[i]];
        if (leaf->stale) return false;
        numbers += leaf->opnd.kind == PTXO_INT;
    }
    return numbers <= 1;
}

// The CUTS cheapest are kept in order, fewer leaves first among equals. The place; NONE: it is not.
static uint32_t keep_cut(const Logic *logic, LogicNode *node, const LogicCut *cut) {
    if (!is_possible(logic, cut)) return NONE;
    for (uint32_t i = 0; i < node->cuts; i++) {
        if (is_same_cut(&node->cut[i], cut)) return NONE;
    }
    uint32_t at = node->cuts, flow = cut_flow(logic, cut);
    while (at > 0) {
        const LogicCut *before = &node->cut[at - 1];
        uint32_t other = cut_flow(logic, before);
        if (other < flow || (other == flow && before->n <= cut->n)) break;
        at--;
    }
    if (at >= CUTS) return NONE;
    uint32_t n = CU_MIN(node->cuts, (uint32_t)CUTS - 1);
    for (uint32_t i = n; i > at; i--) node->cut[i] = node->cut[i - 1];
    node->cut[at] = *cut;
    node->cuts = n + 1;
    return at;
}

// A leaf's cuts: itself, and those of what computes it.
static const LogicCut *cut_of(const Logic *logic, uint32_t leaf, uint32_t i, LogicCut *itself) {
    uint32_t node = logic->leaf[leaf].node;
    if (i == 0) {
        *itself = cut_alone(leaf);
        return itself;
    }
    return node != NONE && i <= logic->node[node].cuts ? &logic->node[node].cut[i - 1] : NULL;
}

static void find_cuts(Logic *logic, LogicNode *node, uint32_t a, uint32_t b) {
    PtxOp op = (PtxOp)logic->fn->inst.at[node->inst].op;
    LogicCut one, other;
    const LogicCut *x, *y;
    for (uint32_t i = 0; (x = cut_of(logic, a, i, &one)); i++) {
        for (uint32_t k = 0; (y = cut_of(logic, b, k, &other)); k++) {
            LogicCut cut;
            if (!join_leaves(x, y, &cut)) continue;
            if (i == 0 && k == 0) node->own = cut;
            uint32_t at = keep_cut(logic, node, &cut);
            if (at != NONE) node->cut[at].table = cut_table(op, x, y, &cut);
        }
    }
}

// The operation stays as it is.
static void keep_own_cut(LogicNode *node) {
    uint32_t found = 0;
    while (found < node->cuts && !is_same_cut(&node->cut[found], &node->own)) found++;
    if (found < node->cuts) node->cut[0] = node->cut[found];
    node->cuts = found < node->cuts;
}

// ---- the window ---------------------------------------------------------------------------------

// The leaf of an operand; NONE: none can be made of it.
static uint32_t leaf_for(Logic *logic, const PtxOpnd *operand) {
    PtxFunc *fn = logic->fn;
    bool number = operand->kind == PTXO_INT;
    if (!number && (operand->kind != PTXO_REG || operand->flags || operand->n)) return NONE;
    if (!number && ptx_type_bits((PtxType)fn->reg.at[operand->id].type) != 32) return NONE;
    if (!number && logic->leaf_of[operand->id]) return logic->leaf_of[operand->id] - 1;
    for (uint32_t i = 0; number && i < logic->leaves; i++) {
        const PtxOpnd *known = &logic->leaf[i].opnd;
        if (known->kind == PTXO_INT && (uint32_t)known->val == (uint32_t)operand->val) return i;
    }
    logic->leaf[logic->leaves] = (LogicLeaf){.opnd = *operand, .node = NONE};
    if (!number) logic->leaf_of[operand->id] = logic->leaves + 1;
    return logic->leaves++;
}

static void count_read(Logic *logic, uint32_t leaf) {
    uint32_t node = logic->leaf[leaf].node;
    if (node != NONE) logic->node[node].reads++;
}

static bool is_shifted(const Logic *logic, const PtxOpnd *source) {
    return source->kind == PTXO_REG && logic->shifted[source->id] && logic->reads[source->id] == 1;
}

// False: the instruction is none of the window's.
static bool add_node(Logic *logic, uint32_t at) {
    PtxFunc *fn = logic->fn;
    const PtxInst *in = &fn->inst.at[at];
    const PtxOpnd *opnd = ptx_opnds(fn, in);
    bool whole = opnd[0].kind == PTXO_REG && !opnd[0].flags && !opnd[0].n;
    if (in->guard || !whole || logic->writes[opnd[0].id] != 1 || logic->leaf_of[opnd[0].id])
        return false;
    if (in->op == PTXI_or && (is_shifted(logic, &opnd[1]) || is_shifted(logic, &opnd[2])))
        return false;
    uint32_t a = leaf_for(logic, &opnd[1]), b = a;
    if (in->op != PTXI_not) b = leaf_for(logic, &opnd[2]);
    if (a == NONE || b == NONE) return false;
    LogicNode *node = &logic->node[logic->nodes];
    *node = (LogicNode){.inst = at};
    find_cuts(logic, node, a, b);
    if (logic->tested[opnd[0].id]) keep_own_cut(node);
    if (!node->cuts) return false;
    count_read(logic, a);
    if (in->op != PTXI_not) count_read(logic, b);
    // What is read often is paid for once, by all of its readers.
    node->flow = cut_flow(logic, &node->cut[0]) / CU_MAX(logic->reads[opnd[0].id], 1u);
    uint32_t result = leaf_for(logic, &opnd[0]);
    logic->leaf[result].node = logic->nodes++;
    return true;
}

// ---- the cover ----------------------------------------------------------------------------------

// Instructions that a node's chosen cut brings with it, as the first to need them; and back. The
// depth is that of the window.
static uint32_t take_cut(Logic *logic, const LogicCut *cut) {
    uint32_t area = 1;
    for (uint32_t i = 0; i < cut->n; i++) {
        uint32_t at = logic->leaf[cut->leaf[i]].node;
        if (at == NONE) continue;
        LogicNode *node = &logic->node[at];
        if (node->refs++ == 0) area += take_cut(logic, &node->cut[node->chosen]);
    }
    return area;
}

static void release_cut(Logic *logic, const LogicCut *cut) {
    for (uint32_t i = 0; i < cut->n; i++) {
        uint32_t at = logic->leaf[cut->leaf[i]].node;
        if (at == NONE) continue;
        LogicNode *node = &logic->node[at];
        if (--node->refs == 0) release_cut(logic, &node->cut[node->chosen]);
    }
}

static void choose_by_area(Logic *logic) {
    for (uint32_t i = 0; i < logic->nodes; i++) {
        LogicNode *node = &logic->node[i];
        if (!node->refs) continue;
        release_cut(logic, &node->cut[node->chosen]);
        uint32_t best = NONE;
        for (uint32_t k = 0; k < node->cuts; k++) {
            uint32_t area = take_cut(logic, &node->cut[k]);
            release_cut(logic, &node->cut[k]);
            // Its own operands, where that is no dearer: the instruction stays.
            bool own = is_same_cut(&node->cut[k], &node->own);
            if (area > best || (area == best && !own)) continue;
            best = area;
            node->chosen = k;
        }
        take_cut(logic, &node->cut[node->chosen]);
    }
}

static uint32_t cover_window(Logic *logic) {
    for (uint32_t i = 0; i < logic->nodes; i++) {
        LogicNode *node = &logic->node[i];
        const PtxOpnd *to = ptx_opnds(logic->fn, &logic->fn->inst.at[node->inst]);
        node->external = logic->kept[to->id] || logic->reads[to->id] != node->reads;
        if (node->external && node->refs++ == 0) take_cut(logic, &node->cut[0]);
    }
    for (uint32_t round = 0; round < 2; round++) choose_by_area(logic);
    uint32_t n = 0;
    for (uint32_t i = 0; i < logic->nodes; i++) n += logic->node[i].refs != 0;
    return n;
}

static void write_instruction(Logic *logic, const LogicNode *node) {
    PtxFunc *fn = logic->fn;
    const LogicCut *cut = &node->cut[node->chosen];
    if (is_same_cut(cut, &node->own)) return;
    PtxOpnd operand[5] = {ptx_opnds(fn, &fn->inst.at[node->inst])[0]};
    for (uint32_t i = 0; i < 3; i++)
        operand[1 + i] = i < cut->n ? logic->leaf[cut->leaf[i]].opnd : ptx_o_int(0);
    operand[4] = ptx_o_int(cut->table);
    ptx_emit(fn, PTXI_lop3, PTX_B32, PTX_NOTYPE, 0, CU_COUNT(operand), operand);
    PtxInst made = fn->inst.at[--fn->inst.n];
    PtxInst *in = &fn->inst.at[node->inst];
    made.pos = in->pos;
    made.aux = in->aux;
    made.flags = in->flags;
    *in = made;
}

static void finish_window(Logic *logic) {
    if (logic->nodes > 1 && cover_window(logic) < logic->nodes) {
        for (uint32_t i = 0; i < logic->nodes; i++) {
            const LogicNode *node = &logic->node[i];
            if (node->refs)
                write_instruction(logic, node);
            else
                ptx_delete(&logic->fn->inst.at[node->inst]);
        }
    }
    for (uint32_t i = 0; i < logic->leaves; i++) {
        const PtxOpnd *opnd = &logic->leaf[i].opnd;
        if (opnd->kind == PTXO_REG) logic->leaf_of[opnd->id] = 0;
    }
    logic->nodes = logic->leaves = 0;
}

// ---- the function -------------------------------------------------------------------------------

static PtxReg count_accesses(void *data, PtxReg reg, uint32_t role) {
    Logic *logic = data;
    if (role & PTX_WRITES) logic->writes[reg]++;
    if (role & PTX_READS) logic->reads[reg]++;
    return reg;
}

// What is read from here on is another value.
static PtxReg forget_written(void *data, PtxReg reg, uint32_t role) {
    Logic *logic = data;
    if (!(role & PTX_WRITES) || !logic->leaf_of[reg]) return reg;
    logic->leaf[logic->leaf_of[reg] - 1].stale = true;
    logic->leaf_of[reg] = 0;
    return reg;
}

static bool mark_read(bool *set, const PtxOpnd *source) {
    if (source->kind != PTXO_REG || set[source->id]) return false;
    set[source->id] = true;
    return true;
}

// What comparisons read, and what moves and selections bring there.
static void find_tested(Logic *logic) {
    PtxFunc *fn = logic->fn;
    bool more = true;
    while (more) {
        more = false;
        VEC_FOREACH (const PtxInst, in, &fn->inst) {
            const PtxOpnd *opnd = ptx_opnds(fn, in);
            PtxSem sem = (PtxSem)ptx_rows[in->op].sem;
            bool compares = is_any_of(sem, PTX_SEM_SETP, PTX_SEM_SET, PTX_SEM_SLCT);
            bool moves = is_any_of(sem, PTX_SEM_MOV, PTX_SEM_SELP) && opnd[0].kind == PTXO_REG;
            if (!compares && !(moves && logic->tested[opnd[0].id])) continue;
            for (uint32_t k = 1; k < in->nopnd; k++) more |= mark_read(logic->tested, &opnd[k]);
        }
    }
}

// Two operations of which one reads the other: a chain may be there.
static bool has_chains(PtxFunc *fn, Arena *scratch) {
    bool *made = arena_array(scratch, bool, fn->reg.n + 1); // by register: by logic
    VEC_FOREACH (const PtxInst, in, &fn->inst) {
        if (!is_logic(in)) continue;
        const PtxOpnd *opnd = ptx_opnds(fn, in);
        for (uint32_t k = 1; k < in->nopnd; k++)
            if (opnd[k].kind == PTXO_REG && made[opnd[k].id]) return true;
        if (opnd[0].kind == PTXO_REG) made[opnd[0].id] = true;
    }
    return false;
}

void ptx_cover_logic(PtxFunc *fn, Arena *scratch) {
    if (!has_chains(fn, scratch)) return;
    Logic logic = {.fn = fn,
                   .reads = arena_array(scratch, uint32_t, fn->reg.n + 1),
                   .writes = arena_array(scratch, uint32_t, fn->reg.n + 1),
                   .leaf_of = arena_array(scratch, uint32_t, fn->reg.n + 1),
                   .kept = arena_array(scratch, bool, fn->reg.n + 1),
                   .shifted = arena_array(scratch, bool, fn->reg.n + 1),
                   .tested = arena_array(scratch, bool, fn->reg.n + 1),
                   .node = arena_array(scratch, LogicNode, NODES),
                   .leaf = arena_array(scratch, LogicLeaf, LEAVES)};
    VEC_FOREACH (PtxInst, in, &fn->inst) {
        ptx_walk_regs(fn, in, count_accesses, &logic);
        const PtxOpnd *opnd = ptx_opnds(fn, in);
        if (in->op != PTXI_shl || in->type[0] != PTX_B32 || opnd[2].kind != PTXO_INT) continue;
        if (opnd[0].kind == PTXO_REG) logic.shifted[opnd[0].id] = true;
    }
    find_tested(&logic);
    VEC_FOREACH (PtxReg, watched, &fn->watched) logic.kept[*watched] = true;

    uint32_t n = fn->inst.n;
    for (uint32_t i = 0; i < n; i++) {
        PtxInst *in = &fn->inst.at[i];
        if (in->op == PTXI_label || ptx_ends_block(in) || logic.nodes == NODES ||
            logic.leaves + 3 > LEAVES)
            finish_window(&logic);
        if (!is_logic(in) || !add_node(&logic, i)) ptx_walk_regs(fn, in, forget_written, &logic);
    }
    finish_window(&logic);
}
