// SPDX-License-Identifier: Apache-2.0
// Private header of the host's half of a unit: host_text.c (what is changed), host_decl.c (how a
// declaration is read from its tokens), host_alias.c, host_managed.c.
#ifndef CUPRUM_HOST_TEXT_INT_H
#define CUPRUM_HOST_TEXT_INT_H

#include "cuda/cuda.h"
#include "lex/lex.h"

enum { // the marks of a declaration
    HM_HOST = 1,
    HM_DEVICE = 2,
    HM_GLOBAL = 4,
    HM_SHARED = 8,
    HM_CONSTANT = 16,
    HM_MANAGED = 32,
    HM_OTHER = 64, // of CUDA, and no space
    HM_KNOWN = 128 // it has been looked up
};

typedef struct HostEdit { // `len` bytes at `at` become `text`
    size_t at, len;
    const char *text;
    uint32_t order;
} HostEdit;

typedef struct HostRange { // of tokens
    uint32_t begin, end;
} HostRange;

typedef struct HostText {
    Ctx *ctx;
    const Token *tok;
    uint32_t n;
    const char *text;
    Atom main;             // the file that is compiled
    Atom noinline;         // the word __noinline__
    uint8_t *mark;         // by Atom: HM_* of an attribute's name, and HM_KNOWN
    const uint32_t *place; // where the tokens begin in the text
    VEC(HostEdit) edit;
    VEC(HostRange) bodies; // in order: those that are replaced
    BitSet templates;      // by Atom: the name of a template
    Map outside;           // by Atom: a device variable is declared extern
    VEC(uint32_t) scope;   // the braces around the token that is looked at
    uint32_t std_end;      // inside of namespace std: the token that closes it
    BitSet types;          // by Atom: the name of a type, if has_types
    BitSet managed;        // by Atom: the name of a managed variable of relocatable code
    uint32_t managed_end;  // behind the last declaration of one
    uint32_t placed_end;   // behind the last body that has the call
    const char *unit;      // CudaHostOptions.unit
    uint32_t kernels;      // with a body, so far
    bool static_templates, extended_lambda, clang, has_types;
    Buf *table; // CudaHostOptions.table
} HostText;

// A declaration with a space mark. `params` and `body` are 0 where there is none.
typedef struct HostDecl {
    uint32_t begin; // its first token, a template head included
    uint32_t head;  // the `<` of the innermost template head, or 0
    uint32_t after_heads;
    HostRange name; // the declarator's id with its template arguments
    uint32_t params, body;
    uint32_t end;     // behind its last token
    unsigned marks;   // HM_*
    uint32_t extern_; // that token, or 0
    bool has_static, has_constexpr, has_inline, has_auto, trailing, initialised;
} HostDecl;

typedef struct HostParam {
    HostRange range; // without a default argument
    uint32_t name;   // or 0
    uint32_t insert; // where a name would stand: before this token
    bool pack, reference;
} HostParam;
typedef VEC(HostParam) HostParams;

// ---- host_edit.c ----
// Text before token i, and behind it; in the place of the tokens [begin, end); nothing in the place
// of these bytes.
void cuda_host_insert(HostText *host_text, uint32_t i, const char *text);
void cuda_host_append(HostText *host_text, uint32_t i, const char *text);
void cuda_host_replace(HostText *host_text, uint32_t begin, uint32_t end, const char *text);
void cuda_host_cut(HostText *host_text, size_t from, size_t to);
// The tokens [begin, end), a declaration, go; changes inside of it are lost.
void cuda_host_leave_out(HostText *host_text, uint32_t begin, uint32_t end);
// Appends the text, `length` bytes, with all that is noted; what lies in something replaced is
// lost. The tokens of `places`, in order, get where they begin in `out`.
#define HOST_GONE SIZE_MAX // nowhere any more
typedef struct HostPlace {
    uint32_t token;
    size_t at;
} HostPlace;
typedef VEC(HostPlace) HostPlaces;
void cuda_host_apply(HostText *host_text, size_t length, HostPlaces *moved, Buf *out);

// ---- host_unnamed.c ----
// When all other changes are noted: leaves out what libraries declare and nobody names.
void cuda_host_leave_out_unnamed(HostText *host_text);

// ---- host_lambda.c ----
// The lambda-introducers of the unit, for a compiler that tells closures by their places.
HostPlaces cuda_host_lambdas(const HostText *host_text);
// Their rows of the host table, when they have their places in `out`.
void cuda_host_note_lambdas(const HostText *host_text, const HostPlaces *lambdas, Buf *out);

// ---- host_capture.c ----
// Makes the capture defaults of lambdas lists, as the rows of the host table say.
void cuda_host_captures(HostText *host_text);

// ---- host_managed.c ----
// Changes the declaration of the managed variable whose name is at token `name`.
void cuda_host_managed(HostText *host_text, const HostDecl *declared, uint32_t name);
// The token is the name of a managed variable: what evaluates it asks for its place first.
void cuda_host_managed_use(HostText *host_text, uint32_t token);

// ---- host_alias.c ----
// Whether the brace at this token opens a class.
bool cuda_host_opens_class(const HostText *host_text, uint32_t open);
typedef struct HostAlias {
    uint32_t begin, name;
    HostRange type; // what it stands for
} HostAlias;
// Whether the `using` or `typedef` at token `word` is a class's alias named as what it stands for;
// `host_alias` means something only then.
bool cuda_host_alias(const HostText *host_text, uint32_t word, HostAlias *found);
// Whether the identifier at token `name` is that of a member whose type is said by the same name;
// `host_alias` has its declaration's begin and that name in its type.
bool cuda_host_member(const HostText *host_text, uint32_t name, HostAlias *found);
// Whether the token that is looked at is a class's own: the innermost brace around it opens one.
bool cuda_host_in_class(const HostText *host_text);

// ---- host_decl.c ----
// Bits HM_* if an attribute of CUDA's begins at token i, with its end; else 0.
unsigned cuda_host_mark(const HostText *host_text, uint32_t i, uint32_t *end);
// Appends what of that attribute is not CUDA's.
void cuda_host_other_attributes(const HostText *host_text, uint32_t i, Buf *out);
// Attribute lists that are entries of the one at i, or of [[gnu::x]], become entries themselves.
void cuda_host_lift_inner_lists(HostText *host_text, uint32_t i);
// The token that closes the `<` at i, or that opens the `>` at i; 0: none does.
uint32_t cuda_host_close_angle(const HostText *host_text, uint32_t i);
uint32_t cuda_host_open_angle(const HostText *host_text, uint32_t i);
// The declaration around the mark at token i. False: it is a lambda's, or none that is understood.
bool cuda_host_declaration(const HostText *host_text, uint32_t i, HostDecl *filled);
// Whether it is a constructor or destructor: nothing that could be a type stands before its name.
bool cuda_host_is_structor(const HostText *host_text, const HostDecl *declared);
// The parameters between the tokens `open` and `close`; of a template head or of a function.
HostParams cuda_host_params(const HostText *host_text, uint32_t open, uint32_t close,
                            bool of_template);

static inline size_t host_offset(const HostText *host_text, uint32_t token) {
    return host_text->place[token];
}

static inline uint16_t host_kind(const HostText *host_text, uint32_t token) {
    return host_text->tok[token].kind;
}

// The bracket that closes or opens the one at this token.
static inline uint32_t host_partner(const HostText *host_text, uint32_t token) {
    return host_text->tok[token].match;
}

static inline bool cuda_host_is(const HostText *host_text, uint32_t i, const char *word) {
    return strcmp(atom_str(host_text->ctx, host_text->tok[i].text), word) == 0;
}

#endif
