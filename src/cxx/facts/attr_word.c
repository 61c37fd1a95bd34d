// SPDX-License-Identifier: Apache-2.0
// The words of attributes, asked as tokens: which row of attr.def a word is, whether it stands by
// itself, whether parentheses belong to it, what it tells the index. What attributes say is read
// where declarations are (decl/attr.c).
#include "cxx/facts/facts.h"
#include "cxx/facts/state.h"

static const struct {
    char word[32], name[32];
} attr_word[] = {
#define KEYWORD_ATTR(w, n) {w, n},
#include "cxx/facts/attr.def"
};

// Keys of rows that have been looked for: atoms; of words of their own with bit 32.
static const uint64_t WORD = 1ull << 32;

static const AttrRow attr_row[] = {
#define ATTR(n, a, v) {n, "__" n "__", ATTR_##a, (uint16_t)(v)},
#include "cxx/facts/attr.def"
};

static bool is_cuda(const AttrRow *row) {
    return row->action == ATTR_CUDA ||
           (row->action >= ATTR_LAUNCH_BOUNDS && row->action <= ATTR_BLOCK_SIZE);
}

static const AttrRow none;

static const AttrRow *row_named(const Cxx *cxx, const char *text) {
    bool reserved = text[0] == '_' && text[1] == '_';
    char first = text[reserved ? 2 : 0];
    for (size_t i = 0; i < CU_COUNT(attr_row); i++) {
        const AttrRow *row = &attr_row[i];
        bool may_be = row->name[0] == first; // no call for most
        if (!may_be || strcmp(reserved ? row->reserved : row->name, text) != 0) continue;
        return cxx->opt.host_language && is_cuda(row) ? &none : row;
    }
    return &none;
}

static const AttrRow *row_of_word(const Cxx *cxx, const char *text) {
    for (size_t i = 0; i < CU_COUNT(attr_word) && !cxx->opt.host_language; i++) {
        if (strcmp(attr_word[i].word, text) == 0) return row_named(cxx, attr_word[i].name);
    }
    return &none;
}

// A program says few of the names, so each is looked for when it is said.
const AttrRow *cxx_attr_row_of(Cxx *cxx, Atom a) {
    void **row = map_slot(&cxx->decls->attrs.rows, a);
    if (!*row) *row = (void *)row_named(cxx, atom_str(cxx->ctx, a));
    return *row == &none ? NULL : *row;
}

// All words begin with underscores.
static bool may_be_word(Cxx *cxx, Atom a) {
    const char *text = atom_str(cxx->ctx, a);
    return text[0] == '_' && text[1] == '_';
}

const AttrRow *cxx_attr_word_row(Cxx *cxx, Atom a) {
    if (!may_be_word(cxx, a)) return NULL;
    void **row = map_slot(&cxx->decls->attrs.rows, WORD | a);
    if (!*row) *row = (void *)row_of_word(cxx, atom_str(cxx->ctx, a));
    return *row == &none ? NULL : *row;
}

bool cxx_is_attr_keyword(Cxx *cxx, Atom a) {
    return cxx_attr_word_row(cxx, a) != NULL;
}

bool cxx_token_takes_parens(Cxx *cxx, Atom a) {
    const AttrRow *r = cxx_attr_word_row(cxx, a);
    return r && r->action >= ATTR_LAUNCH_BOUNDS;
}

uint16_t cxx_attr_index_flag(Cxx *cxx, Atom atom) {
    const AttrRow *r = cxx_attr_row_of(cxx, atom);
    if (!r) r = cxx_attr_word_row(cxx, atom);
    if (!r || r->action != ATTR_CUDA) return 0;
    return r->value & CU_GLOBAL                                ? IX_KERNEL
           : r->value & CU_DEVICE                              ? IX_DEVICE
           : r->value & CU_HOST                                ? IX_HOST
           : r->value & (CU_SHARED | CU_CONSTANT | CU_MANAGED) ? IX_DEVICE
                                                               : 0;
}

bool cxx_at_attribute(const Parse *parse) {
    switch (cxx_peek(parse)) {
    case T_LBRACKET: return cxx_peek_n(parse, 1) == T_LBRACKET;
    case T_KW_ATTRIBUTE:
    case T_KW_ALIGNAS:
    case T_KW_DECLSPEC: return true;
    case T_IDENT: return cxx_attr_word_row(parse->x, parse->tok[parse->at].text) != NULL;
    default: return false;
    }
}

AttrSet *cxx_attrs_merge(Cxx *cxx, AttrSet *known, AttrSet *more) {
    if (!known) return more;
    if (!more || known == more) return known;
    AttrSet *m = arena_copy(xa(cxx), known, sizeof *known, _Alignof(AttrSet));
    for (size_t i = 0; i < CU_COUNT(attr_row); i++) {
        if (attr_row[i].action != ATTR_FLAG) continue;
        *((bool *)m + attr_row[i].value) |= *((bool *)more + attr_row[i].value);
    }
    m->align = CU_MAX(known->align, more->align);
    m->cuda |= more->cuda;
    if (more->bounds) m->bounds = more->bounds;
    if (more->section) m->section = more->section;
    if (more->deprecated_text) m->deprecated_text = more->deprecated_text;
    if (more->nodiscard_text) m->nodiscard_text = more->nodiscard_text;
    if (more->alias) m->alias = more->alias;
    if (more->version) m->version = more->version;
    if (more->tile_hints) m->tile_hints = more->tile_hints;
    if (more->mode) m->mode = more->mode;
    if (more->vector_size) m->vector_size = more->vector_size;
    m->visibility_hidden |= more->visibility_hidden;
    return m;
}
