// SPDX-License-Identifier: Apache-2.0
// Reads the debugging sections of a PTX text: directives (.b8 to .b64) to bytes and names to be
// added, abbreviations and entries (DWARF 2, section 7.5) to a tree. What is malformed ends the
// reading: what was read before it stays.
#include "vm/debug/debug.h"

#include "ptx/form/op.h"

#include <stdlib.h>

// ---- sections -----------------------------------------------------------------------------------

// Little-endian, as the target is. Sections grow by doubling: a large one is read in linear time.
static void put_bytes(VmDebug *debug, VmDebugSection *grown, uint64_t value, uint32_t n) {
    if (grown->n + n > grown->cap)
        grown->at = vec_grow_(debug->arena, grown->at, grown->n, &grown->cap, 1, grown->n + n);
    for (uint32_t i = 0; i < n; i++) grown->at[grown->n++] = (uint8_t)(value >> 8 * i);
}

// What a PTX name consists of, and directives too, which begin with a dot.
static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           is_any_of(c, '_', '$', '.', '%');
}

// Comments are what clang puts behind every directive. Semicolons are no part of the grammar of
// sections, but some tools write them.
static const char *skip_blanks(const char *p) {
    for (;;) {
        while (*p && strchr(" \t\r\n;", *p)) p++;
        if (p[0] != '/' || p[1] != '/') return p;
        while (*p && *p != '\n') p++;
    }
}

// A number, a name, or a name and a number that is added. Names of sections add nothing.
static const char *item(VmDebug *debug, VmDebugSection *grown, const char *p, uint32_t n) {
    char *end = NULL;
    uint64_t value = 0;
    bool number = *p == '-' || (*p >= '0' && *p <= '9');
    if (number) {
        value = *p == '-' ? (uint64_t)strtoll(p, &end, 0) : strtoull(p, &end, 0);
        p = end;
    } else {
        const char *from = p;
        while (is_name(*p)) p++;
        if (p == from) return NULL;
        Atom name = atom_intern(debug->ctx, from, (size_t)(p - from));
        if (*from != '.') map_put(&grown->symbol, (uint64_t)grown->n + 1, (void *)(uintptr_t)name);
        if (*p == '+') {
            value = strtoull(p + 1, &end, 0);
            p = end;
        }
    }
    put_bytes(debug, grown, value, n);
    return p;
}

// From the first brace on. Labels inside a section (of strings) name nothing that is needed here.
// Where a directive is not known the section ends: nothing behind it would stand at its offset.
static void read_section(VmDebug *debug, VmDebugSection *grown, const char *text) {
    const char *p = strchr(text, '{');
    p = p ? skip_blanks(p + 1) : "}";
    while (*p && *p != '}') {
        uint32_t bits = strncmp(p, ".b", 2) == 0 ? (uint32_t)strtoul(p + 2, NULL, 10) : 0;
        const char *end = p;
        while (is_name(*end)) end++;
        if (end == p) return;
        p = skip_blanks(end);
        if (*p == ':') { // a label
            p = skip_blanks(p + 1);
            continue;
        }
        if (!is_any_of(bits, 8u, 16u, 32u, 64u)) return;
        for (bool more = true; more;) {
            p = item(debug, grown, skip_blanks(p), bits / 8);
            if (!p) return;
            more = *p == ',';
            p += more;
        }
        p = skip_blanks(p);
    }
}

// Bytes behind the end are zeros, so that a reader of a cut-off section comes to an end.
uint64_t vm_debug_word(const VmDebugSection *section, uint32_t at, uint32_t n) {
    uint64_t value = 0;
    for (uint32_t i = 0; i < n && at + i < section->n; i++)
        value |= (uint64_t)section->at[at + i] << 8 * i;
    return value;
}

