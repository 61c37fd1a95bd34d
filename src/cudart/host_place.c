// SPDX-License-Identifier: Apache-2.0
// Where the host's program is, for findings: the functions that called, by the symbol tables of
// their objects, with file and line where the objects have debugging entries (DWARF 2 to 5,
// .debug_line). Whatever is missing or malformed is left out.
#define _GNU_SOURCE
#include "cudart/cudart_int.h"

#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_FRAMES = 32, MAX_FILES = 4096 };

typedef struct { // bytes that are read from their front; past the end there are zeros
    const uint8_t *at, *end;
} Bytes;

static uint64_t number(Bytes *b, uint32_t n) {
    uint64_t v = 0;
    if ((size_t)(b->end - b->at) < n) {
        b->at = b->end;
        return 0;
    }
    memcpy(&v, b->at, n);
    b->at += n;
    return v;
}

static uint64_t leb(Bytes *b, bool is_signed) {
    uint64_t v = 0;
    uint32_t shift = 0;
    while (b->at < b->end) {
        uint8_t byte = *b->at++;
        if (shift < 64) v |= (uint64_t)(byte & 127) << shift;
        shift += 7;
        if (byte & 128) continue;
        if (is_signed && byte & 64 && shift < 64) v |= ~0ull << shift;
        break;
    }
    return v;
}

static const char *string(Bytes *b) {
    const char *s = (const char *)b->at;
    const uint8_t *nul = memchr(b->at, 0, (size_t)(b->end - b->at));
    b->at = nul ? nul + 1 : b->end;
    return nul ? s : "";
}

static void skip(Bytes *b, uint64_t n) {
    b->at = n < (uint64_t)(b->end - b->at) ? b->at + n : b->end;
}

// ---- objects -----------------------------------------------------------------------------------

typedef struct { // a file that is mapped
    const uint8_t *at;
    size_t size;
    const Elf64_Shdr *section;
    uint32_t nsection;
    const char *names;
    size_t names_size;
} Object;

static Bytes contents(const Object *o, const Elf64_Shdr *s) {
    bool is_there = s && s->sh_type != SHT_NOBITS && !(s->sh_flags & SHF_COMPRESSED) &&
                    s->sh_offset <= o->size && s->sh_size <= o->size - s->sh_offset;
    if (!is_there) return (Bytes){o->at, o->at};
    return (Bytes){o->at + s->sh_offset, o->at + s->sh_offset + s->sh_size};
}

static const Elf64_Shdr *section(const Object *o, const char *name) {
    for (uint32_t i = 0; i < o->nsection; i++) {
        uint32_t at = o->section[i].sh_name;
        if (at < o->names_size && strcmp(o->names + at, name) == 0) return &o->section[i];
    }
    return NULL;
}

static void close_object(Object *o) {
    if (o->at) munmap((void *)(uintptr_t)o->at, o->size);
    o->at = NULL;
}

