// SPDX-License-Identifier: Apache-2.0
// Numbers of LLVM's bitcode that reader and writer share (LLVM Bitcode File Format; LLVM 19's
// numbering, with the older codes that are still met), and tables between them and ours.
#ifndef CUPRUM_BITCODE_H
#define CUPRUM_BITCODE_H

#include "ir/ir_int.h"

enum { // blocks
    BLK_INFO = 0,
    BLK_MODULE = 8,
    BLK_PARAMATTR,
    BLK_PARAMATTR_GROUP,
    BLK_CONSTANTS,
    BLK_FUNCTION,
    BLK_IDENTIFICATION,
    BLK_SYMBOLS,
    BLK_METADATA,
    BLK_ATTACHMENT,
    BLK_TYPES,
    BLK_USELIST,
    BLK_MODULE_STRTAB,
    BLK_SUMMARY,
    BLK_BUNDLE_TAGS,
    BLK_METADATA_KIND,
    BLK_STRTAB,
    BLK_SUMMARY_FULL,
    BLK_SYMTAB,
    BLK_SYNC_SCOPES,
};
enum { // records of MODULE
    MOD_VERSION = 1,
    MOD_TRIPLE,
    MOD_DATALAYOUT,
    MOD_ASM,
    MOD_SECTION,
    MOD_DEPLIB,
    MOD_GLOBALVAR,
    MOD_FUNCTION,
    MOD_ALIAS_OLD,
    MOD_GC = 11,
    MOD_COMDAT,
    MOD_VSTOFFSET,
    MOD_ALIAS,
    MOD_METADATA_VALUES,
    MOD_SOURCE_FILENAME,
    MOD_HASH,
    MOD_IFUNC,
};
enum { // TYPES
    TYP_NUMENTRY = 1,
    TYP_VOID,
    TYP_FLOAT,
    TYP_DOUBLE,
    TYP_LABEL,
    TYP_OPAQUE,
    TYP_INTEGER,
    TYP_POINTER,
    TYP_FUNCTION_OLD,
    TYP_HALF,
    TYP_ARRAY,
    TYP_VECTOR,
    TYP_X86_FP80,
    TYP_FP128,
    TYP_PPC_FP128,
    TYP_METADATA,
    TYP_X86_MMX,
    TYP_STRUCT_ANON,
    TYP_STRUCT_NAME,
    TYP_STRUCT_NAMED,
    TYP_FUNCTION,
    TYP_TOKEN,
    TYP_BFLOAT,
    TYP_X86_AMX,
    TYP_OPAQUE_POINTER,
    TYP_TARGET,
};
enum { // CONSTANTS
    CST_SETTYPE = 1,
    CST_NULL,
    CST_UNDEF,
    CST_INTEGER,
    CST_WIDE_INTEGER,
    CST_FLOAT,
    CST_AGGREGATE,
    CST_STRING,
    CST_CSTRING,
    CST_BINOP,
    CST_CAST,
    CST_GEP_OLD,
    CST_SELECT,
    CST_EXTRACTELT,
    CST_INSERTELT,
    CST_SHUFFLEVEC,
    CST_CMP,
    CST_INLINEASM_OLD,
    CST_SHUFFLEVEC_EX,
    CST_INBOUNDS_GEP,
    CST_BLOCKADDRESS,
    CST_DATA,
    CST_INLINEASM_OLD2,
    CST_GEP_INRANGE_OLD,
    CST_UNOP,
    CST_POISON,
    CST_DSO_LOCAL_EQUIVALENT,
    CST_INLINEASM_OLD3,
    CST_NO_CFI,
    CST_INLINEASM,
    CST_GEP_INRANGE,
    CST_GEP,
    CST_PTRAUTH,
};
enum { // FUNCTION
    FUN_DECLAREBLOCKS = 1,
    FUN_BINOP,
    FUN_CAST,
    FUN_GEP_OLD,
    FUN_SELECT_OLD,
    FUN_EXTRACTELT,
    FUN_INSERTELT,
    FUN_SHUFFLEVEC,
    FUN_CMP,
    FUN_RET,
    FUN_BR,
    FUN_SWITCH,
    FUN_INVOKE,
    FUN_UNREACHABLE = 15,
    FUN_PHI,
    FUN_ALLOCA = 19,
    FUN_LOAD,
    FUN_VAARG = 23,
    FUN_STORE_OLD,
    FUN_EXTRACTVAL = 26,
    FUN_INSERTVAL,
    FUN_CMP2,
    FUN_VSELECT,
    FUN_INBOUNDS_GEP_OLD,
    FUN_INDIRECTBR,
    FUN_DEBUG_LOC_AGAIN = 33,
    FUN_CALL,
    FUN_DEBUG_LOC,
    FUN_FENCE,
    FUN_CMPXCHG_OLD,
    FUN_ATOMICRMW_OLD,
    FUN_RESUME,
    FUN_LANDINGPAD_OLD,
    FUN_LOADATOMIC,
    FUN_STOREATOMIC_OLD,
    FUN_GEP,
    FUN_STORE,
    FUN_STOREATOMIC,
    FUN_CMPXCHG,
    FUN_LANDINGPAD,
    FUN_CLEANUPRET,
    FUN_CATCHRET,
    FUN_CATCHPAD,
    FUN_CLEANUPPAD,
    FUN_CATCHSWITCH,
    FUN_BUNDLE = 55,
    FUN_UNOP,
    FUN_CALLBR,
    FUN_FREEZE,
    FUN_ATOMICRMW,
    FUN_BLOCKADDR_USERS,
    FUN_DBG_VALUE,
    FUN_DBG_DECLARE,
    FUN_DBG_ASSIGN,
    FUN_DBG_VALUE_SIMPLE,
    FUN_DBG_LABEL,
};
enum { // METADATA
    MDC_STRING_OLD = 1,
    MDC_VALUE,
    MDC_NODE,
    MDC_NAME,
    MDC_DISTINCT_NODE,
    MDC_KIND,
    MDC_LOCATION,
    MDC_OLD_NODE,
    MDC_OLD_FN_NODE,
    MDC_NAMED_NODE,
    MDC_ATTACHMENT,
    MDC_GENERIC_DEBUG,
    MDC_ENUMERATOR = 14,
    MDC_NAMESPACE = 24,
    MDC_EXPRESSION = 29,
    MDC_STRINGS = 35,
    MDC_GLOBAL_ATTACHMENT,
    MDC_INDEX_OFFSET = 38,
    MDC_INDEX,
    MDC_ARG_LIST = 46,
};
enum { SYM_ENTRY = 1, SYM_BLOCK, SYM_FUNCTION };
enum { BIT_ENCODING_LITERAL, BIT_FIXED, BIT_VBR, BIT_ARRAY, BIT_CHAR6, BIT_BLOB };

