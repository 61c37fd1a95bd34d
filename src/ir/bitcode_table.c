// SPDX-License-Identifier: Apache-2.0
// Tables between bitcode's numbers and ours (bitcode.h).
#include "ir/bitcode.h"

#include "ir/dwarf.h"

const char bc_char6[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

const uint8_t bc_binops[2][13] = { // bitcode's opcode -> ours, integer and floating point
    {IR_ADD, IR_SUB, IR_MUL, IR_UDIV, IR_SDIV, IR_UREM, IR_SREM, IR_SHL, IR_LSHR, IR_ASHR, IR_AND,
     IR_OR, IR_XOR},
    {IR_FADD, IR_FSUB, IR_FMUL, 0, IR_FDIV, 0, IR_FREM, 0, 0, 0, 0, 0, 0}};
const uint8_t bc_casts[13] = {IR_TRUNC,    IR_ZEXT,    IR_SEXT,         IR_FPTOUI, IR_FPTOSI,
                              IR_UITOFP,   IR_SITOFP,  IR_FPTRUNC,      IR_FPEXT,  IR_PTRTOINT,
                              IR_INTTOPTR, IR_BITCAST, IR_ADDRSPACECAST};

// Bitcode's opcode of a binary operation, the same for integers and floating point; -1 for others.
int bc_binop_code(IrOp op) {
    for (int k = 0; k < 13; k++) {
        if (bc_binops[0][k] == op || (bc_binops[1][k] && bc_binops[1][k] == op)) return k;
    }
    return -1;
}

// Bitcode's opcode of a cast, or -1.
int bc_cast_code(IrOp op) {
    for (int k = 0; k < 13; k++) {
        if (bc_casts[k] == op) return k;
    }
    return -1;
}

const uint8_t bc_linkage_code[IR_NLINKAGES] = {
    [IR_EXTERNAL] = 0,  [IR_AVAILABLE_EXTERNALLY] = 12,
    [IR_LINKONCE] = 18, [IR_LINKONCE_ODR] = 19,
    [IR_WEAK_ANY] = 16, [IR_WEAK_ODR] = 17,
    [IR_APPENDING] = 2, [IR_INTERNAL] = 3,
    [IR_PRIVATE] = 9,   [IR_EXTERN_WEAK] = 7,
    [IR_COMMON] = 8,
};

const uint8_t bc_icmp[10] = {IR_EQ,  IR_NE,  IR_UGT, IR_UGE, IR_ULT,
                             IR_ULE, IR_SGT, IR_SGE, IR_SLT, IR_SLE};

// Bitcode's number of a predicate: fcmp's are ours, icmp's begin at 32 in LLVM's order.
uint64_t bc_pred_code(uint8_t pred) {
    for (uint32_t k = 0; k < 10; k++) {
        if (bc_icmp[k] == pred) return 32 + k;
    }
    return pred;
}

// ---- debug information ----

static const BcDiRow di_rows[] = {
#define DI(tag, code, first, fields) {tag, code, first, fields},
#include "ir/bitcode_di.def"
};
static const BcDiRow old_rows[] = {
#define DI(tag, code, first, fields)
#define OLD(tag, code, first, fields) {tag, code, first, fields},
#include "ir/bitcode_di.def"
};

const BcDiRow *bc_di_by_tag(const char *tag) {
    for (size_t i = 0; i < CU_COUNT(di_rows); i++) {
        if (strcmp(di_rows[i].tag, tag) == 0) return &di_rows[i];
    }
    return NULL;
}

// The row that LLVM 7 knows for a tag; NULL if it has none. Tags without a row among the old ones
// have not changed since.
const BcDiRow *bc_di_old(const char *tag) {
    for (size_t i = 0; i < CU_COUNT(old_rows); i++) {
        if (strcmp(old_rows[i].tag, tag) == 0) return old_rows[i].code ? &old_rows[i] : NULL;
    }
    return bc_di_by_tag(tag);
}

const BcDiRow *bc_di_by_code(uint64_t code) {
    for (size_t i = 0; i < CU_COUNT(di_rows); i++) {
        if (di_rows[i].code == code) return &di_rows[i];
    }
    return NULL;
}

// Reads one field of a row's text (bitcode_di.def says the form: key, kind, `!` always written, `+`
// new since LLVM 7, place in the record or - for bit 1 of the first number). Gives where the next
// begins, NULL behind the last.
const char *bc_di_next(const char *s, BcDiField *bc_di_field) {
    if (!*s) return NULL;
    size_t n = 0;
    while (*s != ':') bc_di_field->key[n++] = *s++;
    bc_di_field->key[n] = 0;
    bc_di_field->kind = s[1];
    s += 2;
    bc_di_field->always = *s == '!';
    bc_di_field->newer = *s == '+';
    if (bc_di_field->always || bc_di_field->newer) s++;
    bc_di_field->at = 0;
    bool minus = s[1] == '-';
    for (s += 1 + minus; *s >= '0' && *s <= '9'; s++)
        bc_di_field->at = bc_di_field->at * 10 + (*s - '0');
    if (minus) bc_di_field->at = -bc_di_field->at;
    return *s == ' ' ? s + 1 : s;
}

// The vocabulary (DwKind) of a field whose number is printed as a word; -1 for other kinds of
// fields.
int bc_di_words(char kind) {
    static const struct {
        char kind;
        uint8_t words;
    } rows[] = {
        {'t', DW_TAG},     {'l', DW_LANG},     {'e', DW_ATE},      {'c', DW_CC},
        {'f', DW_DIFlag},  {'F', DW_DISPFlag}, {'k', DW_EMISSION}, {'n', DW_NAME_TABLE},
        {'x', DW_MACINFO}, {'C', DW_CHECKSUM},
    };
    for (size_t i = 0; i < CU_COUNT(rows); i++) {
        if (rows[i].kind == kind) return rows[i].words;
    }
    return -1;
}
