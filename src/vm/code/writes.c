// SPDX-License-Identifier: Apache-2.0
// Which memory a kernel may write: where the addresses of its stores come from. A load of memory
// that no thread of the grid writes is in no race, so that native code need not ask the checker.
// And whether lanes of a warp may exchange values by global memory: it has a store from which a
// load of the same memory is reached with no instruction in between at which they wait for each
// other.
#include "vm/code/code.h"
#include "vm/code/origins.h"
#include "ptx/form/sem.h"

#include <stdatomic.h>
#include <stdlib.h>

// ---- what is written ---------------------------------------------------------------------------

static uint64_t of_address(Origins *origins, const VmInst *access) {
    bool global = is_any_of(access->space, VSP_GENERIC, VSP_GLOBAL);
    return global ? vm_origins_of(origins, access) : ORIGIN_OWN;
}

// Through a pointer to a function, or by a description of memory that is not looked into.
static bool writes_anything(uint32_t sem) {
    return is_any_of(sem, PTX_SEM_CALL, PTX_SEM_RAW, PTX_SEM_WMMASTORE, PTX_SEM_BULKCOPY,
                     PTX_SEM_TENSORSTORE, PTX_SEM_TENSORMAP, PTX_SEM_TENSORMAPCOPY, PTX_SEM_STBULK,
                     PTX_SEM_SUST, PTX_SEM_SURED, PTX_SEM_FOREIGN);
}

// Where an instruction writes memory: what is left writes none, or shared memory.
static uint64_t of_write(Origins *origins, const VmInst *writer) {
    if (writer->callee) return vm_is_harmless_call(writer->callee) ? 0 : ORIGIN_ANYTHING;
    if (!writer->source) return 0;
    uint32_t sem = ptx_rows[writer->source->op].sem;
    if (is_any_of(sem, PTX_SEM_ST, PTX_SEM_ATOM, PTX_SEM_RED)) return of_address(origins, writer);
    return writes_anything(sem) ? ORIGIN_ANYTHING : 0;
}

// ---- exchanges ---------------------------------------------------------------------------------

static bool is_global(const VmInst *inst, bool store) {
    if (!inst->source || !is_any_of(inst->space, VSP_GENERIC, VSP_GLOBAL)) return false;
    uint32_t sem = ptx_rows[inst->source->op].sem;
    return store ? is_any_of(sem, PTX_SEM_ST, PTX_SEM_ATOM, PTX_SEM_RED) : sem == PTX_SEM_LD;
}

static bool is_loaded_behind(Origins *origins, uint32_t pc, uint8_t *seen, uint32_t *stack) {
    const VmFunc *fn = origins->fn;
    uint64_t stored = of_address(origins, &fn->code[pc]);
    memset(seen, 0, fn->ncode);
    for (uint32_t n = vm_push_next(fn, pc, stack, 0); n;) {
        uint32_t at = stack[--n];
        if (at >= fn->ncode || seen[at]) continue;
        seen[at] = 1;
        const VmInst *inst = &fn->code[at];
        if (inst->ctl == CTL_BRX || inst->callee) return true; // who knows
        uint64_t loaded = is_global(inst, false) ? of_address(origins, inst) : 0;
        if (loaded & (stored | ORIGIN_ANYTHING) || (loaded && stored & ORIGIN_ANYTHING))
            return true;
        n = vm_push_next(fn, at, stack, n);
    }
    return false;
}

static bool has_exchanges(Origins *origins, Arena *scratch) {
    enum { MAX_STORES = 64 };
    const VmFunc *fn = origins->fn;
    uint8_t *seen = arena_array(scratch, uint8_t, fn->ncode + 1);
    uint32_t *stack = arena_array(scratch, uint32_t, 2 * fn->ncode + 2), stores = 0;
    for (uint32_t pc = 0; pc < fn->ncode; pc++) {
        if (!is_global(&fn->code[pc], true)) continue;
        if (stores++ >= MAX_STORES || is_loaded_behind(origins, pc, seen, stack)) return true;
    }
    return false;
}

// Kept as long as the function. NULL: no memory.
static VmWrites *find_writes(VmFunc *fn, Arena *scratch) {
    Origins origins;
    uint64_t written = 0;
    vm_find_origins(&origins, fn, false, scratch);
    for (uint32_t pc = 0; pc < fn->ncode; pc++) written |= of_write(&origins, &fn->code[pc]);
    VmWrites *writes = malloc(sizeof *writes + origins.nslot * sizeof *writes->parameter);
    if (!writes) return NULL;
    *writes = (VmWrites){.anything = written & ORIGIN_ANYTHING || fn->mod->m->address_size != 64,
                         .variables = written & ORIGIN_VARIABLES,
                         .exchanges = has_exchanges(&origins, scratch)};
    for (uint32_t i = 0; i < origins.nslot; i++) {
        bool parameter = origins.slot[i].kind == SLOT_PARAMETER && written >> i & 1;
        if (parameter) writes->parameter[writes->n++] = origins.slot[i].key;
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
        uint32_t left = kernel->param_end - CU_MIN(kernel->param_end, writes->parameter[i]);
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

bool vm_is_only_read(const Grid *grid, VmAlloc *asked) {
    if (!grid->writes_known) return false;
    if (asked->kind != VM_ALLOC_HOST &&
        (asked->kind != VM_ALLOC_VARIABLE || grid->writes_variables))
        return false;
    for (uint32_t i = 0; i < grid->nwritten; i++) {
        if (grid->written[i] == asked) return false;
    }
    return !(grid->checks & VM_CHECK_INIT) || is_whole(asked);
}
