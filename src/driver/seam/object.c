// SPDX-License-Identifier: Apache-2.0
// The host's object: an ELF file for a 64-bit machine of this one's byte order. What is read is
// checked against the file's size: the file may have been written by anybody.
#include "driver/seam/seam_int.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

// ---- opening ------------------------------------------------------------------------------------

static bool fits(const SeamObject *object, uint64_t offset, uint64_t size) {
    return offset <= object->n && size <= object->n - offset;
}

static bool section_fits(const SeamObject *object, const Elf64_Shdr *section) {
    return section->sh_type == SHT_NOBITS || fits(object, section->sh_offset, section->sh_size);
}

static bool read_sections(Ctx *ctx, SeamObject *object) {
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)object->bytes;
    bool is_elf = object->n >= sizeof *head && memcmp(head->e_ident, ELFMAG, SELFMAG) == 0 &&
                  head->e_ident[EI_CLASS] == ELFCLASS64 && head->e_type == ET_REL;
    if (!is_elf || head->e_shentsize != sizeof(Elf64_Shdr) || head->e_shoff % 8) return false;
    if (!fits(object, head->e_shoff, sizeof(Elf64_Shdr))) return false;
    object->section = (const Elf64_Shdr *)(object->bytes + head->e_shoff);
    // more sections than the head has room for: their number stands in the first one
    uint64_t count = head->e_shnum ? head->e_shnum : object->section[0].sh_size;
    if (count > object->n / sizeof(Elf64_Shdr)) return false;
    if (!fits(object, head->e_shoff, count * sizeof(Elf64_Shdr))) return false;
    object->nsection = (uint32_t)count;
    object->relocated = arena_array(&ctx->perm, uint32_t, count + 1);
    object->hint = arena_array(&ctx->perm, uint32_t, count + 1);
    for (uint32_t i = 0; i < object->nsection; i++) {
        if (!section_fits(object, &object->section[i])) return false;
    }
    return true;
}

static bool read_symbols(SeamObject *object) {
    for (uint32_t i = 0; i < object->nsection; i++) {
        const Elf64_Shdr *section = &object->section[i];
        bool relocates = section->sh_type == SHT_RELA && section->sh_info < object->nsection &&
                         section->sh_offset % 8 == 0;
        if (relocates) object->relocated[section->sh_info] = i;
        if (section->sh_type == SHT_SYMTAB_SHNDX && section->sh_offset % 4 == 0) {
            object->far = (const uint32_t *)(object->bytes + section->sh_offset);
            object->nfar = section->sh_size / sizeof(uint32_t);
        }
        if (section->sh_type != SHT_SYMTAB) continue;
        if (section->sh_link >= object->nsection || section->sh_offset % 8) return false;
        const Elf64_Shdr *names = &object->section[section->sh_link];
        object->symbol = (const Elf64_Sym *)(object->bytes + section->sh_offset);
        object->nsymbol = (uint32_t)(section->sh_size / sizeof(Elf64_Sym));
        object->names = object->bytes + names->sh_offset;
        object->nnames = names->sh_size;
    }
    bool ended = !object->nnames || !object->names[object->nnames - 1];
    return ended;
}

// A section's number and an offset in it as a key.
static uint64_t place_key(uint32_t section, uint64_t offset) {
    return ((uint64_t)section << 40 | offset) + 1;
}

// The section that a symbol lies in, or 0. Of more than 65,000 sections the number stands in a
// table of its own.
static uint32_t section_of(const SeamObject *object, const Elf64_Sym *symbol) {
    uint32_t section = symbol->st_shndx;
    size_t index = (size_t)(symbol - object->symbol);
    if (section == SHN_XINDEX && index < object->nfar)
        section = object->far[index];
    else if (section >= SHN_LORESERVE)
        return 0; // absolute, common
    return section < object->nsection ? section : 0;
}

static bool is_function(const SeamObject *object, const Elf64_Sym *symbol) {
    return ELF64_ST_TYPE(symbol->st_info) == STT_FUNC && section_of(object, symbol);
}

static void note_functions(Ctx *ctx, SeamObject *object) {
    map_init(&object->functions, &ctx->perm);
    for (uint32_t i = 1; i < object->nsymbol; i++) {
        const Elf64_Sym *symbol = &object->symbol[i];
        if (!is_function(object, symbol)) continue;
        map_put(&object->functions, place_key(section_of(object, symbol), symbol->st_value),
                (void *)(uintptr_t)(i + 1));
    }
}

bool seam_open(Ctx *ctx, const char *path, SeamObject *object) {
    *object = (SeamObject){.path = path};
    const char *text = driver_read_file(ctx, path, &object->n);
    if (!text) return false;
    object->bytes = arena_alloc(&ctx->perm, object->n + 1, _Alignof(max_align_t));
    memcpy(object->bytes, text, object->n);
    if (!read_sections(ctx, object) || !read_symbols(object))
        return DRIVER_DIAG(ctx, drv_object, path);
    note_functions(ctx, object);
    return true;
}

// ---- symbols ------------------------------------------------------------------------------------

const char *seam_symbol_name(const SeamObject *object, uint32_t symbol) {
    uint32_t at = object->symbol[symbol].st_name;
    return at < object->nnames ? object->names + at : "";
}

uint32_t seam_find_symbol(const SeamObject *object, const char *name) {
    for (uint32_t i = 1; i < object->nsymbol; i++) {
        if (strcmp(seam_symbol_name(object, i), name) == 0) return i;
    }
    return 0;
}

const char *seam_bytes(const SeamObject *object, const Elf64_Sym *symbol, size_t size) {
    const Elf64_Shdr *section = &object->section[section_of(object, symbol)];
    if (is_any_of(section->sh_type, SHT_NULL, SHT_NOBITS)) return NULL;
    bool inside =
        symbol->st_value <= section->sh_size && size <= section->sh_size - symbol->st_value;
    return inside ? object->bytes + section->sh_offset + symbol->st_value : NULL;
}

