// SPDX-License-Identifier: Apache-2.0
// What is added to a fat binary: PTX, machine code, LTO IR, and PTX of relocatable code that lies
// in an object of the host. Inputs may be hostile: every size is checked against what is there.
#define _GNU_SOURCE // memmem
#include "api/nvfatbin.h"
#include "cudart/container.h"

#include <elf.h>
#include <stdio.h>

// ---- options ------------------------------------------------------------------------------------

// Bits of an entry's flags.
enum { WIDTH_64 = 1, DEBUG = 2, CUDA = 4, OPENCL = 8, LINUX = 0x10, MAC = 0x20, WINDOWS = 0x40 };

bool nvfatbin_option(Fatbin *fatbin, const char *word) {
    enum { HOSTS = LINUX | MAC | WINDOWS };
    static const struct {
        const char *word;
        uint16_t clear, set;
        int8_t plain, none; // -1: as it was
    } rows[] = {
        {"-32", WIDTH_64, 0, -1, -1},
        {"-64", 0, WIDTH_64, -1, -1},
        {"-c", 0, 0, -1, -1},
        {"-g", 0, DEBUG, -1, -1},
        {"-cuda", 0, CUDA, -1, -1},
        {"-opencl", 0, OPENCL, -1, -1},
        {"-host=linux", HOSTS, LINUX, -1, -1},
        {"-host=mac", HOSTS, MAC, -1, -1},
        {"-host=windows", HOSTS, WINDOWS, -1, -1},
        {"-compress=true", 0, 0, 0, -1},
        {"-compress=false", 0, 0, 1, -1},
        {"-compress-all", 0, 0, -1, -1}, // that is always so
        {"-compress-mode=default", 0, 0, -1, 0},
        {"-compress-mode=size", 0, 0, -1, 0},
        {"-compress-mode=speed", 0, 0, -1, 0},
        {"-compress-mode=balance", 0, 0, -1, 0},
        {"-compress-mode=none", 0, 0, -1, 1},
    };
    size_t n = strlen(word);
    while (n && word[n - 1] == ' ') n--;
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        if (strlen(rows[i].word) != n || memcmp(rows[i].word, word, n) != 0) continue;
        fatbin->flags = (fatbin->flags & ~(uint64_t)rows[i].clear) | rows[i].set;
        if (rows[i].plain >= 0) fatbin->plain = rows[i].plain;
        if (rows[i].none >= 0) fatbin->none = rows[i].none;
        return true;
    }
    return false;
}

// ---- entries ------------------------------------------------------------------------------------

// "90", "90a": the number and the flag of the variant. False: it is none.
static bool read_arch(const char *arch, RtFatEntry *entry) {
    uint32_t number = 0;
    for (; *arch >= '0' && *arch <= '9' && number < 100000; arch++)
        number = number * 10 + (uint32_t)(*arch - '0');
    if (*arch == 'a') entry->flags |= RT_FAT_ARCH;
    if (*arch == 'f') entry->flags |= RT_FAT_FAMILY;
    entry->arch = number;
    return !*arch || (is_any_of(*arch, 'a', 'f') && !arch[1]);
}

// The image, whose bytes the arena gets.
static void push(Fatbin *fatbin, RtFatEntry entry, const char *name, const char *options,
                 const char *bytes, size_t n) {
    Arena *arena = &fatbin->ctx.perm;
    entry.version = 0x101;
    FatbinImage image = {entry, arena_strndup(arena, name, strlen(name)),
                         options ? arena_strndup(arena, options, strlen(options)) : NULL,
                         arena_copy(arena, bytes, n, 8), n};
    vec_push(arena, &fatbin->image, image);
}

// ---- PTX ----------------------------------------------------------------------------------------

// What a reader of PTX does not need goes: comments, and blanks but one. Lines stay but those of
// a comment between /* and */, as in NVIDIA's, since messages name them.
static void put_ptx(Buf *out, const char *at, const char *end) {
    bool begins_line = true, blank = false;
    while (at < end) {
        const char *from = at;
        if (*at == ' ' || *at == '\t') {
            blank = !begins_line;
            at++;
            continue;
        }
        bool comment = at + 1 < end && at[0] == '/' && is_any_of(at[1], '/', '*');
        if (comment && at[1] == '/') {
            while (at < end && *at != '\n') at++;
        } else if (comment) {
            if (blank) buf_putc(out, ' ');
            const char *close = memmem(at + 2, (size_t)(end - at - 2), "*/", 2);
            at = close ? close + 2 : end;
            blank = false;
        } else {
            if (blank) buf_putc(out, ' ');
            blank = false;
            if (*at == '"') {
                for (at++; at < end && *at != '"' && *at != '\n';) at++;
            }
            if (at < end) at++;
            buf_write(out, from, (size_t)(at - from));
            begins_line = from[0] == '\n';
            continue;
        }
        begins_line = false;
        if (blank) buf_putc(out, ' ');
        blank = false;
    }
}

