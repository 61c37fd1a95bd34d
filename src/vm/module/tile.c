// SPDX-License-Identifier: Apache-2.0
// Kernels of Tile IR on the machine. A module is loaded beside a module of PTX made for it, which
// has its globals as variables and a kernel without code for each entry: so addresses, parameters,
// names and all that asks for them are as for PTX. A launch runs the evaluator over the machine's
// memory, whose tile blocks take turns where they wait for each other.
#include "vm/schedule/schedule.h"
#include "vm/memory/memory.h"
#include "vm/module/tile.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

// ---- places ------------------------------------------------------------------------------------

static void place(Arena *arena, const VmSite *of, VmPlace *to) {
    const VmTile *tile = of->kernel->tile;
    to->tile = true;
    if (!of->in) return;
    const TileOp *op = tile->op[of->in - of->kernel->code];
    TileSource source = tile_source(tile->module, op);
    to->file = source.file;
    to->line = source.line;
    to->inlined_file = source.caller;
    to->inlined_line = source.caller_line;
    Buf text;
    buf_init(&text, arena);
    tile_print_op(tile->module, op, &text);
    to->instruction = vm_one_line(&text);
}

// ---- memory ------------------------------------------------------------------------------------

// The bytes of an access; NULL: it is wrong.
static uint8_t *find(VmTileRun *run, const TileAccess *wanted) {
    VmAlloc *alloc = run->recent;
    uint64_t size = alloc ? atomic_load_explicit(&alloc->size, memory_order_relaxed) : 0;
    if (!alloc || !vm_within(wanted->address, wanted->size, alloc->base, alloc->base + size)) {
        alloc = vm_find(run->vm, wanted->address);
        size = alloc ? atomic_load(&alloc->size) : 0;
        if (!size || !vm_within(wanted->address, wanted->size, alloc->base, alloc->base + size))
            return NULL;
        run->recent = alloc;
    }
    return alloc->host + (wanted->address - alloc->base);
}

// With checkers a wrong access is a finding, and the grid goes on: a load gives the pattern.
static bool load(void *data, const TileAccess *wanted, void *to) {
    VmTileRun *run = data;
    const uint8_t *at = find(run, wanted);
    VmAccess kind = wanted->atomic ? VM_ATOMIC : VM_READ;
    if (!at && !run->checks) return false;
    if (!at) {
        vm_tile_bad(run, wanted, kind);
        memset(to, run->vm->opt.fill, wanted->size);
        return true;
    }
    if (run->checks) vm_tile_good(run, wanted, kind, run->recent, NULL);
    memcpy(to, at, wanted->size);
    return true;
}

// The store of an atomic operation was looked at with its load.
static bool store(void *data, const TileAccess *wanted, const void *from) {
    VmTileRun *run = data;
    uint8_t *at = find(run, wanted);
    if (!at && !run->checks) return false;
    if (!at) {
        if (!wanted->atomic) vm_tile_bad(run, wanted, VM_WRITE);
        return true;
    }
    if (run->checks && !wanted->atomic) vm_tile_good(run, wanted, VM_WRITE, run->recent, from);
    memcpy(at, from, wanted->size);
    return true;
}

// A block's memory is the next one's when it has ended, if that asks for as much. (What one of a
// grid's blocks asks for, all do.)
static uint64_t allocate(void *data, uint64_t size) {
    VmTileRun *run = data;
    VmTileOwn *own = &run->own.at[run->place];
    VmRange range;
    for (uint32_t i = own->used; i < own->at.n; i++) {
        uint64_t at = own->at.at[i];
        if (!vm_range(run->vm, at, &range) || range.size != CU_MAX(size, 1ull)) continue;
        own->at.at[i] = own->at.at[own->used];
        own->at.at[own->used++] = at;
        VmAlloc *alloc = vm_find(run->vm, at);
        memset(alloc->host, run->vm->opt.fill, range.size);
        if (alloc->init) vm_bits_clear(alloc->init, 0, range.size);
        if (run->checks) vm_tile_fresh(run, at, range.size);
        return at;
    }
    uint64_t at = vm_alloc(run->vm, size);
    if (!at) return 0;
    if (run->checks) vm_name_allocation(run->vm, at, "alloca of a tile block");
    vec_push(run->arena, &own->at, at);
    own->at.at[own->at.n - 1] = own->at.at[own->used];
    own->at.at[own->used++] = at;
    return at;
}

