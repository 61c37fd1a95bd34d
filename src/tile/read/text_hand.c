// SPDX-License-Identifier: Apache-2.0
// Text: what operations with regions, views and constants have that no row can say.
#include "tile/read/text_int.h"

// (%a: type, ...)
bool tx_args(Text *t, Args *found) {
    if (!tx_need(t, "(")) return false;
    if (tx_take(t, ")")) return true;
    do {
        tx_skip(t);
        Arg arg = {.at = t->at};
        arg.name = tx_sigil(t, '%', "a name");
        if (!arg.name || !tx_need(t, ":") || !(arg.type = tx_type(t))) return false;
        if (tx_take(t, "loc") && (!tx_need(t, "(") || (tx_loc(t), t->failed))) return false;
        vec_push(t->arena, found, arg);
    } while (tx_take(t, ","));
    return tx_need(t, ")");
}

// ^name(%a: type, ...): of the one block that regions have.
static bool read_label(Text *t, Args *found) {
    if (!tx_peek(t, "^")) return true;
    if (!tx_sigil(t, '^', "a label")) return false;
    return (!tx_peek(t, "(") || tx_args(t, found)) && tx_need(t, ":");
}

// Names of a region end with it. An end that gives nothing may be left out: it is `implied`.
TileBlock *tx_region(Text *t, TileOp *parent, TileFunc *owner, const Args *given,
                     TileOpcode implied) {
    if (!tx_enter(t) || !tx_need(t, "{")) return NULL;
    uint32_t before = t->scope.n;
    Args labelled = {0};
    if (!given && !read_label(t, &labelled)) return NULL;
    if (!given) given = &labelled;
    TileBlock *block = tile_block_new(t->module, parent, owner);
    const TileType **types = arena_array(t->arena, const TileType *, given->n);
    for (uint32_t i = 0; i < given->n; i++) types[i] = given->at[i].type;
    tile_block_args(t->module, block, given->n, types);
    for (uint32_t i = 0; i < given->n; i++) {
        if (!tx_define(t, given->at[i].name, given->at[i].at, &block->arg[i], 1)) return NULL;
    }
    while (!tx_peek(t, "}")) {
        if (t->at == t->end) tx_fail(t, t->at, "'}' is needed, found the end");
        if (t->failed || !tx_op(t, block)) return NULL;
    }
    bool ends = block->ops.n && tile_row(vec_last(&block->ops))->flags & TILE_END;
    if (!ends && implied != TILE_O_COUNT) {
        TileOp *op = tile_op_new(t->module, implied);
        op->at = tx_at(t, t->at);
        tile_block_push(t->module, block, op);
    }
    t->at++;
    while (t->scope.n > before) map_put(&t->names, vec_pop(&t->scope), NULL);
    return tx_leave(t) ? block : NULL;
}

static bool region_of(Text *t, Partial *part, uint32_t i, const Args *given, TileOpcode implied) {
    part->op->region[i] = tx_region(t, part->op, part->op->block->func, given, implied);
    return part->op->region[i] != NULL;
}

// iter_values(%a = %b, ...)
static bool read_pairs(Text *t, Args *found, Values *inits) {
    if (!tx_need(t, "(")) return false;
    if (tx_take(t, ")")) return true;
    do {
        tx_skip(t);
        Arg arg = {.at = t->at};
        arg.name = tx_sigil(t, '%', "a name");
        TileValue *value = arg.name && tx_need(t, "=") ? tx_value(t) : NULL;
        if (!value) return false;
        arg.type = value->type;
        vec_push(t->arena, found, arg);
        vec_push(t->arena, inits, value);
    } while (tx_take(t, ","));
    return tx_need(t, ")");
}

// At least one, by commas.
static bool read_types(Text *t, Types *found) {
    do {
        const TileType *type = tx_type(t);
        if (!type) return false;
        vec_push(t->arena, found, type);
    } while (tx_take(t, ","));
    return true;
}

// Types said behind iter_values must be those of the values.
static bool check_pairs(Text *t, const char *at, const Args *bound, uint32_t first,
                        const Types *said) {
    if (bound->n - first != said->n)
        return tx_fail(t, at, "%u values and %u types", bound->n - first, said->n);
    for (uint32_t i = 0; i < said->n; i++) {
        if (bound->at[first + i].type != said->at[i])
            return tx_fail(t, bound->at[first + i].at, "a value of another type than type %u", i);
    }
    return true;
}

