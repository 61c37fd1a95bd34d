// SPDX-License-Identifier: Apache-2.0
// Which memory a kernel may write: where the addresses of its stores come from. A load of memory
// that no thread of the grid writes is in no race, so that native code need not ask the checker.
// And whether lanes of a warp may exchange values by global memory: it has a store from which a
// load of the same memory is reached with no instruction in between at which they wait for each
// other.
//
// Each register has a set of origins: parameters, the addresses of variables, or anything (what was
// loaded, or put together of halves). Registers of 32 bits have the halves of what is known, not of
// what was loaded; what is loaded and then multiplied or shifted is an index, no address.
#include "vm/check.h"

#include "ptx/flow.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { MAX_SLOTS = 60 };
#define OWN       (UINT64_C(1) << 61) // local, shared and parameter memory
#define VARIABLES (UINT64_C(1) << 62) // of the module
#define ANYTHING  (UINT64_C(1) << 63)

typedef struct {
    VmFunc *fn;
    uint64_t *origins; // by PtxReg
    uint64_t sources, given;
    uint32_t slot[MAX_SLOTS], nslot; // offsets of parameters, a bit each
    uint64_t written;
    bool changed;
} Trace;

// ---- origins -----------------------------------------------------------------------------------

static uint64_t of_parameter(Trace *trace, uint32_t offset) {
    uint32_t i = 0;
    while (i < trace->nslot && trace->slot[i] != offset) i++;
    if (i == MAX_SLOTS) return ANYTHING;
    if (i == trace->nslot) trace->slot[trace->nslot++] = offset;
    return UINT64_C(1) << i;
}

static uint64_t of_space(uint32_t space) {
    return space == PTXS_GLOBAL ? VARIABLES : OWN;
}

static uint64_t of_symbol(const Trace *trace, const PtxOpnd *opnd) {
    const PtxFunc *f = trace->fn->f;
    if (opnd->flags & PTXOF_LOCAL) return of_space(f->var.at[opnd->id].space);
    const PtxSym *sym = &f->mod->sym.at[opnd->id];
    return sym->kind == PTXK_VAR ? of_space(f->mod->var.at[sym->index].space) : ANYTHING;
}

static uint64_t of_operand(const Trace *trace, const PtxOpnd *opnd) {
    switch (opnd->kind) {
    case PTXO_REG:
    case PTXO_MREG: return trace->origins[opnd->id];
    case PTXO_SYM:
    case PTXO_MSYM: return of_symbol(trace, opnd);
    case PTXO_MABS: return ANYTHING;
    default: return 0;
    }
}

static const PtxOpnd *operand(const Trace *trace, const PtxInst *in, uint32_t i) {
    return &trace->fn->f->opnd.at[in->opnd + i];
}

static uint64_t of_operands(const Trace *trace, const PtxInst *in) {
    uint64_t origins = 0;
    for (uint32_t i = 1; i < in->nopnd; i++) origins |= of_operand(trace, operand(trace, in, i));
    return origins;
}

