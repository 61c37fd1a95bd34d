// SPDX-License-Identifier: Apache-2.0
// The verifier: functions, blocks, and of each operation what its row in op.def says; the rest
// are rules (rule.def).
#include "tile/verify/verify_int.h"

enum { MOST_ERRORS = 20 };

// A module that is all wrong is not worth hundreds of lines.
static bool report(TileVerifier *v, uint64_t at, const char *what, const char *format,
                   va_list args) {
    if (v->errors++ >= MOST_ERRORS) return false;
    Buf text;
    buf_init(&text, &v->ctx->perm);
    buf_vprintf(&text, format, args);
    return diag(v->ctx, DIAG_OF(tile, tile_verify), 0, v->module->file, tile_place(v->module, at),
                what, buf_cstr(&text));
}

bool tv_fail(TileVerifier *v, const TileOp *culprit, const char *format, ...) {
    va_list args;
    va_start(args, format);
    report(v, culprit->at, tile_row(culprit)->name, format, args);
    va_end(args);
    return false;
}

bool tv_fail_at(TileVerifier *v, uint64_t at, const char *what, const char *format, ...) {
    va_list args;
    va_start(args, format);
    report(v, at, what, format, args);
    va_end(args);
    return false;
}

// ---- slots -------------------------------------------------------------------------------------

// Sets are bits by kind, with one more for "no dimensions".
static bool in_set(const TileType *type, uint32_t set) {
    if (set & TILE_SET_SCALAR && !(tile_is_tile(type) && type->nshape == 0)) return false;
    uint32_t bit = 1u << tile_element(type);
    // A number or pointer that is no tile is none of these.
    bool bare = bit & (TILE_SET_TILE) && !tile_is_tile(type);
    return set & bit && !bare;
}

// What is possible, for the message.
static const char *set_text(TileVerifier *v, uint32_t set) {
    Buf text;
    buf_init(&text, v->arena);
    buf_puts(&text, set & TILE_SET_SCALAR ? "a tile without dimensions of" : "one of");
    for (int kind = 0; kind < TILE_T_COUNT; kind++) {
        if (set >> kind & 1) buf_printf(&text, " %s", tile_type_row[kind].name);
    }
    return buf_cstr(&text);
}

// All values of one slot.
static bool check_values(TileVerifier *v, const TileOp *owner, const TileSlot *slot, bool operands,
                         TileValue *const *at, uint32_t n, uint32_t i) {
    const char *kind = operands ? "operand" : "result";
    if (slot->many == TILE_ONE && n != 1)
        return tv_fail(v, owner, "has %u values as %s '%s'", n, kind, slot->name);
    for (uint32_t k = 0; k < n; k++) {
        if (!tv_type(v, owner->at, tile_row(owner)->name, at[k]->type)) return false;
        if (!in_set(at[k]->type, slot->types)) {
            const char *type = tv_type_text(v, at[k]->type);
            return tv_fail(v, owner, "has %s as %s '%s', which is %s", type, kind, slot->name,
                           set_text(v, slot->types));
        }
    }
    return true;
}

static bool check_operands(TileVerifier *v, const TileOp *checked) {
    const TileOpRow *row = tile_row(checked);
    for (uint32_t i = 0; i < tile_nslots(row->operand); i++) {
        uint32_t n;
        TileValue **at = tile_operands(checked, i, &n);
        if (!check_values(v, checked, &row->operand[i], true, at, n, i)) return false;
    }
    return true;
}

static bool check_results(TileVerifier *v, const TileOp *checked) {
    const TileOpRow *row = tile_row(checked);
    uint32_t slots = tile_nslots(row->result);
    bool many = tile_has_many(row->result);
    if (!many && checked->nresult != slots)
        return tv_fail(v, checked, "has %u results, not %u", checked->nresult, slots);
    for (uint32_t i = 0; i < slots; i++) {
        TileValue *const *at = checked->result + (many ? 0 : i);
        if (!check_values(v, checked, &row->result[i], false, at, many ? checked->nresult : 1, i))
            return false;
    }
    return true;
}

