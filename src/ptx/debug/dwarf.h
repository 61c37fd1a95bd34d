// SPDX-License-Identifier: Apache-2.0
// Private header of the debugging entries that go with `.target ..., debug`: LLVM's debug metadata
// becomes a tree of entries (DWARF 2, with the later tags and attributes that debuggers know in
// it), which is printed as .debug_abbrev, .debug_info and .debug_loc. The form is that of nvcc -G:
// one unit, strings in place, a register as DW_OP_regx of its name's characters, and
// DW_AT_address_class for the memory that a location is in.
//
//   debug/place.c    while code is selected: where scopes and variables are in it
//   debug/die.c    entries, their layout and text
//   debug/types.c  types and what belongs to classes
//   debug/scope.c  functions, blocks, inlined functions, local variables
//   debug/unit.c   the unit, variables of the module, imports
#ifndef CUPRUM_PTX_DWARF_H
#define CUPRUM_PTX_DWARF_H

#include "ptx/debug/debug.h"

enum { // DWARF 2 to 4, section 7; the names are those of ir/dwarf.def
    DT_ARRAY = 0x01,
    DT_CLASS = 0x02,
    DT_ENUMERATION = 0x04,
    DT_PARAMETER = 0x05,
    DT_IMPORTED_DECLARATION = 0x08,
    DT_LEXICAL_BLOCK = 0x0b,
    DT_MEMBER = 0x0d,
    DT_POINTER = 0x0f,
    DT_REFERENCE = 0x10,
    DT_UNIT = 0x11,
    DT_STRUCTURE = 0x13,
    DT_SUBROUTINE_TYPE = 0x15,
    DT_TYPEDEF = 0x16,
    DT_UNION = 0x17,
    DT_UNSPECIFIED_PARAMETERS = 0x18,
    DT_INHERITANCE = 0x1c,
    DT_INLINED = 0x1d,
    DT_MEMBER_POINTER = 0x1f,
    DT_SUBRANGE = 0x21,
    DT_BASE = 0x24,
    DT_CONST = 0x26,
    DT_ENUMERATOR = 0x28,
    DT_FRIEND = 0x2a,
    DT_FUNCTION = 0x2e,
    DT_TEMPLATE_TYPE = 0x2f,
    DT_TEMPLATE_VALUE = 0x30,
    DT_VARIABLE = 0x34,
    DT_VOLATILE = 0x35,
    DT_RESTRICT = 0x37,
    DT_NAMESPACE = 0x39,
    DT_IMPORTED_MODULE = 0x3a,
    DT_UNSPECIFIED = 0x3b,
    DT_RVALUE_REFERENCE = 0x42,
    DT_TEMPLATE_TEMPLATE = 0x4106,
    DT_TEMPLATE_PACK = 0x4107
};
enum {
    DA_LOCATION = 0x02,
    DA_NAME = 0x03,
    DA_BYTE_SIZE = 0x0b,
    DA_BIT_OFFSET = 0x0c,
    DA_BIT_SIZE = 0x0d,
    DA_STMT_LIST = 0x10,
    DA_LOW_PC = 0x11,
    DA_HIGH_PC = 0x12,
    DA_LANGUAGE = 0x13,
    DA_IMPORT = 0x18,
    DA_COMP_DIR = 0x1b,
    DA_CONST_VALUE = 0x1c,
    DA_CONTAINING_TYPE = 0x1d,
    DA_INLINE = 0x20,
    DA_LOWER_BOUND = 0x22,
    DA_PRODUCER = 0x25,
    DA_PROTOTYPED = 0x27,
    DA_ABSTRACT_ORIGIN = 0x31,
    DA_ACCESSIBILITY = 0x32,
    DA_ADDRESS_CLASS = 0x33,
    DA_ARTIFICIAL = 0x34,
    DA_COUNT = 0x37,
    DA_MEMBER_LOCATION = 0x38,
    DA_DECL_FILE = 0x3a,
    DA_DECL_LINE = 0x3b,
    DA_DECLARATION = 0x3c,
    DA_ENCODING = 0x3e,
    DA_EXTERNAL = 0x3f,
    DA_FRAME_BASE = 0x40,
    DA_FRIEND = 0x41,
    DA_SPECIFICATION = 0x47,
    DA_TYPE = 0x49,
    DA_VIRTUALITY = 0x4c,
    DA_VTABLE_LOCATION = 0x4d,
    DA_RANGES = 0x55,
    DA_CALL_COLUMN = 0x57,
    DA_CALL_FILE = 0x58,
    DA_CALL_LINE = 0x59,
    DA_EXPLICIT = 0x63,
    DA_OBJECT_POINTER = 0x64,
    DA_ENUM_CLASS = 0x6d,
    DA_EXPORT_SYMBOLS = 0x89,
    DA_LINKAGE_NAME = 0x2007,
    DA_TEMPLATE_NAME = 0x2110,
    DA_VECTOR = 0x2107
};
enum {
    DF_ADDR = 0x01,
    DF_DATA2 = 0x05,
    DF_DATA4 = 0x06,
    DF_DATA8 = 0x07,
    DF_STRING = 0x08,
    DF_BLOCK1 = 0x0a,
    DF_DATA1 = 0x0b,
    DF_FLAG = 0x0c,
    DF_SDATA = 0x0d,
    DF_UDATA = 0x0f,
    DF_REF4 = 0x13
};
enum {
    DO_ADDR = 0x03,
    DO_DEREF = 0x06,
    DO_CONSTU = 0x10,
    DO_DUP = 0x12,
    DO_MINUS = 0x1c,
    DO_PLUS = 0x22,
    DO_PLUS_UCONST = 0x23,
    DO_REGX = 0x90,
    DO_PIECE = 0x93,
    DO_BREGX = 0x92,
    DO_CALL_FRAME_CFA = 0x9c,
    DO_IMPLICIT_VALUE = 0x9e,
    DO_STACK_VALUE = 0x9f
};
// DW_AT_address_class, in NVIDIA's numbers (PTX Writer's Guide to Interoperability).
enum {
    DC_REGISTER = 2,
    DC_CONSTANT = 4,
    DC_GLOBAL = 5,
    DC_LOCAL = 6,
    DC_PARAM = 7,
    DC_SHARED = 8,
    DC_GENERIC = 12
};
enum { // LLVM's DIFlag...
    FLAG_ACCESS = 3,
    FLAG_FWD_DECL = 1 << 2,
    FLAG_VIRTUAL = 1 << 5,
    FLAG_ARTIFICIAL = 1 << 6,
    FLAG_EXPLICIT = 1 << 7,
    FLAG_PROTOTYPED = 1 << 8,
    FLAG_OBJECT_POINTER = 1 << 10,
    FLAG_VECTOR = 1 << 11,
    FLAG_STATIC_MEMBER = 1 << 12,
    FLAG_BIT_FIELD = 1 << 19,
    FLAG_ENUM_CLASS = 1 << 24
};

