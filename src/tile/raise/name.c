// SPDX-License-Identifier: Apache-2.0
// What the name of a builtin says (irgen/tile.c makes them): types and template arguments.
#include "tile/raise/raise_int.h"

#include <stdio.h>
#include <stdlib.h>

static const struct {
    char word[5];
    uint8_t kind;
    bool sign;
} words[] = {
    {"b", TILE_T_I1, false},     {"s8", TILE_T_I8, true},      {"u8", TILE_T_I8, false},
    {"s16", TILE_T_I16, true},   {"u16", TILE_T_I16, false},   {"s32", TILE_T_I32, true},
    {"u32", TILE_T_I32, false},  {"s64", TILE_T_I64, true},    {"u64", TILE_T_I64, false},
    {"f16", TILE_T_F16, true},   {"bf16", TILE_T_BF16, true},  {"f32", TILE_T_F32, true},
    {"f64", TILE_T_F64, true},   {"tf32", TILE_T_TF32, true},  {"e4m3", TILE_T_E4M3, true},
    {"e5m2", TILE_T_E5M2, true}, {"e8m0", TILE_T_E8M0, false}, {"e5m3", TILE_T_E5M3, false},
    {"e2m1", TILE_T_E2M1, true}};

static TileTypeKind number_kind(const char *at, size_t n, bool *sign) {
    for (size_t i = 0; i < CU_COUNT(words); i++) {
        if (strlen(words[i].word) != n || memcmp(words[i].word, at, n) != 0) continue;
        *sign = words[i].sign;
        return (TileTypeKind)words[i].kind;
    }
    return TILE_T_COUNT;
}

// Behind a type, or what stands in parentheses behind a class's name.
static const char *type_end(const char *at) {
    for (int depth = 0; *at; at++) {
        if (*at == '(') depth++;
        if (*at == ')') depth--;
        if (depth == 0 && is_any_of(*at, ';', '|')) break;
    }
    return at;
}

static const char *next_type(const char *at) {
    at = type_end(at);
    return at + (*at && *at != '|');
}

// Tags are classes and have parentheses.
static RzType read_type(const char *at, const char *end) {
    RzType type = {.element = TILE_T_COUNT, .pointee = TILE_T_COUNT};
    size_t n = (size_t)(end - at);
    type.none = memchr(at, '(', n) != NULL;
    bool pointer = *at == '*';
    const char *colon = memchr(at, ':', n);
    const char *word = at + pointer, *stop = colon ? colon : end;
    TileTypeKind kind = number_kind(word, (size_t)(stop - word), &type.sign);
    type.element = pointer ? TILE_T_PTR : kind;
    if (pointer) type.pointee = kind == TILE_T_COUNT ? TILE_T_I8 : kind;
    type.tile = colon != NULL;
    for (const char *s = colon; s && s + 1 < end && type.rank < RZ_MAX_RANK;) {
        type.shape[type.rank++] = strtoll(s + 1, NULL, 10);
        s = memchr(s + 1, 'x', (size_t)(end - s - 1));
    }
    return type;
}

bool rz_read_call(const Rz *rz, const IrInst *asked, RzCall *found) {
    const IrFunc *callee = ir_is_call_like(asked) ? ir_as_func(ir_callee(asked)) : NULL;
    if (!callee || !rz_is_builtin(callee->g.m, callee)) return false;
    *found = (RzCall){.inst = asked, .narg = ir_call_nargs(asked)};
    found->name = atom_str(rz->ctx, callee->g.v.name) + strlen("tile:");
    const char *at = strchr(found->name, '|');
    // the operators | and || have the sign in their names
    if (strncmp(found->name, "operator|", 9) == 0)
        at = found->name + 8 + strspn(found->name + 8, "|") - 1;
    found->length = (size_t)(at - found->name);
    const char *dot = memchr(found->name, '.', found->length);
    found->members = dot ? dot + 1 : NULL;
    const char *end = type_end(at + 1);
    found->result = read_type(at + 1, end);
    for (at = end + 1; *at && *at != '|'; at = next_type(at)) {
        RzType type = read_type(at, type_end(at));
        if (!type.none && found->nparam < RZ_MAX_ARGS) found->param[found->nparam++] = type;
    }
    found->targs = *at ? at + 1 : at;
    return found->nparam <= found->narg;
}

// ---- template arguments ------------------------------------------------------------------------

int64_t rz_mode(const RzCall *call, const char *name, int64_t absent) {
    size_t n = strlen(name);
    for (const char *at = call->targs; *at && *at != '|';) {
        if (strncmp(at, name, n) == 0 && at[n] == '=') return strtoll(at + n + 1, NULL, 10);
        at = next_type(at);
    }
    return absent;
}

int64_t rz_integer(const RzCall *call, uint32_t place, int64_t absent) {
    for (const char *at = call->targs; *at && *at != '|';) {
        if (*at == '=' && place-- == 0) return strtoll(at + 1, NULL, 10);
        at = next_type(at);
    }
    return absent;
}