// The first ".version M.N", wherever it stands.
static bool read_version(const char *text, RtFatEntry *entry) {
    unsigned major, minor;
    const char *version = strstr(text, ".version");
    if (!version || sscanf(version, ".version %u.%u", &major, &minor) != 2) return false;
    entry->major = (uint16_t)major;
    entry->minor = (uint16_t)minor;
    return true;
}

FatbinResult nvfatbin_add_ptx(Fatbin *fatbin, const char *text, size_t n, const char *arch,
                              const char *name, const char *options) {
    RtFatEntry entry = {.kind = RT_FAT_PTX, .flags = fatbin->flags};
    if (!read_arch(arch, &entry)) return FATBIN_INVALID_ARCH;
    n = strnlen(text, n);
    if (!n) return FATBIN_EMPTY_INPUT;
    const char *copy = arena_strndup(&fatbin->ctx.scratch, text, n);
    if (!read_version(copy, &entry)) return FATBIN_MISSING_PTX_VERSION;
    Buf out;
    buf_init(&out, &fatbin->ctx.scratch);
    put_ptx(&out, copy, copy + n);
    buf_putc(&out, 0);
    push(fatbin, entry, name, options, out.at, out.n);
    return FATBIN_SUCCESS;
}

// ---- machine code -------------------------------------------------------------------------------

// The PTX of a container that `cuprum ptxas` has made in a cubin's place.
static FatbinResult add_container(Fatbin *fatbin, RtEntries *entries, const RtFatEntry *wanted,
                                  const char *arch, const char *name) {
    RtFatEntry entry;
    const uint8_t *payload;
    while (rt_container_next(entries, &entry, &payload) == RT_ENTRY_THERE) {
        const char *bytes;
        size_t n;
        if (entry.kind != RT_FAT_PTX) continue;
        if (entry.arch != wanted->arch) return FATBIN_ELF_ARCH_MISMATCH;
        if (rt_container_unpack(&fatbin->ctx.scratch, &entry, payload, &bytes, &n) == RT_UNPACKED)
            return nvfatbin_add_ptx(fatbin, bytes, n, arch, name, "");
    }
    return FATBIN_ELF_SIZE_MISMATCH;
}

FatbinResult nvfatbin_add_cubin(Fatbin *fatbin, const char *bytes, size_t n, const char *arch,
                                const char *name) {
    RtFatEntry entry = {.kind = RT_FAT_ELF, .flags = fatbin->flags, .major = 1};
    RtEntries entries;
    Elf64_Ehdr header = {0};
    if (!read_arch(arch, &entry)) return FATBIN_INVALID_ARCH;
    if (rt_container_open(bytes, n, &entries))
        return add_container(fatbin, &entries, &entry, arch, name);
    memcpy(&header, bytes, CU_MIN(n, sizeof header));
    if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
        // What NVRTC gives as a cubin where there is no assembler.
        bool ptx = n > 8 && !bytes[n - 1] && strstr(bytes, "\n.version ");
        return ptx ? nvfatbin_add_ptx(fatbin, bytes, n, arch, name, "") : FATBIN_ELF_SIZE_MISMATCH;
    }
    uint32_t own = header.e_flags >> 8 & 0xff;
    if (own != entry.arch || n < sizeof header) return FATBIN_ELF_ARCH_MISMATCH;
    entry.minor = header.e_ident[EI_ABIVERSION];
    push(fatbin, entry, name, NULL, bytes, n);
    return FATBIN_SUCCESS;
}

// ---- LTO IR -------------------------------------------------------------------------------------

FatbinResult nvfatbin_add_lto(Fatbin *fatbin, const char *bytes, size_t n, const char *arch,
                              const char *name, const char *options) {
    static const char magic[] = {(char)0xed, 0x43, 0x4e, 0x7f};
    enum { MAJOR = 4, MINOR = 5 }; // where the container's header has its version
    RtFatEntry entry = {.kind = RT_FAT_LTO, .flags = fatbin->flags};
    if (!read_arch(arch, &entry)) return FATBIN_INVALID_ARCH;
    if (n <= MINOR || memcmp(bytes, magic, sizeof magic) != 0) return FATBIN_INVALID_NVVM;
    entry.major = (uint8_t)bytes[MAJOR];
    entry.minor = (uint8_t)bytes[MINOR];
    push(fatbin, entry, name, options, bytes, n);
    return FATBIN_SUCCESS;
}

