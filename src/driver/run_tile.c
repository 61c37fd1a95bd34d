// SPDX-License-Identifier: Apache-2.0
// `cuprum run` of Tile IR: arguments bound to the entry's parameters, the machine's memory lent to
// the evaluator (src/tile/eval).
#include "driver/run_tile.h"
#include "driver/driver.h"
#include "tile/tile.h"

#include <stdio.h>

bool driver_is_tile(const char *path, const char *bytes, size_t n) {
    static const char *const ext[] = {".tileir", ".mlir"};
    size_t length = strlen(path);
    for (size_t i = 0; i < CU_COUNT(ext); i++) {
        size_t k = strlen(ext[i]);
        if (length >= k && strcmp(path + length - k, ext[i]) == 0) return true;
    }
    return tile_is_bytecode(bytes, n);
}

// ---- the machine's memory ----------------------------------------------------------------------

static bool load(void *vm, uint64_t address, void *to, uint32_t n) {
    return vm_read(vm, address, to, n);
}

static bool store(void *vm, uint64_t address, const void *from, uint32_t n) {
    return vm_write(vm, address, from, n);
}

static uint64_t allocate(void *vm, uint64_t size) {
    return vm_alloc(vm, size);
}

static void print(void *vm, const char *text, size_t n) {
    (void)vm;
    fwrite(text, 1, n, stdout);
}

// ---- arguments ---------------------------------------------------------------------------------

static const TileFunc *find(const Launch *launch, const TileModule *module) {
    const TileFunc *func = tile_find_func(module, launch->kernel);
    if (func) return func;
    if (launch->kernel) {
        DRIVER_DIAG(launch->ctx, drv_run_kernel, launch->kernel);
        return NULL;
    }
    Buf names;
    buf_init(&names, &launch->ctx->perm);
    for (uint32_t i = 0; i < module->funcs.n; i++) {
        const TileFunc *f = module->funcs.at[i];
        if (f->flags & TILE_FUNC_ENTRY)
            buf_printf(&names, "%s %s", names.n ? "," : "", atom_str(launch->ctx, f->name));
    }
    if (names.n)
        DRIVER_DIAG(launch->ctx, drv_run_choose, buf_cstr(&names));
    else
        DRIVER_DIAG(launch->ctx, drv_run_no_kernel);
    return NULL;
}

// The bytes of a parameter: an entry's are scalars, pointers or numbers.
static uint32_t param_bytes(const TileType *type) {
    TileTypeKind kind = tile_element(type);
    return kind == TILE_T_PTR ? 8 : (tile_bits(kind) + 7) / 8;
}

static bool bind(Launch *launch, const TileFunc *func, uint64_t *words) {
    const TileType *type = func->type;
    if (launch->narg != type->nin)
        return DRIVER_DIAG(launch->ctx, drv_run_count, atom_str(launch->ctx, func->name), type->nin,
                           launch->narg);
    for (uint32_t i = 0; i < launch->narg; i++) {
        const RunArg *arg = &launch->arg[i];
        uint32_t takes = param_bytes(type->in[i]);
        size_t n = arg->type ? 8 : arg->size;
        if (n != takes) return DRIVER_DIAG(launch->ctx, drv_run_size, i, arg->text, n, takes);
        memcpy(&words[i], arg->type ? (const void *)&arg->addr : arg->bytes, n);
    }
    return true;
}

int driver_run_tile(Launch *launch, Vm *vm, const char *path, const char *bytes, size_t n) {
    Ctx *ctx = launch->ctx;
    TileModule *module = tile_read(ctx, path, bytes, n);
    if (!module || !tile_verify(module)) return 1;
    const TileFunc *func = find(launch, module);
    uint64_t *words = arena_zalloc(&ctx->perm, MAX_ARGS * sizeof *words, 8);
    if (!func || !bind(launch, func, words)) return 2;
    TileLaunch run = {
        .arg = words,
        .narg = launch->narg,
        .memory = {.data = vm, .load = load, .store = store, .allocate = allocate, .print = print}};
    memcpy(run.grid, launch->grid, sizeof run.grid);
    bool ok = tile_run(module, func, &run);
    tile_module_free(module);
    return ok ? 0 : 1;
}
