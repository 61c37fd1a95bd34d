// SPDX-License-Identifier: Apache-2.0
// Specifiers by their words: many declarations must not have some of them (a variable no `virtual`,
// a binding no `inline`), and a message names the word. Each place has its list of what it refuses.
#include "cxx/facts/diag.h"
#include "cxx/decl/decl.h"

// What a word sets: flags (DF_*), a memory space (CU_*), or else a member of DeclSpec.
typedef struct WordRow {
    const char *text;
    uint32_t flags;
    uint16_t cuda;
    size_t member;
} WordRow;

static const WordRow rows[] = {
    [SW_TYPEDEF] = {"typedef", .member = offsetof(DeclSpec, is_typedef)},
    [SW_FRIEND] = {"friend", .member = offsetof(DeclSpec, is_friend)},
    [SW_VIRTUAL] = {"virtual", .member = offsetof(DeclSpec, is_virtual)},
    [SW_EXPLICIT] = {"explicit", .member = offsetof(DeclSpec, is_explicit)},
    [SW_REGISTER] = {"register", .member = offsetof(DeclSpec, is_register)},
    [SW_THREAD_LOCAL] = {"thread_local", .member = offsetof(DeclSpec, is_thread)},
    [SW_STATIC] = {"static", .flags = DF_STATIC},
    [SW_EXTERN] = {"extern", .flags = DF_EXTERN},
    [SW_INLINE] = {"inline", .flags = DF_INLINE},
    [SW_MUTABLE] = {"mutable", .flags = DF_MUTABLE},
    [SW_CONSTEXPR] = {"constexpr", .flags = DF_CONSTEXPR},
    [SW_CONSTEVAL] = {"consteval", .flags = DF_CONSTEVAL},
    [SW_CONSTINIT] = {"constinit", .flags = DF_CONSTINIT},
    [SW_DEVICE] = {"__device__", .cuda = CU_DEVICE},
    [SW_CONSTANT] = {"__constant__", .cuda = CU_CONSTANT},
    [SW_MANAGED] = {"__managed__", .cuda = CU_MANAGED},
    [SW_SHARED] = {"__shared__", .cuda = CU_SHARED},
};

static bool has_word(const DeclSpec *ds, const WordRow *asked) {
    if (asked->flags) return ds->flags & asked->flags;
    if (asked->cuda) return ds->cuda & asked->cuda;
    return *(const bool *)((const char *)ds + asked->member);
}

const char *cxx_first_word(const DeclSpec *ds, const uint8_t *words, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        const WordRow *row = &rows[words[i]];
        if (has_word(ds, row)) return row->text;
    }
    return NULL;
}

void cxx_refuse_words(Parse *parse, const DeclSpec *ds, const uint8_t *words, uint32_t n, Pos pos) {
    for (uint32_t i = 0; i < n; i++) {
        const WordRow *row = &rows[words[i]];
        if (has_word(ds, row)) CXX_DIAG(parse->x, d_specifier_here, pos, row->text);
    }
}