static bool read_for(Text *t, Partial *part) {
    Args args = {0};
    if (tx_take(t, "unsigned")) {
        int slot = tile_attr_find(tile_row(part->op)->attr, "unsignedCmp", 11);
        part->op->attr[slot] = tile_attr_new(t->module, TILE_A_UNIT);
    }
    tx_skip(t);
    Arg index = {.at = t->at};
    index.name = tx_sigil(t, '%', "a name");
    if (!index.name || !tx_need(t, "in") || !tx_need(t, "(")) return false;
    static const char *const between[] = {"to", ",", ")"};
    for (uint32_t i = 0; i < 3; i++) {
        if (i == 2 && !tx_need(t, "step")) return false;
        TileValue *value = tx_value(t);
        if (!value || !tx_need(t, between[i])) return false;
        vec_push(t->arena, &part->operand[i], value);
    }
    if (!tx_need(t, ":") || !(index.type = tx_type(t))) return false;
    for (uint32_t i = 0; i < 3; i++) {
        if (part->operand[i].at[0]->type != index.type)
            return tx_fail(t, index.at, "the bounds have another type than the index");
    }
    vec_push(t->arena, &args, index);
    const char *at = t->at;
    if (tx_take(t, "iter_values")) {
        if (!read_pairs(t, &args, &part->operand[3]) || !tx_need(t, "->") || !tx_need(t, "("))
            return false;
        if (!read_types(t, &part->result[0]) || !tx_need(t, ")")) return false;
        if (!check_pairs(t, at, &args, 1, &part->result[0])) return false;
    }
    return region_of(t, part, 0, &args, TILE_O_CONTINUE);
}

static bool read_loop(Text *t, Partial *part) {
    Args args = {0};
    const char *at = t->at;
    if (tx_take(t, "iter_values")) {
        Types types = {0};
        if (!read_pairs(t, &args, &part->operand[0]) || !tx_need(t, ":") || !read_types(t, &types))
            return false;
        if (!check_pairs(t, at, &args, 0, &types)) return false;
        if (tx_take(t, "->") && !read_types(t, &part->result[0])) return false;
    } else if (tx_take(t, ":") && !read_types(t, &part->result[0])) {
        return false;
    }
    return region_of(t, part, 0, &args, TILE_O_CONTINUE);
}

static bool read_if(Text *t, Partial *part) {
    TileValue *value = tx_value(t);
    if (!value) return false;
    vec_push(t->arena, &part->operand[0], value);
    if (tx_take(t, "->")) {
        if (!tx_need(t, "(") || !read_types(t, &part->result[0]) || !tx_need(t, ")")) return false;
    }
    if (!region_of(t, part, 0, NULL, TILE_O_YIELD)) return false;
    return !tx_take(t, "else") || region_of(t, part, 1, NULL, TILE_O_YIELD);
}

static bool read_body(Text *t, Partial *part) {
    Args args = {0};
    return tx_args(t, &args) && region_of(t, part, 0, &args, TILE_O_COUNT);
}

static bool read_constant(Text *t, Partial *part) {
    const TileAttr *attr = tx_dense(t);
    if (!attr) return false;
    part->op->attr[0] = attr;
    vec_push(t->arena, &part->result[0], attr->type);
    return true;
}

// [1, %a]: what is a value stands for a dimension that is not known.
static bool read_sizes(Text *t, const char *name, Sizes *found, Values *unknown) {
    if (!tx_need(t, ",") || !tx_need(t, name) || !tx_need(t, "=") || !tx_need(t, "[")) return false;
    if (tx_take(t, "]")) return true;
    do {
        int64_t size = TILE_DYNAMIC;
        if (tx_peek(t, "%")) {
            TileValue *value = tx_value(t);
            if (!value) return false;
            vec_push(t->arena, unknown, value);
        } else if (!tx_integer(t, &size)) {
            return false;
        }
        vec_push(t->arena, found, size);
    } while (tx_take(t, ","));
    return tx_need(t, "]");
}

// Nothing to compare may be a null pointer.
static bool same_sizes(const Sizes *sizes, const int64_t *at, uint32_t n) {
    return sizes->n == n && (n == 0 || memcmp(sizes->at, at, n * sizeof *at) == 0);
}

// make_tensor_view mixes known and open sizes in one list.
static bool read_extents(Text *t, Partial *part) {
    TileValue *base = tx_value(t);
    if (!base) return false;
    vec_push(t->arena, &part->operand[0], base);
    return read_sizes(t, "shape", &part->shape, &part->operand[1]) &&
           read_sizes(t, "strides", &part->stride, &part->operand[2]);
}