static void print(void *data, const char *text, size_t n) {
    VmTileRun *run = data;
    if (run->launch->output) run->launch->output(run->launch->data, text, n);
}

static void enter(void *data, const uint32_t block[3], uint32_t place, bool begins) {
    VmTileRun *run = data;
    const uint32_t *grid = run->launch->grid;
    memcpy(run->id, block, sizeof run->id);
    run->block = block[0] + (uint64_t)grid[0] * (block[1] + (uint64_t)grid[1] * block[2]);
    run->place = place;
    while (run->own.n <= place) vec_push(run->arena, &run->own, (VmTileOwn){0});
    if (begins) run->own.at[place].used = 0;
}

static void order(void *data, const TileOp *ordered, uint32_t step, const uint32_t *after,
                  uint32_t n) {
    vm_tile_step(data, ordered, step, after, n);
}

static void outside(void *data, const TileOp *stray, uint32_t dim, int64_t index, int64_t size) {
    vm_tile_outside(data, stray, dim, index, size);
}

static bool goes_on(void *data) {
    const VmTileRun *run = data;
    return !atomic_load_explicit(&run->vm->interrupted, memory_order_relaxed);
}

// ---- launches ----------------------------------------------------------------------------------

static VmStatus status_of(TileEnding ending) {
    switch (ending) {
    case TILE_RAN: return VM_OK;
    case TILE_BAD_ADDRESS: return VM_ERR_ADDRESS;
    case TILE_ASSERTION: return VM_ERR_TRAP; // what NVIDIA's compiler makes of it
    case TILE_NO_MEMORY: return VM_ERR_MEMORY;
    case TILE_NOT_EVALUATED: return VM_ERR_UNSUPPORTED;
    case TILE_STOPPED: return VM_ERR_INTERRUPTED;
    }
    return VM_ERR_UNSUPPORTED;
}

// "kernel k, block (0,0,0), 'assert' (a.py:3) failed: ..."
static void describe(const VmFunc *func, const TileFault *ended, VmResult *out) {
    TileSource source = tile_source(func->tile->module, ended->op);
    char place[200] = "";
    out->addr = ended->address;
    memcpy(out->block, ended->block, sizeof out->block);
    if (source.file) snprintf(place, sizeof place, " (%.150s:%u)", source.file, source.line);
    snprintf(out->error, sizeof out->error, "kernel %.200s, block (%u,%u,%u), '%s'%s %s",
             func->name, ended->block[0], ended->block[1], ended->block[2],
             tile_row(ended->op)->name, place, ended->text);
}

// What stopped the grid is a finding too.
static void note_fault(VmTileRun *run, const TileFault *ended) {
    bool assertion = ended->ending == TILE_ASSERTION;
    if (!assertion || !(run->vm->opt.checks & VM_CHECK_API)) return;
    VmEvent event = {
        .checker = VM_CHECK_API, .kind = "assertion", .at = vm_tile_site(run, ended->op)};
    vm_check_add(run->vm, &event, "%s", ended->text);
}

// The bits of each parameter, from the buffer.
static uint64_t *read_params(const VmFunc *func, const void *params, Arena *arena) {
    uint64_t *arg = arena_array(arena, uint64_t, func->arg.n + 1);
    for (uint32_t i = 0, offset, size; vm_kernel_param(func, i, &offset, &size); i++)
        memcpy(&arg[i], (const uint8_t *)params + offset, size);
    return arg;
}