// A list of numbers may be missing: it is then the empty one.
static bool check_attrs(TileVerifier *v, const TileOp *checked) {
    const TileOpRow *row = tile_row(checked);
    for (uint32_t i = 0; i < tile_nattrs(row->attr); i++) {
        const TileAttrSlot *slot = &row->attr[i];
        bool may_lack = slot->maybe || slot->kind == TILE_A_INTS;
        if (!checked->attr[i] && !may_lack)
            return tv_fail(v, checked, "lacks its attribute '%s'", slot->name);
    }
    return true;
}

// ---- `same` ------------------------------------------------------------------------------------

typedef struct {
    TileValue *const *at;
    uint32_t n;
} Group;

// A name in `same` is a slot of operands or of results.
static Group named_group(const TileOp *op, const char *name, size_t n) {
    const TileOpRow *row = tile_row(op);
    Group group = {NULL, 0};
    int slot = tile_slot_find(row->operand, name, n);
    if (slot >= 0) {
        group.at = tile_operands(op, (uint32_t)slot, &group.n);
        return group;
    }
    slot = tile_slot_find(row->result, name, n);
    if (slot < 0) return group;
    bool many = row->result[slot].many == TILE_MANY;
    return (Group){op->result + (many ? 0 : slot), many ? op->nresult : 1};
}

bool tv_same_shape(const TileType *a, const TileType *b) {
    return a->nshape == b->nshape &&
           (a->nshape == 0 || memcmp(a->shape, b->shape, a->nshape * sizeof *a->shape) == 0);
}

// T type, S shape, E element, R rank.
static bool agree(char letter, const TileType *a, const TileType *b) {
    if (letter == 'T') return a == b;
    if (letter == 'S') return tv_same_shape(a, b);
    if (letter == 'E') return tile_is_tile(a) && tile_is_tile(b) && a->sub == b->sub;
    return a->nshape == b->nshape;
}

// All are compared with the first, and the message names it.
static bool check_group(TileVerifier *v, const TileOp *owner, const char *group, size_t length) {
    static const char *const what[] = {
        ['T'] = "type", ['S'] = "shape", ['E'] = "element type", ['R'] = "rank"};
    const TileType *first = NULL;
    for (const char *word = group + 2; word < group + length;) {
        size_t n = strcspn(word, " ;");
        Group values = named_group(owner, word, n);
        for (uint32_t i = 0; i < values.n; i++) {
            if (!first) first = values.at[i]->type;
            if (agree(*group, first, values.at[i]->type)) continue;
            const char *type = tv_type_text(v, values.at[i]->type);
            return tv_fail(v, owner,
                           "has another %s as '%.*s', %s, than %s: all of '%.*s' have the same",
                           what[(int)*group], (int)n, word, type, tv_type_text(v, first),
                           (int)length - 2, group + 2);
        }
        word += n + 1;
    }
    return true;
}

static bool check_same(TileVerifier *v, const TileOp *checked) {
    for (const char *group = tile_row(checked)->same; *group;) {
        size_t n = strcspn(group, ";");
        if (!check_group(v, checked, group, n)) return false;
        group += n + (group[n] == ';');
    }
    return true;
}

// ---- blocks ------------------------------------------------------------------------------------

static void check_block(TileVerifier *v, const TileBlock *region);

// Only the branch of an if that is not taken may be missing.
static bool check_regions(TileVerifier *v, const TileOp *checked) {
    for (uint32_t i = 0; i < tile_row(checked)->nregion; i++) {
        bool may_lack = checked->code == TILE_O_IF && i == 1;
        if (!checked->region[i] && !may_lack) return tv_fail(v, checked, "has an empty region");
        if (checked->region[i]) check_block(v, checked->region[i]);
    }
    return true;
}