// DWARF 2, section 7.6: seven bits a byte, the lowest first; the high bit says that more follow.
// Numbers of registers in NVIDIA's form take up to ten bytes.
uint64_t vm_debug_uleb(const VmDebugSection *section, uint32_t *at) {
    uint64_t value = 0;
    for (uint32_t shift = 0; *at < section->n; shift += 7) {
        uint8_t byte = section->at[(*at)++];
        if (shift < 64) value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) break;
    }
    return value;
}

// The same with a sign, which is the last byte's second highest bit.
int64_t vm_debug_sleb(const VmDebugSection *section, uint32_t *at) {
    uint64_t value = 0;
    uint32_t shift = 0;
    uint8_t byte = 0;
    while (*at < section->n) {
        byte = section->at[(*at)++];
        if (shift < 64) value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
        if (!(byte & 0x80)) break;
    }
    if (shift < 64 && (byte & 0x40)) value |= ~0ull << shift;
    return (int64_t)value;
}

// ---- entries ------------------------------------------------------------------------------------

typedef struct Attr { // read from its form
    uint64_t number;
    Atom text, symbol;
    uint32_t block, nblock;
    bool is_block;
} Attr;

// How many bytes a form has in place; 0: it is of another kind.
static uint32_t form_bytes(uint64_t form) {
    switch (form) {
    case 0x01: // addr
    case 0x07: // data8
    case 0x14: // ref8
        return 8;
    case 0x05: // data2
    case 0x12: // ref2
        return 2;
    case 0x06: // data4
    case 0x0e: // strp
    case 0x13: // ref4
    case 0x17: // sec_offset
        return 4;
    case 0x0b: // data1
    case 0x0c: // flag
    case 0x11: // ref1
        return 1;
    default: return 0;
    }
}

// False: the form is not known, and so not where the next one begins.
static bool read_form(VmDebug *debug, uint64_t form, uint32_t *at, Attr *out) {
    VmDebugSection *info = &debug->section[VDS_INFO];
    uint32_t n = form_bytes(form);
    *out = (Attr){0};
    if (n) {
        out->number = vm_debug_word(info, *at, n);
        out->symbol = (Atom)(uintptr_t)map_get(&info->symbol, (uint64_t)*at + 1);
        *at += n;
        return *at <= info->n;
    }
    switch (form) {
    case 0x08: { // string
        uint32_t end = *at;
        while (end < info->n && info->at[end]) end++;
        out->text = atom_intern(debug->ctx, (const char *)info->at + *at, end - *at);
        *at = end + 1;
        return end < info->n;
    }
    case 0x0d: out->number = (uint64_t)vm_debug_sleb(info, at); return true; // sdata
    case 0x0f:                                                               // udata
    case 0x15: out->number = vm_debug_uleb(info, at); return true;           // ref_udata
    case 0x19: out->number = 1; return true;                                 // flag_present
    default: break;
    }
    uint32_t length = form == 0x0a ? 1 : form == 0x03 ? 2 : form == 0x04 ? 4 : 0; // block1, 2, 4
    bool is_block = length || is_any_of(form, 0x09ull, 0x18ull);                  // block, exprloc
    if (!is_block) return false;
    out->is_block = true;
    out->nblock =
        length ? (uint32_t)vm_debug_word(info, *at, length) : (uint32_t)vm_debug_uleb(info, at);
    out->block = *at += length;
    if (out->nblock > info->n - CU_MIN(*at, info->n)) return false;
    *at += out->nblock;
    return true;
}

// A member's place is a number, or DW_OP_plus_uconst and one.
static uint32_t member_place(const VmDebug *debug, const Attr *location) {
    enum { PLUS_UCONST = 0x23 };
    const VmDebugSection *info = &debug->section[VDS_INFO];
    if (!location->is_block) return (uint32_t)location->number;
    uint32_t at = location->block + 1;
    bool plus = location->nblock > 1 && info->at[location->block] == PLUS_UCONST;
    return plus ? (uint32_t)vm_debug_uleb(info, &at) : 0;
}

