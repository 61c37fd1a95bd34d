// SPDX-License-Identifier: Apache-2.0
// Finds the stubs of kernels in the host's object and the kernel of the device code that each one
// launches. A stub has a record beside it (cuprum_build.h), a static variable of its function.
#include "driver/seam/seam_int.h"

#include <stddef.h>

// __cuprum_stub of cuprum_build.h without the layouts.
typedef struct Record {
    uint64_t host, signature;
    uint32_t number;
    uint64_t layout[];
} Record;

static bool ends_with(const char *text, const char *tail) {
    size_t n = strlen(text), m = strlen(tail);
    return n >= m && strcmp(text + n - m, tail) == 0;
}

// The layouts end with a zero, within the record.
static bool is_ended(const Record *record, size_t size) {
    for (size_t at = offsetof(Record, layout); at + sizeof(uint64_t) <= size;
         at += sizeof(uint64_t)) {
        if (!record->layout[(at - offsetof(Record, layout)) / sizeof(uint64_t)]) return true;
    }
    return false;
}

static bool is_record(const SeamObject *object, uint32_t symbol) {
    return ends_with(seam_symbol_name(object, symbol), "10__cuprum_s");
}

// The stub that a symbol is the record of. False: it is not as the text has it.
static bool read_stub(SeamObject *object, uint32_t symbol, SeamStub *stub) {
    const Elf64_Sym *record = &object->symbol[symbol];
    const Record *bytes = (const Record *)seam_bytes(object, record, record->st_size);
    if (!bytes || (uintptr_t)bytes % _Alignof(Record) || !is_ended(bytes, record->st_size))
        return false;
    const Elf64_Rela *address = seam_relocation(object, record, offsetof(Record, host));
    uint32_t function = address ? seam_function(object, address) : 0;
    if (!function) return false;

    const Elf64_Rela *signature = seam_relocation(object, record, offsetof(Record, signature));
    *stub = (SeamStub){.record = record,
                       .address = address,
                       .function = function,
                       .name = seam_symbol_name(object, function),
                       .signature = signature ? seam_text(object, signature) : NULL,
                       .number = bytes->number,
                       .layout = bytes->layout,
                       .kernel = SEAM_NONE};
    return true;
}

// The name as the compiler writes it: without notes. NULL: it has a mark, for something unknown.
static const char *plain_name(Ctx *ctx, const char *name) {
    if (strchr(name, HOST_MARK_BEGIN)) return NULL;
    if (!strchr(name, HOST_NOTE_BEGIN)) return name;
    char *plain = arena_strndup(&ctx->perm, name, strlen(name)), *out = plain;
    for (; *name; name++) {
        const char *end = *name == HOST_NOTE_BEGIN ? strchr(name, HOST_NOTE_END) : NULL;
        if (end)
            name = end;
        else
            *out++ = *name;
    }
    *out = 0;
    return plain;
}

// Kernels by the names that their stubs may have: the number plus one.
static Map kernels_by_name(Ctx *ctx, const SeamTable *table) {
    Map kernels;
    map_init(&kernels, &ctx->perm);
    for (uint32_t i = 0; i < table->kernels.n; i++) {
        const SeamKernel *kernel = &table->kernels.at[i];
        for (uint32_t k = 0; k < kernel->hosts.n; k++) {
            const char *name = plain_name(ctx, kernel->hosts.at[k].symbol);
            if (name) map_put(&kernels, atom_cstr(ctx, name), (void *)(uintptr_t)(i + 1));
        }
    }
    return kernels;
}

bool seam_match(Ctx *ctx, SeamObject *object, const SeamTable *table, SeamStubs *stubs) {
    Map kernels = kernels_by_name(ctx, table);
    for (uint32_t i = 1; i < object->nsymbol; i++) {
        SeamStub stub;
        if (!is_record(object, i)) continue;
        if (!read_stub(object, i, &stub)) return DRIVER_DIAG(ctx, drv_object, object->path);
        uintptr_t kernel = (uintptr_t)map_get(&kernels, atom_cstr(ctx, stub.name));
        if (kernel) stub.kernel = (uint32_t)(kernel - 1);
        vec_push(&ctx->perm, stubs, stub);
    }
    seam_match_clang(ctx, table, stubs);
    return true;
}