// Later checks rely on earlier ones: the first failure ends them.
static void check_op(TileVerifier *v, const TileOp *checked) {
    (void)(check_operands(v, checked) && check_results(v, checked) && check_attrs(v, checked) &&
           check_same(v, checked) && check_regions(v, checked) && tv_rules(v, checked) &&
           tv_op_debug(v, checked));
}

static void check_block(TileVerifier *v, const TileBlock *region) {
    uint64_t at = region->parent ? region->parent->at : region->func->at;
    const char *what = region->parent ? tile_row(region->parent)->name : "entry";
    for (uint32_t i = 0; i < region->narg; i++) tv_type(v, at, what, region->arg[i]->type);
    if (!region->ops.n) {
        tv_fail_at(v, at, what, "has a block without operations");
        return;
    }
    for (uint32_t i = 0; i < region->ops.n; i++) {
        const TileOp *op = region->ops.at[i];
        bool end = tile_row(op)->flags & TILE_END, last = i + 1 == region->ops.n;
        if (end != last)
            tv_fail(v, op, last ? "does not end its block" : "ends its block, but more follows");
        check_op(v, op);
    }
}

// ---- functions and globals ---------------------------------------------------------------------

// Globals and functions share one space of names.
static void check_symbol(TileVerifier *v, uint64_t at, Atom name) {
    const char *text = atom_str(v->ctx, name);
    if (map_get(&v->symbols, name)) tv_fail_at(v, at, text, "is there twice");
    map_put(&v->symbols, name, v);
}

static void check_func(TileVerifier *v, const TileFunc *checked) {
    const char *name = atom_str(v->ctx, checked->name);
    v->func = checked;
    check_symbol(v, checked->at, checked->name);
    bool entry = checked->flags & TILE_FUNC_ENTRY;
    if (entry && checked->type->nout)
        tv_fail_at(v, checked->at, name, "is an entry and gives values");
    for (uint32_t i = 0; i < checked->type->nin; i++) {
        const TileType *type = checked->type->in[i];
        if (entry && tile_is_tile(type) && type->nshape) {
            tv_fail_at(v, checked->at, name,
                       "has %s as parameter %u; those of entries have no dimensions",
                       tv_type_text(v, type), i);
        }
    }
    for (uint32_t i = 0; checked->hints && i < checked->hints->n; i++) {
        if (checked->hints->named[i].value->kind != TILE_A_DICTIONARY) {
            tv_fail_at(v, checked->at, name, "has hints that are no dictionary");
        }
    }
    tv_func_debug(v, checked);
    check_block(v, checked->body);
}

static void check_global(TileVerifier *v, const TileGlobal *checked) {
    const char *name = atom_str(v->ctx, checked->name);
    check_symbol(v, checked->at, checked->name);
    tv_type(v, checked->at, name, checked->value->type);
    if (checked->value->type->nshape != 1)
        tv_fail_at(v, checked->at, name, "is a global of %u dimensions, not one",
                   checked->value->type->nshape);
    if (checked->alignment & (checked->alignment - 1)) {
        tv_fail_at(v, checked->at, name, "is aligned to %llu, which is no power of two",
                   (unsigned long long)checked->alignment);
    }
}

// Goes on after an error, so that one run shows several.
bool tile_verify(TileModule *module) {
    Arena arena;
    arena_init(&arena, module->ctx, "tile verifier");
    TileVerifier v = {.ctx = module->ctx, .arena = &arena, .module = module};
    map_init(&v.seen, &arena);
    map_init(&v.symbols, &arena);
    for (uint32_t i = 0; i < module->globals.n; i++) check_global(&v, module->globals.at[i]);
    for (uint32_t i = 0; i < module->funcs.n; i++) check_func(&v, module->funcs.at[i]);
    arena_free(&arena);
    return v.errors == 0;
}