// Shape and strides must agree with the type, the sizes with theirs.
static bool check_extents(Text *t, const Partial *part, const char *at, const TileType *said,
                          const TileType *sizes) {
    for (int i = 1; i < 3; i++) {
        for (uint32_t k = 0; k < part->operand[i].n; k++) {
            if (part->operand[i].at[k]->type != sizes)
                return tx_fail(t, at, "a size or stride has another type than is said");
        }
    }
    if (!same_sizes(&part->shape, said->shape, said->nshape))
        return tx_fail(t, at, "the view's type has another shape");
    return same_sizes(&part->stride, said->stride, said->nstride) ||
           tx_fail(t, at, "the view's type has other strides");
}

static bool read_tensor(Text *t, Partial *part) {
    tx_skip(t);
    const char *at = t->at;
    const TileType *type = tx_type(t);
    // Before the view's type: the pointer's, that of the sizes, or both.
    const TileType *sizes = NULL;
    for (int i = 0; type && i < 2 && type->kind != TILE_T_TENSOR_VIEW; i++) {
        bool pointer = tile_element(type) == TILE_T_PTR;
        if (pointer && type != part->operand[0].at[0]->type)
            return tx_fail(t, at, "the pointer has another type");
        if (!pointer) sizes = type;
        if (!(pointer && tx_take(t, ",")) && !tx_need(t, "->")) return false;
        tx_skip(t);
        at = t->at;
        type = tx_type(t);
    }
    if (!type) return false;
    if (type->kind != TILE_T_TENSOR_VIEW) return tx_fail(t, at, "a tensor_view is needed");
    if (!check_extents(t, part, at, type, sizes)) return false;
    vec_push(t->arena, &part->result[0], type);
    return true;
}

// Types of indices: one for all, or one each; a token's type behind them is not theirs.
static bool read_index(Text *t, Partial *part) {
    const Values *values = &part->operand[tile_slot_find(tile_row(part->op)->operand, "index", 5)];
    const char *back = t->at;
    uint32_t n = 0;
    while (n < values->n && tx_take(t, ",")) {
        tx_skip(t);
        const char *at = t->at;
        const TileType *type = tx_type(t);
        if (!type) return false;
        if (type->kind == TILE_T_TOKEN) break;
        if (type != values->at[n]->type) return tx_fail(t, at, "index %u has another type", n);
        n++;
        back = t->at;
    }
    if (t->failed) return false;
    t->at = back;
    for (uint32_t i = 1; n == 1 && i < values->n; i++) {
        if (values->at[i]->type != values->at[0]->type)
            return tx_fail(t, t->at, "index %u has another type", i);
    }
    return n == values->n || n == 1 || tx_fail(t, t->at, "%u types for %u indices", n, values->n);
}

// The two flags may come in either order.
static bool read_units(Text *t, Partial *part) {
    static const char *const names[] = {"flush_to_zero", "propagate_nan"};
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 2; i++) {
            int slot = tile_attr_find(tile_row(part->op)->attr, names[i], strlen(names[i]));
            if (tx_take(t, names[i])) part->op->attr[slot] = tile_attr_new(t->module, TILE_A_UNIT);
        }
    }
    return true;
}

// In a dictionary, as attributes outside of the syntax stand.
static bool read_reduction(Text *t, Partial *part) {
    if (!tx_take(t, "attributes")) return true;
    int slot = tile_attr_find(tile_row(part->op)->attr, "reduction", 9);
    if (!tx_need(t, "{") || !tx_need(t, "reduction") || !tx_need(t, "=")) return false;
    if (!tx_need(t, "#cuda_tile.multimem_reduction_kind") || !tx_need(t, "<")) return false;
    part->op->attr[slot] = tx_enum(t, &tile_row(part->op)->attr[slot]);
    return part->op->attr[slot] && tx_need(t, ">") && tx_need(t, "}");
}

// One type for all results, of which there are as many as the view has dimensions.
static bool read_splat(Text *t, Partial *part) {
    const TileType *view = part->operand[0].at[0]->type, *type = tx_type(t);
    for (uint32_t i = 0; type && i < view->nshape; i++) vec_push(t->arena, &part->result[0], type);
    return type != NULL;
}

// The names that stand behind % in op.def.
bool tx_by_hand(Text *t, Partial *part, const char *name, size_t n) {
    static const struct {
        const char *name;
        bool (*read)(Text *, Partial *);
    } hands[] = {
        {"body", read_body},       {"dense", read_constant},
        {"for", read_for},         {"if", read_if},
        {"index", read_index},     {"loop", read_loop},
        {"splat", read_splat},     {"tensor", read_tensor},
        {"units", read_units},     {"reduction", read_reduction},
        {"extents", read_extents},
    };
    for (size_t i = 0; i < CU_COUNT(hands); i++) {
        if (strlen(hands[i].name) == n && memcmp(hands[i].name, name, n) == 0)
            return hands[i].read(t, part);
    }
    return false;
}