static void run_grid(VmTileRun *run, Ctx *ctx, TileFault *out) {
    const VmFunc *func = run->kernel;
    TileLaunch launch = {.arg = read_params(func, run->launch->params, run->arena),
                         .narg = func->arg.n,
                         .global = func->tile->global,
                         .memory = {run, load, store, allocate, print, enter, NULL, NULL, goes_on}};
    if (run->checks) launch.memory.order = order;
    if (run->checks) launch.memory.outside = outside;
    memcpy(launch.grid, run->launch->grid, sizeof launch.grid);
    tile_run(ctx, func->tile->module, func->tile->func, &launch, out);
}

// Memory that ends in the evaluator ends the launch.
static bool guarded(VmTileRun *run, Ctx *ctx, TileFault *out) {
    jmp_buf unwind;
    ctx->unwind = &unwind;
    if (setjmp(unwind)) return false;
    run->arena = &ctx->perm;
    if (run->vm->opt.checks) vm_tile_checks_begin(run);
    run_grid(run, ctx, out);
    return true;
}

static VmStatus launch_tile(Vm *vm, VmFunc *func, const VmLaunch *launch, VmResult *out) {
    VmTileRun run = {.vm = vm, .kernel = func, .launch = launch};
    TileFault fault = {.ending = TILE_RAN};
    Ctx ctx;
    double start = vm_now();
    for (uint32_t k = 0; k < 3; k++) {
        if (launch->grid[k]) continue;
        snprintf(out->error, sizeof out->error, "kernel %s: bad grid size", func->name);
        return out->status = VM_ERR_LAUNCH;
    }
    ctx_init(&ctx);
    bool ended = guarded(&run, &ctx, &fault);
    out->status = ended ? status_of(fault.ending) : VM_ERR_MEMORY;
    if (!ended)
        snprintf(out->error, sizeof out->error, "kernel %s: out of memory", func->name);
    else if (out->status)
        describe(func, &fault, out);
    if (out->status && ended) note_fault(&run, &fault);
    for (uint32_t i = 0; i < run.own.n; i++) {
        VmTileOwn *own = &run.own.at[i];
        for (uint32_t k = 0; k < own->at.n; k++) vm_dealloc(vm, own->at.at[k]);
    }
    if (run.checks) vm_tile_checks_end(&run);
    ctx_free(&ctx);
    out->seconds = vm_now() - start;
    return out->status;
}

// ---- loading -----------------------------------------------------------------------------------

// The bits of a parameter: an entry's are scalars, pointers or numbers.
static uint32_t param_bits(const TileType *type) {
    return 8 * tile_size_of(tile_element(type));
}