// ---- relocatable code ---------------------------------------------------------------------------

typedef struct {
    const char *at;
    uint64_t n;
} Section;

// A section of an object; empty: there is none.
static Section find_section(const char *bytes, size_t n, const char *name) {
    Elf64_Ehdr header;
    Elf64_Shdr names, section;
    if (n < sizeof header) return (Section){0};
    memcpy(&header, bytes, sizeof header);
    bool elf =
        memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64;
    uint64_t all = (uint64_t)header.e_shnum * sizeof section;
    if (!elf || header.e_shoff > n || all > n - header.e_shoff ||
        header.e_shstrndx >= header.e_shnum)
        return (Section){0};
    const char *table = bytes + header.e_shoff;
    memcpy(&names, table + header.e_shstrndx * sizeof names, sizeof names);
    if (names.sh_offset > n || names.sh_size > n - names.sh_offset) return (Section){0};
    size_t length = strlen(name) + 1;
    for (uint32_t i = 0; i < header.e_shnum; i++) {
        memcpy(&section, table + i * sizeof section, sizeof section);
        bool named = section.sh_name < names.sh_size && length <= names.sh_size - section.sh_name &&
                     memcmp(bytes + names.sh_offset + section.sh_name, name, length) == 0;
        bool inside = section.sh_offset <= n && section.sh_size <= n - section.sh_offset;
        if (named && inside) return (Section){bytes + section.sh_offset, section.sh_size};
    }
    return (Section){0};
}

// The text behind an entry's header that two numbers name: where it is, how long.
static const char *entry_options(Arena *arena, const RtFatEntry *entry, const char *at) {
    uint32_t place[2];
    uint64_t room = entry->header_size;
    if (!entry->options || entry->options + sizeof place > room) return "";
    memcpy(place, at + entry->options, sizeof place);
    if (place[0] > room || place[1] > room - place[0]) return "";
    return arena_strndup(arena, at + place[0], place[1]);
}

static bool is_reused(const Fatbin *fatbin, const RtFatEntry *entry, const char *name) {
    VEC_FOREACH (const FatbinImage, image, &fatbin->image) {
        bool same = image->entry.kind == RT_FAT_RELOCATABLE && image->entry.arch == entry->arch;
        if (same && strcmp(image->name, name) == 0) return true;
    }
    return false;
}

// Entries stay as they are packed.
static FatbinResult add_entries(Fatbin *fatbin, RtEntries *entries, const char *name) {
    RtFatEntry entry;
    const uint8_t *payload;
    while (rt_container_next(entries, &entry, &payload) == RT_ENTRY_THERE) {
        if (entry.kind != RT_FAT_PTX) continue;
        if (*name && is_reused(fatbin, &entry, name)) return FATBIN_IDENTIFIER_REUSE;
        const char *head = (const char *)payload - entry.header_size;
        const char *options = entry_options(&fatbin->ctx.scratch, &entry, head);
        size_t n = entry.packed_size && entry.packed_size <= entry.size ? entry.packed_size
                                                                        : (size_t)entry.size;
        entry.kind = RT_FAT_RELOCATABLE;
        push(fatbin, entry, name, options, (const char *)payload, n);
    }
    return FATBIN_SUCCESS;
}

// What is no container is taken for an object; one without relocatable code adds nothing.
FatbinResult nvfatbin_add_reloc(Fatbin *fatbin, const char *bytes, size_t n) {
    RtEntries entries;
    if (n < sizeof(RtFatHeader)) return FATBIN_EMPTY_INPUT;
    if (rt_container_open(bytes, n, &entries)) return add_entries(fatbin, &entries, "");
    Section code = find_section(bytes, n, "__nv_relfatbin");
    Section module = find_section(bytes, n, "__nv_module_id");
    const char *name = arena_strndup(&fatbin->ctx.perm, module.at ? module.at : "",
                                     module.at ? strnlen(module.at, module.n) : 0);
    if (!code.at || !rt_container_open(code.at, code.n, &entries)) return FATBIN_SUCCESS;
    return add_entries(fatbin, &entries, name);
}