// ---- debug/die.c --------------------------------------------------------------------------------

typedef struct Die Die;
// The bytes of a block or of a list of locations, in which addresses may stand.
typedef struct DieBytes {
    Buf text; // as printed
    uint32_t size;
} DieBytes;
typedef struct DieAttr {
    struct DieAttr *next;
    uint16_t at;
    uint8_t form;
    union {
        uint64_t num;    // data, flag, sdata, udata
        Atom text;       // string; addr: the symbol, 0 for no address
        Die *ref;        // ref4
        DieBytes *block; // block1
    };
    Atom base; // data4: the section or label that the number is added to, 0 for none
} DieAttr;
struct Die {
    uint16_t tag;
    uint32_t offset; // in the unit, once it is laid out
    uint32_t abbrev;
    DieAttr *first, **last;
    Die *child, **last_child, *next, *parent;
};
typedef struct Dwarf {
    SelModule *g;
    Ctx *ctx;
    Arena *a;
    Die *unit;
    Map die;         // metadata node -> Die
    Map abstract;    // DISubprogram -> its abstract entry, where it was inlined
    Map holding;     // DILexicalBlock -> non-NULL: static variables are in it
    Map function;    // scope -> the DISubprogram that it is in
    Map inlined;     // DILocation of a call -> non-NULL: what was inlined there is abstract
    Map word;        // words of debug metadata -> number + 1
    DieBytes loc;    // .debug_loc
    DieBytes ranges; // .debug_ranges
    Buf abbrev;      // .debug_abbrev
    uint32_t nabbrev;
    Map abbrev_of;          // form of an entry -> number
    VEC(const IrMd *) work; // classes whose members are to come
    Die *index_type;        // of arrays' bounds
    uint32_t depth;         // of types in one another
} Dwarf;
// An entry behind its parent's other children.
Die *die_new(Dwarf *dwarf, Die *parent, uint16_t tag);
void die_number(Dwarf *dwarf, Die *die, uint16_t at, uint8_t form, uint64_t num);
// A number in the smallest of data1 to data8.
void die_data(Dwarf *dwarf, Die *die, uint16_t at, uint64_t num);
void die_string(Dwarf *dwarf, Die *die, uint16_t at, Atom text); // nothing for an empty one
void die_flag(Dwarf *dwarf, Die *die, uint16_t at);
void die_ref(Dwarf *dwarf, Die *die, uint16_t at, Die *to); // nothing for NULL
void die_label(Dwarf *dwarf, Die *die, uint16_t at, Atom label);
// A number of 4 bytes that is an offset into a section.
void die_offset(Dwarf *dwarf, Die *die, uint16_t at, const char *section, uint32_t offset);
// An empty block to be filled.
DieBytes *die_block(Dwarf *dwarf, Die *die, uint16_t at);
void die_u8(DieBytes *bytes, uint32_t value);
void die_uleb(DieBytes *bytes, uint64_t value);
void die_sleb(DieBytes *bytes, int64_t value);
void die_address(Dwarf *dwarf, DieBytes *to, Atom symbol); // 8 bytes; 0: zero
void die_append(DieBytes *bytes, const DieBytes *more);
void die_bytes_init(Dwarf *dwarf, DieBytes *to);
// Lays the tree out and adds the sections to the module.
void dwarf_print(Dwarf *dwarf);

