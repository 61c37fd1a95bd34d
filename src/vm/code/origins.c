// SPDX-License-Identifier: Apache-2.0
// Where the addresses of a function's accesses come from. Each register has a set of origins:
// parameters, variables in shared memory, other variables, or anything (what was loaded, or put
// together of halves). What is loaded and then multiplied or shifted is an index, no address.
// Where pointers are asked for registers of 32 bits have the halves of what is known, not of what
// was loaded; where addresses of shared memory are, they have what those of 64 bits have.
#include "vm/code/origins.h"

#include "ptx/form/flow.h"
#include "ptx/form/sem.h"

static uint64_t of_slot(Origins *origins, OriginKind kind, uint32_t key) {
    uint32_t i = 0;
    while (i < origins->nslot && (origins->slot[i].kind != kind || origins->slot[i].key != key))
        i++;
    if (i == ORIGIN_SLOTS) return ORIGIN_ANYTHING;
    if (i == origins->nslot) {
        origins->slot[i].kind = kind;
        origins->slot[i].key = key;
        origins->nslot++;
    }
    return UINT64_C(1) << i;
}

static uint64_t of_variable(Origins *origins, uint32_t space, OriginKind kind, uint32_t number) {
    if (space == PTXS_SHARED) return of_slot(origins, kind, number);
    return space == PTXS_GLOBAL ? ORIGIN_VARIABLES : ORIGIN_OWN;
}

static uint64_t of_symbol(Origins *origins, const PtxOpnd *symbol) {
    const PtxFunc *f = origins->fn->f;
    if (symbol->flags & PTXOF_LOCAL)
        return of_variable(origins, f->var.at[symbol->id].space, SLOT_SHARED, symbol->id);
    const PtxSym *sym = &f->mod->sym.at[symbol->id];
    if (sym->kind != PTXK_VAR) return ORIGIN_ANYTHING;
    uint32_t space = f->mod->var.at[sym->index].space;
    return of_variable(origins, space, SLOT_SHARED_OF_MODULE, sym->index);
}

static uint64_t of_operand(Origins *origins, const PtxOpnd *read) {
    switch (read->kind) {
    case PTXO_REG:
    case PTXO_MREG: return origins->of_reg[read->id];
    case PTXO_SYM:
    case PTXO_MSYM: return of_symbol(origins, read);
    case PTXO_MABS: return ORIGIN_ANYTHING;
    default: return 0;
    }
}

static const PtxOpnd *operand(const Origins *origins, const PtxInst *in, uint32_t i) {
    return &origins->fn->f->opnd.at[in->opnd + i];
}

static uint64_t of_operands(Origins *origins, const PtxInst *in) {
    uint64_t all = 0;
    for (uint32_t i = 1; i < in->nopnd; i++) all |= of_operand(origins, operand(origins, in, i));
    return all;
}

// Of what is loaded: a kernel's parameters are known, each element by its own place.
static uint64_t of_load(Origins *origins, const VmInst *load) {
    bool known = load->space == VSP_PARAM && load->access.offset >= 0 && origins->fn->f->entry &&
                 operand(origins, load->source, 1)->kind == PTXO_MSYM;
    if (!known) return ORIGIN_ANYTHING;
    uint64_t all = 0;
    uint32_t bytes = ptx_types[load->source->type[0]].bits / 8u;
    for (uint32_t i = 0; i < load->n; i++) // a half has its pointer's place
        all |= of_slot(origins, SLOT_PARAMETER, ((uint32_t)load->access.offset + bytes * i) & ~7u);
    return all;
}