// Of what is loaded: a kernel's parameters are known, each element by its own place.
static uint64_t of_load(Trace *trace, const VmInst *inst) {
    bool known = inst->space == VSP_PARAM && inst->imm >= 0 && trace->fn->f->entry &&
                 operand(trace, inst->source, 1)->kind == PTXO_MSYM;
    if (!known) return ANYTHING;
    uint64_t origins = 0;
    uint32_t bytes = ptx_types[inst->source->type[0]].bits / 8u;
    for (uint32_t i = 0; i < inst->n; i++) // a half has its pointer's place
        origins |= of_parameter(trace, ((uint32_t)inst->imm + bytes * i) & ~7u);
    return origins;
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

static uint64_t of_result(Trace *trace, const VmInst *inst) {
    const PtxInst *in = inst->source;
    uint32_t sem = ptx_rows[in->op].sem;
    if (sem == PTX_SEM_LD) return of_load(trace, inst);
    switch ((Rule)(sem < CU_COUNT(rules) ? rules[sem] : FROM_ANYTHING)) {
    case FROM_FACTORS: return of_operands(trace, in) & ~ANYTHING;
    case FROM_OPERANDS: return of_operands(trace, in);
    case FROM_ADDEND: {
        uint64_t addend = of_operand(trace, operand(trace, in, 3));
        return addend | (of_operands(trace, in) & ~ANYTHING);
    }
    default: break;
    }
    bool is_float = ptx_types[in->type[0]].kind == 'f' && sem >= PTX_SEM_FADD && sem < PTX_SEM_SET;
    return is_float ? 0 : ANYTHING;
}

static PtxReg see_result(void *data, PtxReg reg, uint32_t role) {
    Trace *trace = data;
    enum { LOG_HALF = 2, LOG_WHOLE = 3 };
    uint8_t size = trace->fn->reg[reg].size;
    uint64_t given = size == LOG_WHOLE  ? trace->given
                     : size == LOG_HALF ? trace->given & ~ANYTHING
                                        : 0;
    if (!(role & PTX_WRITES) || !(given & ~trace->origins[reg])) return reg;
    trace->origins[reg] |= given;
    trace->changed = true;
    return reg;
}

// Without an order: a register has the origins of all that is ever written to it. Sets only grow,
// so it ends.
static void find_origins(Trace *trace) {
    do {
        trace->changed = false;
        for (uint32_t pc = 0; pc < trace->fn->ncode; pc++) {
            const VmInst *inst = &trace->fn->code[pc];
            if (!inst->source) continue;
            trace->given = of_result(trace, inst);
            if (trace->given)
                ptx_walk_regs(trace->fn->f, (PtxInst *)inst->source, see_result, trace);
        }
    } while (trace->changed);
}

// ---- what is written ---------------------------------------------------------------------------

// A function with a body may write anything, whatever its name, and so may what launches a grid.
static bool is_harmless_call(const VmFunc *callee) {
    return !callee->f->has_body && callee->builtin >= 0 && callee->builtin < BI_COUNT;
}

static uint64_t of_address(const Trace *trace, const VmInst *inst) {
    if (!is_any_of(inst->space, VSP_GENERIC, VSP_GLOBAL)) return OWN;
    for (uint32_t i = 0; i < inst->source->nopnd; i++) {
        const PtxOpnd *opnd = operand(trace, inst->source, i);
        if (!is_any_of(opnd->kind, PTXO_MREG, PTXO_MSYM, PTXO_MABS)) continue;
        uint64_t origins = of_operand(trace, opnd);
        return origins ? origins : ANYTHING; // an index alone is no address that is known
    }
    return ANYTHING;
}

// Through a pointer to a function, or by a description of memory that is not looked into.
static bool writes_anything(uint32_t sem) {
    return is_any_of(sem, PTX_SEM_CALL, PTX_SEM_RAW, PTX_SEM_WMMASTORE, PTX_SEM_BULKCOPY,
                     PTX_SEM_TENSORSTORE, PTX_SEM_TENSORMAP, PTX_SEM_TENSORMAPCOPY, PTX_SEM_STBULK,
                     PTX_SEM_SUST, PTX_SEM_SURED, PTX_SEM_FOREIGN);
}

// Where an instruction writes memory: what is left writes none, or shared memory.
static uint64_t of_write(const Trace *trace, const VmInst *inst) {
    if (inst->callee) return is_harmless_call(inst->callee) ? 0 : ANYTHING;
    if (!inst->source) return 0;
    uint32_t sem = ptx_rows[inst->source->op].sem;
    if (is_any_of(sem, PTX_SEM_ST, PTX_SEM_ATOM, PTX_SEM_RED)) return of_address(trace, inst);
    return writes_anything(sem) ? ANYTHING : 0;
}

// ---- exchanges ---------------------------------------------------------------------------------

static bool is_global(const VmInst *inst, bool store) {
    if (!inst->source || !is_any_of(inst->space, VSP_GENERIC, VSP_GLOBAL)) return false;
    uint32_t sem = ptx_rows[inst->source->op].sem;
    return store ? is_any_of(sem, PTX_SEM_ST, PTX_SEM_ATOM, PTX_SEM_RED) : sem == PTX_SEM_LD;
}

static bool is_loaded_behind(const Trace *trace, uint32_t pc, uint8_t *seen, uint32_t *stack) {
    const VmFunc *fn = trace->fn;
    uint64_t stored = of_address(trace, &fn->code[pc]);
    memset(seen, 0, fn->ncode);
    for (uint32_t n = vm_push_next(fn, pc, stack, 0); n;) {
        uint32_t at = stack[--n];
        if (at >= fn->ncode || seen[at]) continue;
        seen[at] = 1;
        const VmInst *inst = &fn->code[at];
        if (inst->ctl == CTL_BRX || inst->callee) return true; // who knows
        uint64_t loaded = is_global(inst, false) ? of_address(trace, inst) : 0;
        if (loaded & (stored | ANYTHING) || (loaded && stored & ANYTHING)) return true;
        n = vm_push_next(fn, at, stack, n);
    }
    return false;
}

static bool has_exchanges(const Trace *trace, Arena *scratch) {
    enum { MAX_STORES = 64 };
    const VmFunc *fn = trace->fn;
    uint8_t *seen = arena_array(scratch, uint8_t, fn->ncode + 1);
    uint32_t *stack = arena_array(scratch, uint32_t, 2 * fn->ncode + 2), stores = 0;
    for (uint32_t pc = 0; pc < fn->ncode; pc++) {
        if (!is_global(&fn->code[pc], true)) continue;
        if (stores++ >= MAX_STORES || is_loaded_behind(trace, pc, seen, stack)) return true;
    }
    return false;
}

// Kept as long as the function. NULL: no memory.
static VmWrites *find_writes(VmFunc *fn, Arena *scratch) {
    Trace trace = {.fn = fn};
    trace.origins = arena_array(scratch, uint64_t, fn->f->reg.n + 1);
    find_origins(&trace);
    for (uint32_t pc = 0; pc < fn->ncode; pc++) trace.written |= of_write(&trace, &fn->code[pc]);
    VmWrites *writes = malloc(sizeof *writes + trace.nslot * sizeof *writes->parameter);
    if (!writes) return NULL;
    *writes = (VmWrites){.anything = trace.written & ANYTHING || fn->mod->m->address_size != 64,
                         .variables = trace.written & VARIABLES,
                         .exchanges = has_exchanges(&trace, scratch)};
    for (uint32_t i = 0; i < trace.nslot; i++) {
        if (trace.written >> i & 1) writes->parameter[writes->n++] = trace.slot[i];
    }
    return writes;
}

// Under the machine's lock: the walk over an instruction's registers writes what it reads. NULL: no
// memory, with which nothing is known.
static const VmWrites *writes_of(Grid *grid, Ctx *ctx) {
    VmFunc *fn = grid->kernel;
    Arena scratch;
    arena_init(&scratch, ctx, "writes");
    jmp_buf unwind, *outer = ctx->unwind;
    pthread_mutex_lock(&grid->vm->lock);
    ctx->unwind = &unwind;
    if (setjmp(unwind) == 0 && !fn->writes) fn->writes = find_writes(fn, &scratch);
    ctx->unwind = outer;
    pthread_mutex_unlock(&grid->vm->lock);
    arena_free(&scratch);
    return fn->writes;
}

bool vm_is_lockstep(Grid *grid, Ctx *ctx) {
    uint64_t threads = (uint64_t)grid->l->block[0] * grid->l->block[1] * grid->l->block[2];
    if (!grid->vm->native || threads > VM_LANES || threads == 1) return false;
    const VmWrites *writes = writes_of(grid, ctx);
    return writes && writes->exchanges;
}

// ---- what a grid leaves alone ------------------------------------------------------------------

void vm_find_written(Grid *grid, Ctx *ctx) {
    Vm *vm = grid->vm;
    VmFunc *kernel = grid->kernel;
    // what else asks for every read: where work of several streams touches memory, what is unused
    bool asked = grid->l->touched || grid->checks & VM_CHECK_UNUSED || !vm->native;
    if (asked || !(grid->checks & VM_CHECK_RACE)) return;
    const VmWrites *writes = writes_of(grid, ctx);
    if (!writes) return;
    grid->written = arena_array(&grid->arena, const VmAlloc *, writes->n + 1u);
    for (uint32_t i = 0; i < writes->n && !writes->anything; i++) {
        uint64_t address = 0;
        uint32_t left = kernel->param_size - CU_MIN(kernel->param_size, writes->parameter[i]);
        memcpy(&address, grid->params + writes->parameter[i], CU_MIN(left, 8u));
        const VmAlloc *alloc = vm_find(vm, address);
        if (alloc) grid->written[grid->nwritten++] = alloc;
    }
    grid->writes_known = !writes->anything;
    grid->writes_variables = writes->variables;
}

// All its bytes have a value.
static bool is_whole(VmAlloc *alloc) {
    if (!alloc->init || atomic_load_explicit(&alloc->whole, memory_order_relaxed)) return true;
    uint64_t size = atomic_load(&alloc->size);
    for (uint64_t i = 0; i < size / 64; i++) {
        if (__atomic_load_n(&alloc->init[i], __ATOMIC_RELAXED) != UINT64_MAX) return false;
    }
    if (size % 64 && !vm_bits_all(alloc->init, size / 64 * 64, (uint32_t)(size % 64))) return false;
    atomic_store_explicit(&alloc->whole, true, memory_order_relaxed);
    return true;
}

bool vm_is_only_read(const Grid *grid, VmAlloc *alloc) {
    if (!grid->writes_known) return false;
    if (alloc->kind != VM_ALLOC_HOST &&
        (alloc->kind != VM_ALLOC_VARIABLE || grid->writes_variables))
        return false;
    for (uint32_t i = 0; i < grid->nwritten; i++) {
        if (grid->written[i] == alloc) return false;
    }
    return !(grid->checks & VM_CHECK_INIT) || is_whole(alloc);
}
