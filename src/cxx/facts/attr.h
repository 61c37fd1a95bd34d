// SPDX-License-Identifier: Apache-2.0
// attr.h: attributes that are no flags of their own, and the words that name them.
#ifndef CUPRUM_CXX_FACTS_ATTR_H
#define CUPRUM_CXX_FACTS_ATTR_H

#include "cxx/facts/parse.h"

// Attributes that are not flags of their own (decl/attr.c).
typedef struct AttrSet {
    bool packed, weak, used, noreturn, noinline, forceinline, may_alias, nodiscard, warn_unused,
        maybe_unused, deprecated, no_unique_address, constructor, gnu_inline, returns_twice,
        const_fn, pure_fn, convergent, init_seg, transparent_union, visibility_hidden, likely,
        unlikely, fallthrough;
    uint32_t align;       // 0: none
    Pos alignas_pos;      // of the last `alignas`, 0: none
    uint32_t vector_size; // bytes, 0: none
    uint8_t mode;         // __attribute__((mode(X))): TyKind + 1
    uint16_t cuda;        // CU_*
    LaunchBounds *bounds;
    Atom version;    // of a function for some processors only: what its attribute says, or 0
    Atom tile_hints; // [[cutile::hint(N, key=value)]]: "N key=value ...;", one behind another
    Atom section, alias, asm_label, deprecated_text, nodiscard_text;
    bool device_builtin, cudart_builtin, device_builtin_texture, device_builtin_surface, nv_pure,
        host_has_own; // host code calls another function of the name
} AttrSet;

// What a row of attr.def does.
typedef enum {
    ATTR_CUDA,
    ATTR_FLAG,
    ATTR_LAUNCH_BOUNDS,
    ATTR_MAXNREG,
    ATTR_CLUSTER_DIMS,
    ATTR_BLOCK_SIZE,
    ATTR_ALIGNED,
    ATTR_VECTOR_SIZE,
    ATTR_MODE,
    ATTR_SECTION,
    ATTR_ALIAS,
    ATTR_VISIBILITY,
    ATTR_VERSION,
    ATTR_TILE_HINT
} AttrAction;

// A row of attr.def.
typedef struct AttrRow {
    char name[32], reserved[36]; // `noinline`, `__noinline__`
    uint8_t action;
    uint16_t value;
} AttrRow;

// ---- attr_word.c --------------------------------------------------------------------------------

// [[, __attribute__, alignas, __declspec, or a word of attr.def that stands by itself.
bool cxx_at_attribute(const Parse *parse);
// Attribute words that stand outside of __attribute__ (`__global__`, `__forceinline__`).
bool cxx_is_attr_keyword(Cxx *cxx, Atom a);
bool cxx_token_takes_parens(Cxx *cxx, Atom a); // `__launch_bounds__`, `__align__`
// What the word tells the index: IX_KERNEL, IX_DEVICE, IX_HOST, or 0.
uint16_t cxx_attr_index_flag(Cxx *cxx, Atom atom);
// Both sets in one; either may be NULL.
AttrSet *cxx_attrs_merge(Cxx *cxx, AttrSet *known, AttrSet *more);
// The row of an attribute by its name in either spelling, or NULL.
const AttrRow *cxx_attr_row_of(Cxx *cxx, Atom a);
// The row of a word that stands by itself, or NULL.
const AttrRow *cxx_attr_word_row(Cxx *cxx, Atom a);

#endif