static bool is_identifier(const char *name) {
    static const char first[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$";
    size_t n = strspn(name, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$");
    return *name && !name[n] && strchr(first, *name);
}

// A global keeps its name where PTX can spell it, so that the host finds it.
static const char *global_name(const TileModule *module, uint32_t i, Arena *arena) {
    const char *name = atom_str(module->ctx, module->globals.at[i]->name);
    return is_identifier(name) ? name : arena_printf(arena, "$tile_global_%u", i);
}

static void put_global(const TileModule *module, uint32_t i, Arena *arena, Buf *out) {
    const TileGlobal *global = module->globals.at[i];
    TileTypeKind kind = tile_element(global->value->type);
    uint64_t n = tile_count(global->value->type), align = CU_MAX(global->alignment, 16ull);
    uint32_t size = tile_size_of(kind);
    buf_printf(out, ".visible .global .align %llu .b8 %s[%llu] = {", (unsigned long long)align,
               global_name(module, i, arena), (unsigned long long)n * size);
    for (uint64_t k = 0; k < n; k++) {
        uint64_t bits = tile_element_bits(global->value, k);
        for (uint32_t b = 0; b < size; b++)
            buf_printf(out, "%s%u", k || b ? "," : "", (unsigned)(bits >> 8 * b & 0xff));
    }
    buf_puts(out, "};\n");
}

static void put_entry(const TileFunc *func, uint32_t i, Buf *out) {
    buf_printf(out, ".visible .entry $tile_%u(", i);
    for (uint32_t k = 0; k < func->type->nin; k++)
        buf_printf(out, "%s.param .b%u p%u", k ? ", " : "", param_bits(func->type->in[k]), k);
    buf_puts(out, ") { ret; }\n");
}

// The module of PTX that stands for it.
static VmModule *load_frame(Vm *vm, const char *name, const TileModule *tiles) {
    Buf text;
    buf_init(&text, &vm->ctx->perm);
    buf_puts(&text, ".version 8.0\n.target sm_80\n.address_size 64\n");
    for (uint32_t i = 0; i < tiles->globals.n; i++) put_global(tiles, i, &vm->ctx->perm, &text);
    for (uint32_t i = 0; i < tiles->funcs.n; i++) {
        if (tiles->funcs.at[i]->flags & TILE_FUNC_ENTRY) put_entry(tiles->funcs.at[i], i, &text);
    }
    const char *ptx = buf_cstr(&text);
    return vm_load_text(vm, name, ptx, text.n);
}

static void number_ops(const TileBlock *block, VmTile *tile, Arena *arena) {
    for (uint32_t i = 0; i < block->ops.n; i++) {
        TileOp *op = block->ops.at[i];
        op->number = tile->nop++;
        if (tile->op) tile->op[op->number] = op;
        for (uint32_t k = 0; k < tile_row(op)->nregion; k++) {
            if (op->region[k]) number_ops(op->region[k], tile, arena);
        }
    }
}

// The kernel's code is a row for each operation, which sites of findings name; nobody runs it.
static void attach(Vm *vm, VmFunc *fn, TileModule *module, const TileFunc *func,
                   const uint64_t *global) {
    Arena *arena = &vm->ctx->perm;
    VmTile *tile = arena_new(arena, VmTile);
    *tile = (VmTile){
        .launch = launch_tile, .place = place, .module = module, .func = func, .global = global};
    number_ops(func->body, tile, arena);
    tile->op = arena_array(arena, const TileOp *, tile->nop);
    tile->nop = 0;
    number_ops(func->body, tile, arena);
    fn->tile = tile;
    fn->name = atom_str(module->ctx, func->name);
    fn->code = arena_array(arena, VmInst, tile->nop);
    fn->ncode = tile->nop;
    for (uint32_t i = 0; i < tile->nop; i++) fn->code[i].line = i + 1;
    fn->site = vm->nsite;
    vm->nsite += tile->nop;
}

// Kernels are found by name.
static int by_name(const void *a, const void *b) {
    return strcmp((*(VmFunc *const *)a)->name, (*(VmFunc *const *)b)->name);
}

VmModule *vm_load_tile(Vm *vm, const char *name, const char *bytes, size_t n) {
    Arena *arena = &vm->ctx->perm;
    TileModule *module = tile_read(vm->ctx, name, arena_strndup(arena, bytes, n), n);
    if (!module || !tile_verify(module)) return NULL;
    VmModule *mod = load_frame(vm, name, module);
    if (!mod) return NULL;
    uint64_t *global = arena_array(arena, uint64_t, module->globals.n + 1), size;
    for (uint32_t i = 0; i < module->globals.n; i++)
        vm_symbol(mod, global_name(module, i, arena), &global[i], &size);
    // Names change, by which kernels are found: those come before.
    VmFunc **kernel = arena_array(arena, VmFunc *, module->funcs.n + 1);
    for (uint32_t i = 0; i < module->funcs.n; i++)
        kernel[i] = vm_kernel(mod, arena_printf(arena, "$tile_%u", i));
    for (uint32_t i = 0; i < module->funcs.n; i++) {
        if (kernel[i]) attach(vm, kernel[i], module, module->funcs.at[i], global);
    }
    if (mod->entry.n) qsort(mod->entry.at, mod->entry.n, sizeof *mod->entry.at, by_name);
    return mod;
}