// ---- relocations --------------------------------------------------------------------------------

typedef struct Relocations {
    Elf64_Rela *at;
    uint32_t n;
} Relocations;

static Relocations relocations_of(const SeamObject *object, uint32_t section) {
    uint32_t own = section < object->nsection ? object->relocated[section] : 0;
    if (!own) return (Relocations){0};
    const Elf64_Shdr *head = &object->section[own];
    return (Relocations){(Elf64_Rela *)(object->bytes + head->sh_offset),
                         (uint32_t)(head->sh_size / sizeof(Elf64_Rela))};
}

// They are asked for in about the order in which they stand.
Elf64_Rela *seam_relocation(SeamObject *object, const Elf64_Sym *symbol, uint64_t offset) {
    uint32_t section = section_of(object, symbol);
    Relocations all = relocations_of(object, section);
    if (!all.n) return NULL;
    uint32_t *hint = &object->hint[section];
    for (uint32_t k = 0; k < all.n; k++) {
        uint32_t i = (*hint + k) % all.n;
        if (all.at[i].r_offset != symbol->st_value + offset) continue;
        *hint = i;
        return &all.at[i];
    }
    return NULL;
}

// Assemblers write the place of a local symbol as its section and an offset.
static bool target_of(const SeamObject *object, const Elf64_Rela *relocation, uint32_t *section,
                      uint64_t *offset) {
    uint32_t index = ELF64_R_SYM(relocation->r_info);
    if (index >= object->nsymbol) return false;
    const Elf64_Sym *symbol = &object->symbol[index];
    *section = section_of(object, symbol);
    *offset = symbol->st_value + (uint64_t)relocation->r_addend;
    return *section != 0;
}

uint32_t seam_function(const SeamObject *object, const Elf64_Rela *relocation) {
    uint32_t index = ELF64_R_SYM(relocation->r_info), section;
    uint64_t offset;
    if (index >= object->nsymbol) return 0;
    bool named = ELF64_ST_TYPE(object->symbol[index].st_info) != STT_SECTION;
    if (named) return relocation->r_addend == 0 ? index : 0;
    if (!target_of(object, relocation, &section, &offset)) return 0;
    uintptr_t found = (uintptr_t)map_get(&object->functions, place_key(section, offset));
    return found ? (uint32_t)(found - 1) : 0;
}

const char *seam_text(const SeamObject *object, const Elf64_Rela *relocation) {
    uint32_t section;
    uint64_t offset;
    if (!target_of(object, relocation, &section, &offset)) return NULL;
    const Elf64_Shdr *head = &object->section[section];
    if (head->sh_type == SHT_NOBITS || offset >= head->sh_size) return NULL;
    const char *text = object->bytes + head->sh_offset + offset;
    return memchr(text, 0, head->sh_size - offset) ? text : NULL;
}

// ---- who uses a function ------------------------------------------------------------------------

// Sections that tell about code and are not run.
static bool is_description(const SeamObject *object, const Elf64_Shdr *section) {
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)object->bytes;
    if (!(section->sh_flags & SHF_ALLOC)) return true;
    if (head->e_shstrndx >= object->nsection) return false;
    const Elf64_Shdr *names = &object->section[head->e_shstrndx];
    if (section->sh_name >= names->sh_size) return false;
    const char *name = object->bytes + names->sh_offset + section->sh_name;
    return strncmp(name, ".eh_frame", strlen(".eh_frame")) == 0;
}

static bool lies_in(const SeamObject *object, const Elf64_Sym *symbol, uint32_t section,
                    uint64_t offset) {
    return section_of(object, symbol) == section && offset >= symbol->st_value &&
           offset - symbol->st_value < symbol->st_size;
}

// A call's operand counts from behind it, so its addend is less by up to eight.
static bool refers_to(const SeamObject *object, const Elf64_Rela *relocation, uint32_t function) {
    enum { BEHIND = 8 };
    const Elf64_Sym *symbol = &object->symbol[function];
    if (ELF64_R_SYM(relocation->r_info) == function) return true;
    uint32_t section;
    uint64_t offset;
    if (!target_of(object, relocation, &section, &offset)) return false;
    if (section != section_of(object, symbol)) return false;
    return offset <= symbol->st_value && symbol->st_value - offset <= BEHIND;
}

bool seam_is_used(const SeamObject *object, uint32_t function, const Elf64_Sym *own) {
    const Elf64_Sym *symbol = &object->symbol[function];
    for (uint32_t section = 1; section < object->nsection; section++) {
        if (is_description(object, &object->section[section])) continue;
        Relocations all = relocations_of(object, section);
        for (uint32_t i = 0; i < all.n; i++) {
            uint64_t offset = all.at[i].r_offset;
            if (!refers_to(object, &all.at[i], function)) continue;
            if (!lies_in(object, symbol, section, offset) && !lies_in(object, own, section, offset))
                return true;
        }
    }
    return false;
}

// ---- writing ------------------------------------------------------------------------------------

bool seam_write(Ctx *ctx, const SeamObject *object) {
    int file = open(object->path, O_WRONLY);
    bool written = file >= 0;
    for (size_t done = 0; written && done < object->n;) {
        ssize_t part = pwrite(file, object->bytes + done, object->n - done, (off_t)done);
        if (part < 0 && errno == EINTR) continue;
        written = part > 0;
        done += written ? (size_t)part : 0;
    }
    int why = errno;
    if (file >= 0 && close(file) != 0 && written) written = false, why = errno;
    return written || DRIVER_DIAG(ctx, drv_write, object->path, strerror(why));
}