// What a register that the instruction writes comes from, by meaning: sums and choices have the
// origins of their operands, products and shifts those that are known (a pointer is aligned by two
// shifts; a number that is a parameter is told from a pointer when the kernel is launched). What is
// not known is anything, which is right for whatever it is.
typedef enum { FROM_ANYTHING, FROM_FACTORS, FROM_OPERANDS, FROM_ADDEND } Rule;
static const uint8_t rules[] = {
    [PTX_SEM_MUL] = FROM_FACTORS,     [PTX_SEM_MULW] = FROM_FACTORS,
    [PTX_SEM_SHL] = FROM_FACTORS,     [PTX_SEM_SHR] = FROM_FACTORS,
    [PTX_SEM_DIV] = FROM_FACTORS,     [PTX_SEM_REM] = FROM_FACTORS,
    [PTX_SEM_MAD] = FROM_ADDEND,      [PTX_SEM_MADW] = FROM_ADDEND,
    [PTX_SEM_ADD] = FROM_OPERANDS,    [PTX_SEM_SUB] = FROM_OPERANDS,
    [PTX_SEM_MIN] = FROM_OPERANDS,    [PTX_SEM_MAX] = FROM_OPERANDS,
    [PTX_SEM_ABS] = FROM_OPERANDS,    [PTX_SEM_NEG] = FROM_OPERANDS,
    [PTX_SEM_SELP] = FROM_OPERANDS,   [PTX_SEM_AND] = FROM_OPERANDS,
    [PTX_SEM_OR] = FROM_OPERANDS,     [PTX_SEM_XOR] = FROM_OPERANDS,
    [PTX_SEM_NOT] = FROM_OPERANDS,    [PTX_SEM_MOV] = FROM_OPERANDS,
    [PTX_SEM_CVT] = FROM_OPERANDS,    [PTX_SEM_CVTA] = FROM_OPERANDS,
    [PTX_SEM_CVTATO] = FROM_OPERANDS, [PTX_SEM_UNPACK] = FROM_OPERANDS,
};

static uint64_t of_result(Origins *origins, const VmInst *writer) {
    const PtxInst *in = writer->source;
    uint32_t sem = ptx_rows[in->op].sem;
    if (sem == PTX_SEM_LD) return of_load(origins, writer);
    switch ((Rule)(sem < CU_COUNT(rules) ? rules[sem] : FROM_ANYTHING)) {
    case FROM_FACTORS: return of_operands(origins, in) & ~ORIGIN_ANYTHING;
    case FROM_OPERANDS: return of_operands(origins, in);
    case FROM_ADDEND: {
        uint64_t addend = of_operand(origins, operand(origins, in, 3));
        return addend | (of_operands(origins, in) & ~ORIGIN_ANYTHING);
    }
    default: break;
    }
    bool is_float = ptx_types[in->type[0]].kind == 'f' && sem >= PTX_SEM_FADD && sem < PTX_SEM_SET;
    return is_float ? 0 : ORIGIN_ANYTHING;
}

static PtxReg see_result(void *data, PtxReg reg, uint32_t role) {
    Origins *origins = data;
    enum { LOG_HALF = 2, LOG_WHOLE = 3 };
    uint8_t size = origins->fn->reg[reg].size;
    uint64_t given = size == LOG_WHOLE ? origins->given : 0;
    if (size == LOG_HALF)
        given = origins->given & (origins->of_shared ? UINT64_MAX : ~ORIGIN_ANYTHING);
    if (!(role & PTX_WRITES) || !(given & ~origins->of_reg[reg])) return reg;
    origins->of_reg[reg] |= given;
    origins->changed = true;
    return reg;
}

// Without an order: a register has the origins of all that is ever written to it. Sets only grow,
// so it ends.
void vm_find_origins(Origins *origins, const VmFunc *fn, bool of_shared, Arena *scratch) {
    *origins = (Origins){.fn = fn, .of_shared = of_shared};
    origins->of_reg = arena_array(scratch, uint64_t, fn->f->reg.n + 1);
    do {
        origins->changed = false;
        for (uint32_t pc = 0; pc < origins->fn->ncode; pc++) {
            const VmInst *inst = &origins->fn->code[pc];
            if (!inst->source) continue;
            origins->given = of_result(origins, inst);
            if (origins->given)
                ptx_walk_regs(origins->fn->f, (PtxInst *)inst->source, see_result, origins);
        }
    } while (origins->changed);
}

uint64_t vm_origins_of(Origins *origins, const VmInst *access) {
    for (uint32_t i = 0; i < access->source->nopnd; i++) {
        const PtxOpnd *opnd = operand(origins, access->source, i);
        if (!is_any_of(opnd->kind, PTXO_MREG, PTXO_MSYM, PTXO_MABS)) continue;
        uint64_t all = of_operand(origins, opnd);
        return all ? all : ORIGIN_ANYTHING; // an index alone is no address that is known
    }
    return ORIGIN_ANYTHING;
}

uint64_t vm_shared_origins(const Origins *origins) {
    uint64_t all = 0;
    for (uint32_t i = 0; i < origins->nslot; i++)
        all |= (uint64_t)(origins->slot[i].kind != SLOT_PARAMETER) << i;
    return all;
}

// A function with a body may write anything, whatever its name, and so may what launches a grid.
bool vm_is_harmless_call(const VmFunc *callee) {
    return !callee->f->has_body && callee->builtin >= 0 && callee->builtin < BI_COUNT;
}