// ---- debug/types.c ------------------------------------------------------------------------------
// The fields of a node by their names, NULL, 0 where they are absent or of another kind.
static inline const IrMd *dwarf_node(Dwarf *dwarf, const IrMd *md, const char *key) {
    return ir_di_node(dwarf->ctx, md, key);
}
static inline Atom dwarf_text(Dwarf *dwarf, const IrMd *md, const char *key) {
    return ir_di_text(dwarf->ctx, md, key);
}
static inline bool dwarf_is(Dwarf *dwarf, const IrMd *md, const char *tag) {
    return ir_di_is(dwarf->ctx, md, tag);
}
uint64_t dwarf_number(Dwarf *dwarf, const IrMd *node, const char *key); // words too; false is 0
// An operand of a list.
static inline const IrMd *dwarf_item(const IrMd *list, uint32_t i) {
    return list->op[i];
}
static inline uint32_t dwarf_count(const IrMd *list) {
    return list && list->kind == IR_MD_NODE ? list->n : 0;
}
// The constant of a field that holds a value as metadata, or NULL.
const IrConst *dwarf_constant(Dwarf *dwarf, const IrMd *node, const char *key);
void dwarf_const_value(Dwarf *dwarf, Die *holder, const IrConst *constant);
// The entry of a type, NULL for void; made once.
Die *dwarf_type(Dwarf *dwarf, const IrMd *type);
// The members of the classes that were met; ends when there are no more.
void dwarf_finish_types(Dwarf *dwarf);
void dwarf_set_type(Dwarf *dwarf, Die *typed, const IrMd *type);
// Name, file and line of any node.
void dwarf_name(Dwarf *dwarf, Die *die, const IrMd *named);
void dwarf_place(Dwarf *dwarf, Die *die, const IrMd *declared);
void dwarf_template_parameters(Dwarf *dwarf, Die *instance, const IrMd *list);
// Result and parameters of a subroutine type; they become children of `function` if asked for.
void dwarf_signature(Dwarf *dwarf, Die *function, const IrMd *type, bool parameters);
// What a subprogram's declaration and definition have both.
void dwarf_function_head(Dwarf *dwarf, Die *function, const IrMd *sub, bool parameters);
// A function that is declared in a class or a namespace.
Die *dwarf_declaration(Dwarf *dwarf, const IrMd *sub);

// ---- debug/scope.c ------------------------------------------------------------------------------
// The entry in which what has this scope stands: of a namespace, class, function; else the unit.
Die *dwarf_parent(Dwarf *dwarf, const IrMd *scope);
// The entry of a function that has code or was inlined; NULL if it has none.
Die *dwarf_function_of(Dwarf *dwarf, const IrMd *sub);
void dwarf_functions(Dwarf *dwarf, uint32_t n, SelPlaces *const *func);
// The location of a variable of the module.
void dwarf_global_location(Dwarf *dwarf, Die *holder, const IrGlobal *global, const IrMd *expr);

// ---- debug/place.c ------------------------------------------------------------------------------
enum { AT_NOWHERE, AT_REGISTER, AT_FRAME, AT_PARAM, AT_CONSTANT, AT_SYMBOL };
typedef struct SelWhere { // where a variable is, or what its location begins with
    uint8_t kind;
    PtxReg reg;
    uint64_t offset; // FRAME
    Atom symbol;     // PARAM
    const IrConst *constant;
    const IrGlobal *global; // SYMBOL: its address is the value
    const IrMd *expr;       // what is done with it
    bool value;             // it is the variable's value (#dbg_value), else its place
} SelWhere;
typedef struct SelRange {
    uint32_t from, to; // labels
    SelWhere where;
} SelRange;
enum { SEL_PIECES_MAX = 64 }; // of one variable: of more no location is made
typedef struct SelVar {       // a variable of a scope, or of an inlined copy of it
    const IrMd *var, *inlined_at;
    uint32_t first, n;  // ranges
    bool everywhere;    // the first range holds in the whole scope
    uint64_t bit, bits; // the piece of the variable; bits 0: all of it
    uint32_t piece;     // index + 1 of another piece of it
    bool is_rest;       // it is such another piece
} SelVar;
typedef struct SelRun { // the code from a label to the next run's has this scope
    uint32_t label;
    const IrMd *scope, *inlined_at;
} SelRun;
struct SelPlaces {
    PtxFunc *f;
    const IrMd *sub; // DISubprogram
    uint32_t begin, end;
    VEC(SelRun) run;
    VEC(SelVar) var;
    VEC(SelRange) range;
    Atom depot; // the frame's name
};
#endif