// References are offsets in the unit, which has to be added; they become numbers of entries later.
static void set_attr(const VmDebug *debug, VmDie *entry, uint64_t name, const Attr *read,
                     uint32_t unit) {
    uint32_t offset = (uint32_t)read->number;
    switch (name) {
    case 0x02:
        if (read->is_block) {
            entry->block = read->block;
            entry->nblock = read->nblock;
        } else {
            entry->list = offset + 1;
        }
        break;
    case 0x03: entry->name = read->text; break;
    case 0x0b: entry->size = read->number; break;
    case 0x0c: entry->bit_offset = offset; break;
    case 0x0d:
        entry->bit_size = offset;
        entry->has_bits = true;
        break;
    case 0x11: entry->low = read->symbol; break;
    case 0x12: entry->high = read->symbol; break;
    case 0x1c:
        entry->number = read->is_block ? vm_debug_word(&debug->section[VDS_INFO], read->block,
                                                       CU_MIN(read->nblock, 8u))
                                       : read->number;
        entry->has_number = true;
        break;
    case 0x2f: // upper_bound
        entry->count = read->number + 1;
        entry->has_count = true;
        break;
    case 0x31:
    case 0x47: entry->origin = unit + offset; break;
    case 0x33: entry->address_class = read->number; break;
    case 0x37:
        entry->count = read->number;
        entry->has_count = true;
        break;
    case 0x38: entry->place = member_place(debug, read); break;
    case 0x3c: entry->declaration = true; break;
    case 0x3e: entry->encoding = read->number; break;
    case 0x49: entry->type = unit + offset; break;
    case 0x55: entry->ranges = offset + 1; break;
    default: break;
    }
}

// Where each abbreviation of a table begins, behind its number.
static void index_abbreviations(VmDebug *debug, uint32_t at, Map *of) {
    const VmDebugSection *abbrev = &debug->section[VDS_ABBREV];
    while (at < abbrev->n) {
        uint64_t code = vm_debug_uleb(abbrev, &at);
        if (!code) break;
        map_put(of, code, (void *)(uintptr_t)(at + 1));
        vm_debug_uleb(abbrev, &at);
        at++;
        for (bool more = true; more && at < abbrev->n;) {
            uint64_t name = vm_debug_uleb(abbrev, &at), form = vm_debug_uleb(abbrev, &at);
            more = name || form;
        }
    }
}

// One entry by its abbreviation; whether it has children goes to *parent.
static bool read_entry(VmDebug *debug, uint32_t form_at, uint32_t unit, uint32_t *at,
                       bool *parent) {
    const VmDebugSection *abbrev = &debug->section[VDS_ABBREV];
    VmDie die = {.tag = (uint16_t)vm_debug_uleb(abbrev, &form_at)};
    *parent = form_at < abbrev->n && abbrev->at[form_at++];
    while (form_at < abbrev->n) {
        uint64_t name = vm_debug_uleb(abbrev, &form_at), form = vm_debug_uleb(abbrev, &form_at);
        Attr attr;
        if (!name && !form) break;
        if (!read_form(debug, form, at, &attr)) return false;
        set_attr(debug, &die, name, &attr, unit);
    }
    vec_push(debug->arena, &debug->die, die);
    return true;
}

typedef VEC(uint32_t) Numbers;

// Entries of one unit from `at` to `end`. `open`: for each list of children its parent and the last
// of it so far.
static bool read_entries(VmDebug *debug, uint32_t unit, uint32_t at, uint32_t end, Map *of) {
    Numbers parent = {0}, last = {0};
    vec_push(debug->arena, &parent, 0);
    vec_push(debug->arena, &last, 0);
    while (at < end && parent.n) {
        uint32_t start = at;
        uint64_t code = vm_debug_uleb(&debug->section[VDS_INFO], &at);
        if (!code) {
            parent.n--;
            last.n--;
            continue;
        }
        uintptr_t form = (uintptr_t)map_get(of, code);
        bool has_children;
        if (!form || !read_entry(debug, (uint32_t)form - 1, unit, &at, &has_children)) return false;
        uint32_t number = debug->die.n, before = last.at[last.n - 1],
                 above = parent.at[parent.n - 1];
        map_put(&debug->die_at, start, (void *)(uintptr_t)number);
        if (before)
            debug->die.at[before - 1].next = number;
        else if (above)
            debug->die.at[above - 1].child = number;
        last.at[last.n - 1] = number;
        if (!has_children) continue;
        vec_push(debug->arena, &parent, number);
        vec_push(debug->arena, &last, 0);
    }
    return true;
}

