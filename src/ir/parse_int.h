// SPDX-License-Identifier: Apache-2.0
// Private to parse*.c, the reader of LLVM assembly: tokens and the state of one read.
//
// The first error is reported and ends the read: from then on the lexer gives only T_EOF, so that
// every loop ends. Nothing of the text is trusted: nesting is limited, numbers are checked.
#ifndef CUPRUM_PARSE_INT_H
#define CUPRUM_PARSE_INT_H

#include "ir/ir_int.h"

typedef enum {
    T_EOF,
    T_PUNCT,   // one character, in `punct`; "..." is '.'
    T_WORD,    // add, i32, nsw
    T_LABEL,   // name:
    T_LOCAL,   // %name
    T_LOCALNO, // %5
    T_GLOBAL,
    T_GLOBALNO,
    T_META,   // !name
    T_METANO, // !5
    T_ATTRNO, // #5
    T_COMDAT, // $name
    T_STRING,
    T_INT, // -5, u0x1F
    T_FP   // 1.5e+00, 0x..., 0xH..., 0xR..., 0xL...
} TokKind;
typedef struct {
    uint8_t kind;
    char punct;
    uint32_t num;  // LOCALNO, GLOBALNO, METANO, ATTRNO; T_LABEL: number if `s` is all digits
    const char *s; // spelling without sigil; strings still with their escapes
    uint32_t n;
} Tok;

typedef struct {
    IrAttrList *list;
    uint32_t group;
    const IrAttrSet **set; // list NULL: a global's
} GroupRef;

typedef struct {
    Ctx *ctx;
    IrModule *m;
    const char *file;
    const char *begin, *end, *p; // text; next character
    Tok tok;
    const char *tok_at;
    bool failed;
    uint32_t depth;
    Arena tmp;
    Map globals;   // name -> IrGlobal being referred to (placed later)
    Map global_no; // number + 1 -> same
    Map groups;    // number + 1 -> IrAttrSet
    VEC(GroupRef) group_refs;
    Map md; // number + 1 -> IrMd
    Map type_no;
    uint32_t next_global_no;
    VEC(IrFunc *) replaced; // duplicate intrinsics, and what they are now
    VEC(IrFunc *) replaced_by;
    // the function at hand
    IrFunc *fn;
    IrBuilder b;
    Map local;    // name -> IrValue (or placeholder)
    Map local_no; // number + 1 -> the same
    Map fwd;      // placeholder's address -> its position in the text
    uint32_t next_no;
    IrBlock *last_block; // last defined
    uint32_t undefined_blocks;
} Parser;

// parse_lex.c
void pa_next(Parser *p);
bool pa_fail(Parser *p, const char *fmt, ...) CU_PRINTF(2, 3); // returns false
bool pa_fail_at(Parser *p, const char *at, const char *fmt, ...) CU_PRINTF(3, 4);
static inline bool pa_is(const Parser *p, char c) {
    return p->tok.kind == T_PUNCT && p->tok.punct == c;
}
bool pa_eat(Parser *p, char c);    // takes it if it is there
bool pa_expect(Parser *p, char c); // an error if not
bool pa_is_word(const Parser *p, const char *w);
bool pa_eat_word(Parser *p, const char *w);
Atom pa_string(Parser *p); // decodes the T_STRING at hand and takes it
Atom pa_name(Parser *p);   // the name of the LOCAL, GLOBAL, LABEL... at hand (not taken)
bool pa_u64(Parser *p, uint64_t *v, uint64_t max);
bool pa_enter(Parser *p); // nesting
void pa_leave(Parser *p);

// parse_val.c
IrType *pa_type(Parser *p);      // NULL after an error
IrType *pa_type_void(Parser *p); // void too
IrConst *pa_const(Parser *p, IrType *t);
IrValue *pa_value(Parser *p, IrType *t); // constants and locals
IrValue *pa_typed(Parser *p);
IrBlock *pa_block_ref(Parser *p); // label %x
IrGlobal *pa_global_ref(Parser *p, IrType *t);
IrValue *pa_local_ref(Parser *p, IrType *t);
bool pa_define_local(Parser *p, Atom name, bool numbered, uint32_t no, IrValue *v);
IrConst *pa_int_const(Parser *p, IrType *t);

// parse_md.c
IrMd *pa_md(Parser *p); // a metadata operand
bool pa_md_def(Parser *p);
bool pa_attachment(Parser *p, IrMd **dbg, Arena *a, IrMdAttach **list); // at T_META
bool pa_attrs(Parser *p, IrAttrList *l, const IrAttrSet **set, int at, bool in_group);

// parse_inst.c
bool pa_body(Parser *p);
uint32_t pa_cc(Parser *p);

#endif
