// SPDX-License-Identifier: Apache-2.0
// Compares the halves of a unit and joins them (seam.h).
#include "driver/seam/seam_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef struct Seam {
    Ctx *ctx;
    SeamObject object;
    SeamTable table;
    SeamStubs stubs;
} Seam;

// ---- kernels that are missing -------------------------------------------------------------------

// What the symbol says in C++, by the demangler that comes with the assembler; NULL: it is not
// there.
static const char *demangled(Ctx *ctx, const char *symbol) {
    enum { SHOWN = 4000 };
    if (symbol[strspn(symbol, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.")])
        return NULL;
    FILE *pipe = popen(arena_printf(&ctx->perm, "c++filt %s 2>/dev/null", symbol), "r");
    if (!pipe) return NULL;
    char *line = arena_alloc(&ctx->perm, SHOWN, 1);
    bool read = fgets(line, SHOWN, pipe) != NULL;
    bool ended = pclose(pipe) == 0;
    line[read ? strcspn(line, "\n") : 0] = 0;
    return read && ended && strcmp(line, symbol) != 0 ? line : NULL;
}

static void say_lost_code(const Seam *seam) {
    enum { SHOWN = 10 };
    for (uint32_t i = 0; i < seam->table.lost.n && i < SHOWN; i++) {
        const SeamLost *lost = &seam->table.lost.at[i];
        DRIVER_DIAG(seam->ctx, drv_lost_code, lost->at.file, lost->at.line, lost->text);
    }
}

// What the host's text has for the stub.
static const SeamDeclared *declaration(const Seam *seam, const SeamStub *stub) {
    static const SeamDeclared unknown = {.name = "", .at = {"", ""}, .is_template = true};
    return stub->number < seam->table.declared.n ? &seam->table.declared.at[stub->number]
                                                 : &unknown;
}

static void say_missing(const Seam *seam, const SeamStub *stub) {
    const SeamDeclared *declared = declaration(seam, stub);
    // a function that is no template has its stub whether it is launched or not
    bool launched =
        declared->is_template || seam_is_used(&seam->object, stub->function, stub->record);
    if (!launched) {
        DRIVER_DIAG(seam->ctx, drv_no_device_code, declared->at.file, declared->at.line,
                    declared->name);
        return;
    }
    const char *said = stub->signature ? stub->signature : demangled(seam->ctx, stub->name);
    DRIVER_DIAG(seam->ctx, drv_lost_kernel, declared->at.file, declared->at.line, declared->name,
                said ? said : stub->name);
    if (said) DRIVER_DIAG(seam->ctx, drv_lost_symbol, stub->name);
}

// False: one that host code launches is missing.
static bool check_kernels(const Seam *seam) {
    uint32_t before = diag_error_count(seam->ctx);
    for (uint32_t i = 0; i < seam->stubs.n; i++) {
        if (seam->stubs.at[i].kernel == SEAM_NONE) say_missing(seam, &seam->stubs.at[i]);
    }
    bool good = diag_error_count(seam->ctx) == before;
    if (!good) say_lost_code(seam);
    return good;
}

// ---- layouts ------------------------------------------------------------------------------------

enum { LAYOUT_ALIGN_BITS = 16 }; // cuprum_build.h

static uint64_t host_size(uint64_t layout) {
    return layout >> LAYOUT_ALIGN_BITS;
}

static uint64_t host_align(uint64_t layout) {
    return layout & ((1u << LAYOUT_ALIGN_BITS) - 1);
}

static bool same_layout(const SeamLayout *device, uint64_t host) {
    return device->size == host_size(host) && device->align == host_align(host);
}

static void say_parameter(const Seam *seam, const SeamStub *stub, uint32_t i) {
    const SeamKernel *kernel = &seam->table.kernels.at[stub->kernel];
    const SeamLayout *device = &kernel->params.at[i];
    const SeamPlace *at = &declaration(seam, stub)->at;
    uint64_t host = stub->layout[i];
    DRIVER_DIAG(seam->ctx, drv_param_layout, at->file, at->line, i + 1, kernel->name, device->type,
                (unsigned long long)host_size(host), (unsigned long long)host_align(host),
                (unsigned long long)device->size, (unsigned long long)device->align);
}

static void check_parameters(const Seam *seam, const SeamStub *stub) {
    if (stub->kernel == SEAM_NONE) return;
    const SeamKernel *kernel = &seam->table.kernels.at[stub->kernel];
    uint32_t i = 0;
    for (; i < kernel->params.n && stub->layout[i]; i++) {
        if (!same_layout(&kernel->params.at[i], stub->layout[i])) say_parameter(seam, stub, i);
    }
    const SeamPlace *at = &declaration(seam, stub)->at;
    if (i < kernel->params.n || stub->layout[i])
        DRIVER_DIAG(seam->ctx, drv_param_count, at->file, at->line, kernel->name);
}

static void check_variables(const Seam *seam) {
    uint32_t symbol = seam_find_symbol(&seam->object, "__cuprum_variables");
    size_t size = seam->table.variables.n * sizeof(uint64_t);
    const uint64_t *host =
        symbol ? (const uint64_t *)seam_bytes(&seam->object, &seam->object.symbol[symbol], size)
               : NULL;
    for (uint32_t i = 0; host && i < seam->table.variables.n; i++) {
        const SeamLayout *device = &seam->table.variables.at[i];
        if (same_layout(device, host[i])) continue;
        DRIVER_DIAG(seam->ctx, drv_variable_layout, device->name, device->type,
                    (unsigned long long)host_size(host[i]), (unsigned long long)host_align(host[i]),
                    (unsigned long long)device->size, (unsigned long long)device->align);
    }
}

// ---- slots --------------------------------------------------------------------------------------

// Slots hold the address of nothing, by a relocation: it becomes that of the stub's address.
static bool fill_slots(Seam *seam) {
    SeamObject *object = &seam->object;
    uint32_t slots = seam_find_symbol(object, "__cuprum_slots");
    bool filled = false;
    for (uint32_t i = 0; i < seam->stubs.n; i++) {
        const SeamStub *stub = &seam->stubs.at[i];
        if (stub->kernel == SEAM_NONE) continue;
        Elf64_Rela *slot =
            slots ? seam_relocation(object, &object->symbol[slots], stub->kernel * sizeof(uint64_t))
                  : NULL;
        if (!slot) return DRIVER_DIAG(seam->ctx, drv_object, object->path);
        slot->r_info = stub->address->r_info;
        slot->r_addend = stub->address->r_addend;
        filled = true;
    }
    return !filled || seam_write(seam->ctx, object);
}

bool driver_without_lto(const char *const *words, uint32_t n) {
    bool lto = false;
    for (uint32_t i = 0; i < n; i++) {
        if (strcmp(words[i], "-fno-lto") == 0) lto = false;
        if (strcmp(words[i], "-flto") == 0 || strncmp(words[i], "-flto=", 6) == 0) lto = true;
    }
    return lto;
}

static uint32_t compiler_abi(const SeamObject *object) {
    uint32_t symbol = seam_find_symbol(object, "__cuprum_abi");
    const char *bytes =
        symbol ? seam_bytes(object, &object->symbol[symbol], sizeof(uint32_t)) : NULL;
    return bytes ? *(const uint32_t *)bytes : 0;
}

bool driver_join_halves(Ctx *ctx, const char *object, const char *table, size_t size) {
    struct stat status;
    bool kept = stat(object, &status) != 0 || S_ISREG(status.st_mode);
    if (!kept) return true; // `-o /dev/null`: there is no object, only what the compiler said
    Seam seam = {.ctx = ctx};
    uint32_t before = diag_error_count(ctx);
    if (!seam_open(ctx, object, &seam.object)) return false;
    seam_read_table(ctx, table, size, compiler_abi(&seam.object), &seam.table);
    if (!seam_match(ctx, &seam.object, &seam.table, &seam.stubs)) return false;
    if (!check_kernels(&seam)) return false;
    for (uint32_t i = 0; i < seam.stubs.n; i++) check_parameters(&seam, &seam.stubs.at[i]);
    check_variables(&seam);
    return diag_error_count(ctx) == before && fill_slots(&seam);
}