static bool open_object(const char *path, Object *o) {
    struct stat st;
    *o = (Object){0};
    int file = open(*path ? path : "/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    bool ok = fstat(file, &st) == 0 && st.st_size > (off_t)sizeof(Elf64_Ehdr);
    void *p = ok ? mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    close(file);
    if (p == MAP_FAILED) return false;
    o->at = p;
    o->size = (size_t)st.st_size;
    const Elf64_Ehdr *h = p;
    ok = memcmp(h->e_ident, ELFMAG, SELFMAG) == 0 && h->e_ident[EI_CLASS] == ELFCLASS64 &&
         h->e_shentsize == sizeof(Elf64_Shdr) && h->e_shoff <= o->size &&
         h->e_shoff % _Alignof(Elf64_Shdr) == 0 &&
         h->e_shnum <= (o->size - h->e_shoff) / sizeof(Elf64_Shdr) && h->e_shstrndx < h->e_shnum;
    if (ok) {
        o->section = (const Elf64_Shdr *)(const void *)(o->at + h->e_shoff);
        o->nsection = h->e_shnum;
        Bytes names = contents(o, &o->section[h->e_shstrndx]);
        o->names = (const char *)names.at;
        o->names_size = (size_t)(names.end - names.at);
        // the last name must end
        ok = o->names_size && !names.end[-1];
    }
    if (!ok) close_object(o);
    return ok;
}

static const char *function_at(const Object *o, uint64_t addr) {
    const Elf64_Shdr *table = section(o, ".symtab");
    if (!table) table = section(o, ".dynsym");
    if (!table || table->sh_link >= o->nsection) return NULL;
    Bytes symbols = contents(o, table), names = contents(o, &o->section[table->sh_link]);
    size_t n = (size_t)(symbols.end - symbols.at) / sizeof(Elf64_Sym);
    for (size_t i = 0; i < n; i++) {
        Elf64_Sym s;
        memcpy(&s, symbols.at + i * sizeof s, sizeof s);
        if (ELF64_ST_TYPE(s.st_info) != STT_FUNC || addr - s.st_value >= s.st_size) continue;
        if (s.st_name >= (size_t)(names.end - names.at)) continue;
        Bytes name = {names.at + s.st_name, names.end};
        return string(&name);
    }
    return NULL;
}

// ---- lines -------------------------------------------------------------------------------------

typedef struct { // a unit of .debug_line
    uint32_t version, offset_size, min_length;
    int32_t line_base;
    uint32_t line_range, opcode_base;
    uint8_t lengths[256];
    const char *file[MAX_FILES], *folder[MAX_FILES];
    uint32_t file_folder[MAX_FILES], nfile, nfolder;
    Bytes program;
} Unit;

typedef struct {
    const char *folder, *file;
    uint64_t line;
} Place;

static const char *string_at(const Object *o, const char *name, uint64_t offset) {
    Bytes b = contents(o, section(o, name));
    skip(&b, offset);
    return string(&b);
}

// A value of a form; text where it is one.
static uint64_t form_value(const Object *o, const Unit *unit, Bytes *b, uint64_t form,
                           const char **text) {
    switch (form) {
    case 0x08: *text = string(b); return 0;                                                // string
    case 0x0e: *text = string_at(o, ".debug_str", number(b, unit->offset_size)); return 0; // strp
    case 0x1f: // line_strp
        *text = string_at(o, ".debug_line_str", number(b, unit->offset_size));
        return 0;
    case 0x0b: return number(b, 1); // data1
    case 0x05: return number(b, 2);
    case 0x06: return number(b, 4);
    case 0x07: return number(b, 8);
    case 0x0f: return leb(b, false);             // udata
    case 0x1e: skip(b, 16); return 0;            // data16
    case 0x09: skip(b, leb(b, false)); return 0; // block
    default: b->at = b->end; return 0;
    }
}

// The folders or the files of a unit of version 5.
static void read_names(const Object *o, Unit *unit, Bytes *b, bool files) {
    uint64_t form[16], kind[16];
    uint32_t nform = (uint32_t)number(b, 1);
    for (uint32_t i = 0; i < nform; i++) {
        uint64_t k = leb(b, false), f = leb(b, false);
        if (i < CU_COUNT(form)) kind[i] = k, form[i] = f;
    }
    uint64_t n = leb(b, false);
    for (uint64_t i = 0; i < n && nform && b->at < b->end; i++) {
        const char *name = "";
        uint64_t folder = 0;
        for (uint32_t k = 0; k < CU_MIN(nform, (uint32_t)CU_COUNT(form)); k++) {
            const char *text = NULL;
            uint64_t v = form_value(o, unit, b, form[k], &text);
            if (kind[k] == 1 && text) name = text; // DW_LNCT_path
            if (kind[k] == 2) folder = v;          // DW_LNCT_directory_index
        }
        if (i >= MAX_FILES) continue;
        if (files) {
            unit->file[i] = name;
            unit->file_folder[i] = (uint32_t)folder;
            unit->nfile = (uint32_t)i + 1;
        } else {
            unit->folder[i] = name;
            unit->nfolder = (uint32_t)i + 1;
        }
    }
}

// Those of older versions, whose numbers begin with 1.
static void read_old_names(Unit *unit, Bytes *b) {
    unit->folder[0] = "";
    unit->nfolder = 1;
    for (const char *s; b->at < b->end && *(s = string(b));) {
        if (unit->nfolder < MAX_FILES) unit->folder[unit->nfolder++] = s;
    }
    unit->file[0] = "";
    unit->nfile = 1;
    for (const char *s; b->at < b->end && *(s = string(b));) {
        uint32_t folder = (uint32_t)leb(b, false);
        leb(b, false);
        leb(b, false);
        if (unit->nfile == MAX_FILES) continue;
        unit->file[unit->nfile] = s;
        unit->file_folder[unit->nfile++] = folder;
    }
}

// The next unit; false: there is none.
static bool next_unit(const Object *o, Bytes *b, Unit *unit) {
    if (b->at >= b->end) return false;
    unit->offset_size = 4;
    uint64_t n = number(b, 4);
    if (n == 0xffffffff) {
        n = number(b, 8);
        unit->offset_size = 8;
    }
    // the next unit begins behind this one, whatever is understood of it
    Bytes u = {b->at, b->end};
    skip(b, n);
    u.end = b->at;
    unit->nfile = unit->nfolder = 0;
    unit->version = (uint32_t)number(&u, 2);
    unit->program = (Bytes){u.end, u.end};
    // of an unknown version it has no program, and names no line
    if (unit->version < 2 || unit->version > 5) return true;
    if (unit->version == 5) skip(&u, 2);
    uint64_t header = number(&u, unit->offset_size);
    unit->program = u;
    skip(&unit->program, header);
    unit->min_length = (uint32_t)number(&u, 1);
    if (unit->version >= 4) skip(&u, 1);
    skip(&u, 1);
    unit->line_base = (int8_t)number(&u, 1);
    unit->line_range = (uint32_t)number(&u, 1);
    if (!unit->line_range) unit->line_range = 1;
    unit->opcode_base = (uint32_t)number(&u, 1);
    for (uint32_t i = 1; i < unit->opcode_base; i++) unit->lengths[i] = (uint8_t)number(&u, 1);
    if (unit->version == 5) {
        read_names(o, unit, &u, false);
        read_names(o, unit, &u, true);
    } else {
        read_old_names(unit, &u);
    }
    return true;
}

typedef struct { // of the program of lines
    uint64_t addr, file, line;
    bool valid;
} Row;

// A row ends the one before: was the address in that?
static bool emit(const Unit *unit, Row *last, const Row *now, bool end, uint64_t addr,
                 Place *place) {
    bool hit = last->valid && last->addr <= addr && addr < now->addr && last->file < unit->nfile;
    if (hit) {
        uint32_t folder = unit->file_folder[last->file];
        place->file = unit->file[last->file];
        place->folder = folder < unit->nfolder ? unit->folder[folder] : "";
        place->line = last->line;
    }
    *last = *now;
    last->valid = !end;
    return hit;
}

// An instruction with a length; true: the address has been found.
static bool extended(const Unit *unit, Bytes *b, Row *row, Row *last, uint64_t addr, Place *place) {
    uint64_t n = leb(b, false);
    Bytes arg = *b;
    skip(b, n);
    arg.end = b->at;
    switch (number(&arg, 1)) {
    case 1: { // end_sequence
        bool hit = emit(unit, last, row, true, addr, place);
        *row = (Row){.file = 1, .line = 1};
        return hit;
    }
    case 2: row->addr = number(&arg, 8); return false; // set_address
    default: return false;
    }
}

// One of the standard instructions that change the row.
static bool standard(const Unit *unit, Bytes *b, uint32_t op, Row *row, Row *last, uint64_t addr,
                     Place *place) {
    switch (op) {
    case 1: return emit(unit, last, row, false, addr, place);            // copy
    case 2: row->addr += leb(b, false) * unit->min_length; return false; // advance_pc
    case 3: row->line += leb(b, true); return false;                     // advance_line
    case 4: row->file = leb(b, false); return false;                     // set_file
    case 8:                                                              // const_add_pc
        row->addr += (255 - unit->opcode_base) / unit->line_range * unit->min_length;
        return false;
    case 9: row->addr += number(b, 2); return false; // fixed_advance_pc
    default:
        for (uint32_t i = 0; i < unit->lengths[op]; i++) leb(b, false);
        return false;
    }
}

static bool find_line(const Unit *unit, uint64_t addr, Place *place) {
    Bytes b = unit->program;
    Row row = {.file = 1, .line = 1}, last = {0};
    while (b.at < b.end) {
        uint32_t op = (uint32_t)number(&b, 1);
        if (op >= unit->opcode_base) {
            uint32_t k = op - unit->opcode_base;
            row.addr += k / unit->line_range * unit->min_length;
            row.line += (uint64_t)(int64_t)(unit->line_base + (int32_t)(k % unit->line_range));
            if (emit(unit, &last, &row, false, addr, place)) return true;
        } else if (op == 0) {
            if (extended(unit, &b, &row, &last, addr, place)) return true;
        } else if (standard(unit, &b, op, &row, &last, addr, place)) {
            return true;
        }
    }
    return false;
}

static bool line_at(const Object *o, uint64_t addr, Place *place) {
    Bytes b = contents(o, section(o, ".debug_line"));
    Unit *unit = calloc(1, sizeof *unit);
    bool found = false;
    while (unit && !found && next_unit(o, &b, unit)) found = find_line(unit, addr, place);
    free(unit);
    return found;
}

// ---- stacks ------------------------------------------------------------------------------------

uint32_t rt_host_stack(void **pc, uint32_t max) {
    void *all[MAX_FRAMES];
    Dl_info us, it;
    int n = backtrace(all, MAX_FRAMES);
    uint32_t kept = 0;
    if (!dladdr((void *)(uintptr_t)rt_host_stack, &us)) return 0;
    // what lies inside of this library is nobody's business
    for (int i = 0; i < n && kept < max; i++) {
        if (!dladdr(all[i], &it) || it.dli_fbase != us.dli_fbase) pc[kept++] = all[i];
    }
    return kept;
}

typedef char *Demangle(const char *name, char *out, size_t *n, int *status);

// By the C++ library of the program, or that of the system.
const char *rt_demangle(Arena *arena, const char *name) {
    Demangle *demangle = (Demangle *)dlsym(RTLD_DEFAULT, "__cxa_demangle");
    if (!demangle) {
        void *library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
        demangle = library ? (Demangle *)dlsym(library, "__cxa_demangle") : NULL;
    }
    // functions that only one file sees have a prefix with the file's name
    const char *from = strncmp(name, "__nv_static_", 12) == 0 ? strstr(name, "__Z") : NULL;
    int status = -1;
    char *text = demangle ? demangle(from ? from + 1 : name, NULL, NULL, &status) : NULL;
    const char *result = text && !status ? arena_strndup(arena, text, strlen(text)) : name;
    free(text);
    return result;
}

static void put_function(Buf *out, const char *name) {
    buf_puts(out, rt_demangle(out->arena, name));
}

// Between a launch and the call that it becomes.
static bool is_stub(const char *name) {
    static const char *const stubs[] = {"__cuprum_", "__device_stub_", "__cudaLaunchKernel"};
    for (uint32_t i = 0; name && i < CU_COUNT(stubs); i++) {
        if (strstr(name, stubs[i])) return true;
    }
    return false;
}

// One line; false: nothing is known of the address, or the program begins here.
static bool put_frame(Buf *out, uint64_t pc) {
    Dl_info info = {0};
    struct link_map *map = NULL;
    Object object;
    if (!dladdr1((void *)(uintptr_t)pc, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
        return false;
    if (!open_object(*map->l_name ? map->l_name : "", &object)) return false;
    // a return address lies behind its call
    uint64_t addr = pc - map->l_addr - 1;
    const char *name = function_at(&object, addr);
    Place place = {0};
    bool has_line = line_at(&object, addr, &place), is_start = name && strcmp(name, "_start") == 0;
    // an interpreter's own functions say nothing of the program
    bool is_python = name && strncmp(name, "_PyEval_", strlen("_PyEval_")) == 0;
    if ((name || has_line) && !is_start && !is_python && !is_stub(name)) {
        if (out->n) buf_putc(out, '\n');
        put_function(out, name ? name : "?");
        bool whole = has_line && (*place.file == '/' || !*place.folder);
        if (has_line && !whole)
            buf_printf(out, " (%s/%s:%llu)", place.folder, place.file,
                       (unsigned long long)place.line);
        if (whole) buf_printf(out, " (%s:%llu)", place.file, (unsigned long long)place.line);
    }
    bool is_last = is_start || is_python || (name && strcmp(name, "main") == 0);
    close_object(&object);
    return !is_last;
}

const char *rt_host_text(Arena *arena, void *const *pc, uint32_t n) {
    Buf out;
    buf_init(&out, arena);
    for (uint32_t i = 0; i < n && put_frame(&out, (uint64_t)(uintptr_t)pc[i]); i++) {
    }
    return out.n ? buf_cstr(&out) : NULL;
}

const char *rt_host_here(Rt *rt) {
    void *pc[RT_HOST_FRAMES];
    return rt->checks ? rt_host_text(&rt->ctx.perm, pc, rt_host_stack(pc, RT_HOST_FRAMES)) : NULL;
}