typedef struct {
    uint8_t kind; // BIT_*
    uint64_t value;
} AbbrevOp;
typedef struct {
    uint32_t n;
    const AbbrevOp *op;
} Abbrev;

extern const char bc_char6[]; // the alphabet of BIT_CHAR6
// Bitcode's numbers of operations, both ways; -1 where there is none.
extern const uint8_t bc_binops[2][13], bc_casts[13];
int bc_binop_code(IrOp op);
int bc_cast_code(IrOp op);
extern const uint8_t bc_linkage_code[IR_NLINKAGES];
extern const uint8_t bc_icmp[10]; // predicate 32 + index -> ours
uint64_t bc_pred_code(uint8_t pred);
uint8_t bc_attr_code(IrAttr a);     // 0: none
int bc_attr_of(uint64_t code);      // IrAttr or -1
bool bc_attr_exists(uint64_t code); // one that LLVM knows
// ATTR_TEXT attributes that are a number in bitcode: uwtable, allocsize, nofpclass ...
void bc_attr_text(IrAttr attr, uint64_t v, Buf *out);
uint64_t bc_attr_number(IrAttr attr, const char *text);

// Debug information nodes (bitcode_di.def).
typedef struct {
    const char *tag;
    uint8_t code;       // of the METADATA record
    uint8_t first;      // bits of the record's first operand besides `distinct`
    const char *fields; // see bitcode_di.def
} BcDiRow;
typedef struct {
    char key[28];
    char kind;
    bool always; // written even when null or zero
    bool newer;  // than LLVM 19
    int at;      // place in the record; -1: bit 1 of the first operand
} BcDiField;
const BcDiRow *bc_di_by_tag(const char *tag); // NULL when unknown
const BcDiRow *bc_di_old(const char *tag);    // as LLVM 7 has it
const BcDiRow *bc_di_by_code(uint64_t code);
// Takes one field of a row's list; NULL behind the last.
const char *bc_di_next(const char *spec, BcDiField *place);
int bc_di_words(char kind); // DwKind of its words, -1 for none

#endif