// Each unit has a header: length, version, table of abbreviations, bytes of an address. Later
// versions than 4 have another header, and nobody writes them for PTX.
static void read_units(VmDebug *debug) {
    enum { HEADER = 11, VERSION_AT = 4, ABBREV_AT = 6 };
    const VmDebugSection *info = &debug->section[VDS_INFO];
    uint32_t table = 0;
    Map of;
    for (uint32_t unit = 0; unit + HEADER <= info->n;) {
        uint64_t length = vm_debug_word(info, unit, 4),
                 version = vm_debug_word(info, unit + VERSION_AT, 2);
        uint64_t end = CU_MIN(unit + 4 + length, (uint64_t)info->n);
        if (version < 2 || version > 4 || end < unit + HEADER) return;
        uint32_t abbrev = (uint32_t)vm_debug_word(info, unit + ABBREV_AT, 4);
        if (!unit || abbrev != table) { // units in a row may share a table
            table = abbrev;
            map_init(&of, debug->arena);
            index_abbreviations(debug, table, &of);
        }
        if (!read_entries(debug, unit, unit + HEADER, (uint32_t)end, &of)) return;
        unit = (uint32_t)end;
    }
}

// Offsets become numbers; what refers to nothing has no type.
static void resolve(VmDebug *debug) {
    VEC_FOREACH (VmDie, die, &debug->die) {
        if (die->type) die->type = (uint32_t)(uintptr_t)map_get(&debug->die_at, die->type);
        if (die->origin) die->origin = (uint32_t)(uintptr_t)map_get(&debug->die_at, die->origin);
    }
}

// Labels are unique in a program's text, so that one map serves all functions.
static void index_labels(VmDebug *debug, const PtxModule *module) {
    for (uint32_t i = 0; i < module->func.n; i++) {
        const PtxFunc *fn = module->func.at[i];
        for (uint32_t k = 0; k < fn->inst.n; k++) {
            const PtxInst *in = &fn->inst.at[k];
            if (!is_any_of(in->op, PTXI_label, PTXI_place)) continue;
            Atom name = fn->label.at[fn->opnd.at[in->opnd].id].name;
            map_put(&debug->label, name, (void *)(uintptr_t)(((uint64_t)i << 32 | k) + 1));
        }
    }
}

// Once for a module, when it is loaded with checkers; findings only look things up.
VmDebug *vm_debug_read(const PtxModule *module, Arena *arena) {
    static const char *const names[] = {".debug_info", ".debug_abbrev", ".debug_loc",
                                        ".debug_ranges"};
    VmDebug *debug = arena_new(arena, VmDebug);
    debug->ctx = module->ctx;
    debug->arena = arena;
    for (uint32_t k = 0; k < VDS_COUNT; k++) map_init(&debug->section[k].symbol, arena);
    VEC_FOREACH (Atom, atom, &module->section) {
        const char *text = atom_str(module->ctx, *atom), *name = strstr(text, ".debug_");
        const char *open = strchr(text, '{');
        for (uint32_t k = 0; name && open && name < open && k < VDS_COUNT; k++) {
            size_t n = strlen(names[k]);
            if (strncmp(name, names[k], n) == 0 && !is_name(name[n]))
                read_section(debug, &debug->section[k], text);
        }
    }
    if (!debug->section[VDS_INFO].n) return NULL;
    map_init(&debug->die_at, arena);
    map_init(&debug->label, arena);
    read_units(debug);
    resolve(debug);
    index_labels(debug, module);
    return debug;
}
