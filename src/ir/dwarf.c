// SPDX-License-Identifier: Apache-2.0
// Numbers of debug information by name and back (dwarf.def): the text form has the names, bitcode
// the numbers.
#include "ir/dwarf.h"

#include "ir/ir.h"

static const struct {
    uint8_t kind;
    uint32_t value;
    char name[40]; // no pointer: nothing to relocate
} rows[] = {
#define DW(kind, name, value) {DW_##kind, value, #name},
#include "ir/dwarf.def"
};
static const char *const prefixes[] = {
    [DW_TAG] = "DW_TAG_",         [DW_LANG] = "DW_LANG_", [DW_ATE] = "DW_ATE_",
    [DW_CC] = "DW_CC_",           [DW_OP] = "DW_OP_",     [DW_VIRTUALITY] = "DW_VIRTUALITY_",
    [DW_MACINFO] = "DW_MACINFO_", [DW_DIFlag] = "DIFlag", [DW_DISPFlag] = "DISPFlag",
};
// Words that are numbers of their own places: the index in the list.
static const char *const emission[] = {"NoDebug", "FullDebug", "LineTablesOnly",
                                       "DebugDirectivesOnly"};
static const char *const name_tables[] = {"Default", "GNU", "None", "Apple"};
static const char *const checksums[] = {"", "CSK_MD5", "CSK_SHA1", "CSK_SHA256"};
static const struct {
    const char *const *name;
    uint32_t n;
} lists[] = {[DW_EMISSION - DW_EMISSION] = {emission, CU_COUNT(emission)},
             [DW_NAME_TABLE - DW_EMISSION] = {name_tables, CU_COUNT(name_tables)},
             [DW_CHECKSUM - DW_EMISSION] = {checksums, CU_COUNT(checksums)}};

// The number of one word of a vocabulary; false if it has no such word.
static bool one_word(DwKind kind, const char *s, size_t n, uint64_t *v) {
    if (kind >= DW_EMISSION) {
        for (uint32_t i = 0; i < lists[kind - DW_EMISSION].n; i++) {
            const char *name = lists[kind - DW_EMISSION].name[i];
            if (strlen(name) != n || memcmp(name, s, n)) continue;
            *v = i;
            return true;
        }
        return false;
    }
    size_t k = strlen(prefixes[kind]);
    if (n < k || memcmp(s, prefixes[kind], k)) return false;
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        const char *name = rows[i].name;
        if (rows[i].kind != kind || strlen(name) != n - k || memcmp(name, s + k, n - k)) continue;
        *v = rows[i].value;
        return true;
    }
    return false;
}

// *value is 0 for no word at all. False at the first word that the kind does not have.
bool ir_dwarf_number(DwKind kind, const char *s, size_t n, uint64_t *value) {
    *value = 0;
    while (n) { // flags are joined by " | "
        const char *bar = memchr(s, '|', n);
        size_t k = bar ? (size_t)(bar - s) : n, word = k;
        uint64_t v;
        while (word && s[word - 1] == ' ') word--;
        if (!one_word(kind, s, word, &v)) return false;
        *value |= v;
        if (!bar) break;
        k++;
        while (k < n && s[k] == ' ') k++;
        s += k;
        n -= k;
    }
    return true;
}

// Flags as words joined by " | ". False, and nothing written, if bits are left that no word has.
static bool flag_words(DwKind kind, uint64_t value, Buf *out) {
    uint64_t left = value;
    size_t start = out->n;
    // fields of two bits first (access, inheritance), and the one flag made of two
    static const uint32_t whole[] = {3, 3u << 16, 1u << 2 | 1u << 5};
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        uint32_t v = rows[i].value;
        if (rows[i].kind != kind || !v) continue;
        bool fits = (left & v) == v;
        // a word for a whole field counts only if the field is just that
        for (size_t k = 0; k < CU_COUNT(whole) && fits; k++) {
            bool two = kind == DW_DIFlag ? true : k == 0;
            if (two && (v & whole[k]) && !(v & ~whole[k])) fits = (left & whole[k]) == v || k == 2;
        }
        if (!fits) continue;
        buf_printf(out, "%s%s%s", out->n > start ? " | " : "", prefixes[kind], rows[i].name);
        left &= ~(uint64_t)v;
    }
    if (!left) return true;
    out->n = start;
    return false;
}

// A linear look at the table: debug information is printed seldom and has few kinds.
bool ir_dwarf_name(DwKind kind, uint64_t value, Buf *out) {
    if (kind >= DW_EMISSION) {
        if (value >= lists[kind - DW_EMISSION].n) return false;
        buf_puts(out, lists[kind - DW_EMISSION].name[value]);
        return true;
    }
    if (is_any_of(kind, DW_DIFlag, DW_DISPFlag) && value) return flag_words(kind, value, out);
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        if (rows[i].kind != kind || rows[i].value != value) continue;
        buf_printf(out, "%s%s", prefixes[kind], rows[i].name);
        return true;
    }
    return false;
}

// Operations that are not in the table, and are no breg, have none.
uint32_t ir_dwarf_operands(uint64_t operation) {
    static const struct {
        uint16_t operation;
        uint8_t operands;
    } known[] = {
        {0x10, 1},   // constu
        {0x11, 1},   // consts
        {0x23, 1},   // plus_uconst
        {0x90, 1},   // regx
        {0x92, 2},   // bregx
        {0x93, 1},   // piece
        {0x94, 1},   // deref_size
        {0x95, 1},   // xderef_size
        {0x9d, 2},   // bit_piece
        {0x1000, 2}, // LLVM_fragment
        {0x1001, 2}, // LLVM_convert
        {0x1002, 1}, // LLVM_tag_offset
        {0x1003, 1}, // LLVM_entry_value
        {0x1005, 1}, // LLVM_arg
        {0x1006, 2}, // LLVM_extract_bits_sext
        {0x1007, 2}, // LLVM_extract_bits_zext
    };
    if (operation >= 0x70 && operation <= 0x8f) return 1; // breg0 ... breg31
    for (size_t i = 0; i < CU_COUNT(known); i++) {
        if (known[i].operation == operation) return known[i].operands;
    }
    return 0;
}

uint64_t ir_di_word(Ctx *ctx, Atom word) {
    const char *text = atom_str(ctx, word);
    uint64_t value = strcmp(text, "true") == 0;
    for (uint32_t kind = 0; kind < CU_COUNT(prefixes); kind++) {
        if (strncmp(text, prefixes[kind], strlen(prefixes[kind])) == 0)
            ir_dwarf_number((DwKind)kind, text, strlen(text), &value);
    }
    return value;
}