bool rz_targ_type(const RzCall *call, uint32_t n, RzType *named) {
    const char *at = call->targs;
    for (; *at && *at != '|' && n; n--) {
        at = next_type(at);
    }
    if (!*at || *at == '|') return false;
    RzType found = read_type(at, type_end(at));
    if (found.element == TILE_T_COUNT) return false;
    *named = found;
    return true;
}

bool rz_targ_before(const RzCall *call, const char *name, RzType *named) {
    size_t n = strlen(name);
    for (const char *at = call->targs, *last = NULL; *at && *at != '|';) {
        if (strncmp(at, name, n) == 0 && at[n] == '(') {
            if (last) *named = read_type(last, type_end(last));
            return last && named->element != TILE_T_COUNT;
        }
        last = at;
        at = next_type(at);
    }
    return false;
}

// The class among the template arguments, behind its '('; NULL: there is none.
static const char *find_class(const RzCall *call, const char *name, uint32_t skip) {
    size_t n = strlen(name);
    for (const char *at = call->targs; *at && *at != '|';) {
        if (strncmp(at, name, n) == 0 && at[n] == '(' && skip-- == 0) return at + n + 1;
        at = next_type(at);
    }
    return NULL;
}

int rz_list(const RzCall *call, const char *name, uint32_t skip, int64_t *at) {
    const char *s = find_class(call, name, skip);
    int n = s ? 0 : -1;
    for (; s && *s && *s != ')'; s++) {
        if (*s == '=' && n < RZ_MAX_RANK) at[n++] = strtoll(s + 1, NULL, 10);
    }
    return n;
}

uint32_t rz_list_bits(const RzCall *call, const char *name) {
    const char *s = find_class(call, name, 0);
    return s && is_any_of(*s, 's', 'u') ? (uint32_t)strtoul(s + 1, NULL, 10) : 32;
}

// ---- hints -------------------------------------------------------------------------------------

static TileNamed *entry(Rz *rz, TileNamed *at, const char *name, size_t n, const TileAttr *value) {
    at->name = atom_intern(rz->ctx, name, n);
    at->value = value;
    return at + 1;
}

// A number, or whether.
static const TileAttr *hint_value(Rz *rz, const char *at) {
    bool yes = strncmp(at, "true", 4) == 0, no = strncmp(at, "false", 5) == 0;
    TileAttr *attr = tile_attr_new(rz->module, yes || no ? TILE_A_BOOL : TILE_A_INTEGER);
    attr->bits = yes || no ? yes : strtoull(at, NULL, 10);
    if (!yes && !no) attr->type = tile_number_type(rz->module, TILE_T_I64);
    return attr;
}

static TileAttr *dictionary(Rz *rz, TileAttrKind kind, const TileNamed *at, const TileNamed *end) {
    TileAttr *attr = tile_attr_new(rz->module, kind);
    attr->n = (uint32_t)(end - at);
    attr->named = arena_copy(rz->arena, at, attr->n * sizeof *at, 8);
    return attr;
}

enum { MOST_HINTS = 16 };

// "key=value key=value" up to the ';'.
static const TileAttr *hints_of(Rz *rz, const char *at, const char *end) {
    TileNamed named[MOST_HINTS], *next = named;
    while (at < end && next < named + MOST_HINTS) {
        const char *equal = memchr(at, '=', (size_t)(end - at));
        const char *blank = memchr(at, ' ', (size_t)(end - at));
        if (equal) next = entry(rz, next, at, (size_t)(equal - at), hint_value(rz, equal + 1));
        at = blank ? blank + 1 : end;
    }
    return dictionary(rz, TILE_A_DICTIONARY, named, next);
}

// "900 key=value;0 key=value;": architectures as __CUDA_ARCH__ has them, 0 is all.
const TileAttr *rz_hints(Rz *rz, const char *text) {
    TileNamed named[MOST_HINTS], *next = named;
    for (const char *at = text; at && *at && next < named + MOST_HINTS;) {
        char *behind;
        unsigned long arch = strtoul(at, &behind, 10);
        const char *end = strchr(behind, ';');
        if (!end) break;
        char name[24];
        snprintf(name, sizeof name, "sm_%lu", arch / 10);
        if (!arch) strcpy(name, "default");
        next = entry(rz, next, name, strlen(name), hints_of(rz, behind + (*behind == ' '), end));
        at = end + 1;
    }
    return next == named ? NULL : dictionary(rz, TILE_A_HINTS, named, next);
}

void rz_set_hints(Rz *rz, TileOp *access, const RzCall *call) {
    const char *text = strchr(call->targs, '|');
    if (text) rz_set_attr(access, "optimization_hints", rz_hints(rz, text + 1));
}

bool rz_is_builtin(const IrModule *module, const IrFunc *fn) {
    return strncmp(atom_str(module->ctx, fn->g.v.name), "tile:", 5) == 0;
}
