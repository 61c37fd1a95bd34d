// SPDX-License-Identifier: Apache-2.0
// Rules of elements, shapes and constants. The slots' types were checked: an operand that a row of
// op.def names is there, and of its set.
#include "base/apfloat.h"
#include "tile/verify/verify_int.h"

// By the table that rule.def makes; the first rule that is broken ends it.
bool tv_rules(TileVerifier *v, const TileOp *op) {
    static const struct {
        TileOpcode op;
        bool (*rule)(TileVerifier *, const TileOp *);
    } rules[] = {
#define RULE(op, name) {TILE_O_##op, tv_rule_##name},
#include "tile/verify/rule.def"
#undef RULE
    };
    for (size_t i = 0; i < CU_COUNT(rules); i++) {
        if (rules[i].op == op->code && !rules[i].rule(v, op)) return false;
    }
    return true;
}

static TileTypeKind result_kind(const TileOp *op) {
    return tile_element(op->result[0]->type);
}

// ---- rounding ----------------------------------------------------------------------------------

// `modes` is a set of bits, by the enum's numbers.
static bool check_rounding(TileVerifier *v, const TileOp *rounded, const char *attr,
                           uint32_t allowed) {
    uint64_t mode = tv_bits(rounded, attr);
    if (allowed >> mode & 1) return true;
    Buf words;
    buf_init(&words, v->arena);
    for (uint64_t i = 0; i < 8; i++) {
        uint32_t n = 0;
        const char *word = tile_enum_word(TILE_E_ROUNDING, i, &n);
        if (allowed >> i & 1) buf_printf(&words, " %.*s", (int)n, word);
    }
    uint32_t n = 0;
    const char *word = tile_enum_word(TILE_E_ROUNDING, mode, &n);
    return tv_fail(v, rounded, "cannot round '%.*s'; it can:%s", (int)n, word, buf_cstr(&words));
}

enum {
    R_IEEE =
        1 << TILE_ROUND_EVEN | 1 << TILE_ROUND_ZERO | 1 << TILE_ROUND_DOWN | 1 << TILE_ROUND_UP,
    R_APPROX = 1 << TILE_ROUND_APPROX,
    R_FULL = 1 << TILE_ROUND_FULL,
};

// The modes of `modes` exist in that format alone.
static bool only_f32(TileVerifier *v, const TileOp *rounded, uint32_t modes) {
    uint64_t mode = tv_bits(rounded, "rounding_mode");
    if (!(modes >> mode & 1) || result_kind(rounded) == TILE_T_F32) return true;
    return tv_fail(v, rounded, "can be approximate (or 'full') in f32 only, not in %s",
                   tile_type_row[result_kind(rounded)].name);
}

bool tv_rule_ieee_rounding(TileVerifier *v, const TileOp *rounded) {
    return check_rounding(v, rounded, "rounding_mode", R_IEEE);
}

bool tv_rule_div_rounding(TileVerifier *v, const TileOp *rounded) {
    return check_rounding(v, rounded, "rounding_mode", R_IEEE | R_APPROX | R_FULL) &&
           only_f32(v, rounded, R_APPROX | R_FULL);
}

bool tv_rule_sqrt_rounding(TileVerifier *v, const TileOp *rounded) {
    return check_rounding(v, rounded, "rounding_mode", R_IEEE | R_APPROX) &&
           only_f32(v, rounded, R_APPROX);
}

bool tv_rule_approx_rounding(TileVerifier *v, const TileOp *rounded) {
    return check_rounding(v, rounded, "rounding_mode", R_FULL | R_APPROX) &&
           only_f32(v, rounded, R_APPROX);
}

bool tv_rule_flush(TileVerifier *v, const TileOp *rounded) {
    if (!tile_attr(rounded, "flush_to_zero") || result_kind(rounded) == TILE_T_F32) return true;
    return tv_fail(v, rounded, "can flush to zero in f32 only, not in %s",
                   tile_type_row[result_kind(rounded)].name);
}

bool tv_rule_divi(TileVerifier *v, const TileOp *division) {
    uint32_t modes = 1 << TILE_ROUND_ZERO | 1 << TILE_ROUND_DOWN | 1 << TILE_ROUND_UP;
    if (!check_rounding(v, division, "rounding", modes)) return false;
    bool bad = tv_bits(division, "rounding") == TILE_ROUND_DOWN && !tv_bits(division, "signedness");
    return !bad || tv_fail(v, division, "cannot round unsigned numbers 'negative_inf'");
}

bool tv_rule_negi(TileVerifier *v, const TileOp *negation) {
    enum { NO_UNSIGNED_WRAP = 2 };
    return tv_bits(negation, "overflow") != NO_UNSIGNED_WRAP ||
           tv_fail(v, negation, "cannot be 'no_unsigned_wrap'");
}

bool tv_rule_itof(TileVerifier *v, const TileOp *conversion) {
    if (result_kind(conversion) == TILE_T_E8M0)
        return tv_fail(v, conversion, "cannot give f8E8M0FNU; convert to another float first");
    return check_rounding(v, conversion, "rounding_mode", 1 << TILE_ROUND_EVEN);
}

bool tv_rule_ftoi(TileVerifier *v, const TileOp *conversion) {
    return check_rounding(v, conversion, "rounding_mode", 1 << TILE_ROUND_INT);
}

// All values of one format are values of the other; those of f8E8M0FNU below a format's normal ones
// do not count.
static bool is_exact(TileTypeKind from, TileTypeKind to) {
    if (from == TILE_T_E5M3 || to == TILE_T_E5M3) return false;
    const ApfInfo *a = &apf_info[tile_type_row[from].format];
    const ApfInfo *b = &apf_info[tile_type_row[to].format];
    return a->precision <= b->precision && a->exp_bits + a->scale <= b->exp_bits;
}

// The modes that a conversion has instructions for, or that change nothing since it is exact.
static uint32_t ftof_modes(TileTypeKind from, TileTypeKind to) {
    if (to == TILE_T_E8M0) return 1 << TILE_ROUND_ZERO | 1 << TILE_ROUND_UP;
    if (tile_bits(to) <= 8) return 1 << TILE_ROUND_EVEN;
    if (is_exact(from, to)) return R_IEEE | 1 << TILE_ROUND_AWAY;
    if (from == TILE_T_F64 && to == TILE_T_F32) return R_IEEE;
    uint32_t modes = 1 << TILE_ROUND_EVEN | 1 << TILE_ROUND_ZERO;
    if (from == TILE_T_F32 && to == TILE_T_TF32) modes |= 1 << TILE_ROUND_AWAY;
    return modes;
}

bool tv_rule_ftof(TileVerifier *v, const TileOp *conversion) {
    if (tv_operand(conversion, 0) == conversion->result[0]->type)
        return tv_fail(v, conversion, "converts to the type that there is already");
    uint32_t modes = ftof_modes(tile_element(tv_operand(conversion, 0)), result_kind(conversion));
    if (v->module->version < TILE_VERSION(13, 4)) modes &= ~(1u << TILE_ROUND_AWAY);
    return check_rounding(v, conversion, "rounding_mode", modes);
}

bool tv_rule_fpowi(TileVerifier *v, const TileOp *power) {
    return tile_element(tv_operand(power, 1)) != TILE_T_I64 ||
           tv_fail(v, power, "has an exponent of i64; it is of i32 at most");
}

// ---- widths ------------------------------------------------------------------------------------

static uint32_t width_of(const TileType *type) {
    return tile_bits(tile_element(type));
}

bool tv_rule_wider(TileVerifier *v, const TileOp *conversion) {
    return width_of(conversion->result[0]->type) > width_of(tv_operand(conversion, 0)) ||
           tv_fail(v, conversion, "gives no wider integer");
}

bool tv_rule_narrower(TileVerifier *v, const TileOp *conversion) {
    return width_of(conversion->result[0]->type) < width_of(tv_operand(conversion, 0)) ||
           tv_fail(v, conversion, "gives no narrower integer");
}

bool tv_rule_bitcast(TileVerifier *v, const TileOp *conversion) {
    uint32_t from = width_of(tv_operand(conversion, 0)), to = width_of(conversion->result[0]->type);
    return from == to || tv_fail(v, conversion, "makes %u bits of %u", to, from);
}

static uint64_t tile_size(const TileType *type) { // bits; tf32 lies in 32
    uint32_t width = type->sub->kind == TILE_T_TF32 ? 32 : width_of(type);
    return width * tile_count(type);
}

bool tv_rule_pack(TileVerifier *v, const TileOp *packing) {
    const TileType *source = tv_operand(packing, 0), *result = packing->result[0]->type;
    if (source->nshape != 1)
        return tv_fail(v, packing, "takes tiles of one dimension, not of %u", source->nshape);
    if (width_of(source) == width_of(result))
        return tv_fail(v, packing, "has elements of the same width on both sides");
    uint64_t from = tile_size(source), to = tile_size(result);
    if (from % 8 || to % 8)
        return tv_fail(v, packing, "has a tile that is no whole number of bytes");
    return from == to || tv_fail(v, packing, "makes %llu bytes of %llu", (unsigned long long)to / 8,
                                 (unsigned long long)from / 8);
}

// ---- shapes ------------------------------------------------------------------------------------

bool tv_rule_broadcast(TileVerifier *v, const TileOp *broadcast) {
    const TileType *source = tv_operand(broadcast, 0), *result = broadcast->result[0]->type;
    for (uint32_t i = 0; i < source->nshape; i++) {
        if (source->shape[i] == result->shape[i] || source->shape[i] == 1) continue;
        const char *made = tv_shape_text(v, result);
        return tv_fail(v, broadcast, "cannot make %s of %s: dimension %u is neither 1 nor the same",
                       made, tv_shape_text(v, source), i);
    }
    return true;
}

// All dimensions but one agree, and in that one sizes add up.
bool tv_rule_cat(TileVerifier *v, const TileOp *joining) {
    const TileType *lhs = tv_operand(joining, 0), *rhs = tv_operand(joining, 1),
                   *result = joining->result[0]->type;
    uint64_t dim = tv_bits(joining, "dim");
    if (dim >= lhs->nshape)
        return tv_fail(v, joining, "puts tiles together in dimension %lld of %u", (long long)dim,
                       lhs->nshape);
    for (uint32_t i = 0; i < lhs->nshape; i++) {
        int64_t expected = i == dim ? lhs->shape[i] + rhs->shape[i] : lhs->shape[i];
        if (result->shape[i] != expected)
            return tv_fail(v, joining, "gives %lld in dimension %u, not %lld", (long long)expected,
                           i, (long long)result->shape[i]);
        if (i != dim && rhs->shape[i] != lhs->shape[i])
            return tv_fail(
                v, joining,
                "has %lld and %lld in dimension %u, where it does not put tiles together",
                (long long)lhs->shape[i], (long long)rhs->shape[i], i);
    }
    return true;
}

bool tv_rule_constant(TileVerifier *v, const TileOp *constant) {
    return constant->attr[0]->type == constant->result[0]->type ||
           tv_fail(v, constant, "has elements of another type than its result");
}

// A part of a tile: its sizes divide the whole's, and there is an index for each dimension.
static bool check_part(TileVerifier *v, const TileOp *partial, const TileType *part,
                       const TileType *whole, uint32_t indices) {
    for (uint32_t i = 0; i < whole->nshape; i++) {
        if (whole->shape[i] % part->shape[i])
            return tv_fail(v, partial,
                           "has a part of %lld in dimension %u, which does not divide %lld",
                           (long long)part->shape[i], i, (long long)whole->shape[i]);
    }
    return indices == whole->nshape ||
           tv_fail(v, partial, "has %u indices for %u dimensions", indices, whole->nshape);
}

bool tv_rule_extract(TileVerifier *v, const TileOp *extraction) {
    return check_part(v, extraction, extraction->result[0]->type, tv_operand(extraction, 0),
                      extraction->group[1]);
}

bool tv_rule_insert(TileVerifier *v, const TileOp *insertion) {
    return check_part(v, insertion, tv_operand(insertion, 0), tv_operand(insertion, 1),
                      insertion->group[2]);
}

// The last number must fit the element.
bool tv_rule_iota(TileVerifier *v, const TileOp *counting) {
    const TileType *type = counting->result[0]->type;
    uint32_t width = width_of(type);
    if (type->nshape != 1)
        return tv_fail(v, counting, "gives a tile of one dimension, not of %u", type->nshape);
    bool fits = width >= 63 || type->shape[0] <= 1ll << width;
    return fits ||
           tv_fail(v, counting, "counts to %lld in %u bits", (long long)type->shape[0], width);
}

// A permutation in the strict sense: each dimension once.
bool tv_rule_permute(TileVerifier *v, const TileOp *permutation) {
    const TileType *source = tv_operand(permutation, 0), *result = permutation->result[0]->type;
    const TileAttr *order = tile_attr(permutation, "permutation");
    uint32_t rank = source->nshape, n = order ? order->n : 0;
    if (rank < 2) return tv_fail(v, permutation, "takes tiles of at least two dimensions");
    if (n != rank) return tv_fail(v, permutation, "has %u numbers for %u dimensions", n, rank);
    bool *used = arena_array(v->arena, bool, rank);
    for (uint32_t i = 0; i < rank; i++) {
        int64_t from = order->number[i];
        if (from < 0 || from >= rank)
            return tv_fail(v, permutation, "takes dimension %lld of %u", (long long)from, rank);
        if (used[from])
            return tv_fail(v, permutation, "takes dimension %lld twice", (long long)from);
        used[from] = true;
        if (result->shape[i] != source->shape[from])
            return tv_fail(v, permutation, "gives %lld in dimension %u, not %lld",
                           (long long)source->shape[from], i, (long long)result->shape[i]);
    }
    return true;
}

bool tv_rule_reshape(TileVerifier *v, const TileOp *reshaping) {
    uint64_t from = tile_count(tv_operand(reshaping, 0)),
             to = tile_count(reshaping->result[0]->type);
    return from == to || tv_fail(v, reshaping, "makes %llu elements of %llu",
                                 (unsigned long long)to, (unsigned long long)from);
}

bool tv_rule_select(TileVerifier *v, const TileOp *choice) {
    return result_kind(choice) != TILE_T_E2M1 ||
           tv_fail(v, choice, "cannot choose among f4E2M1FN, which is smaller than a byte");
}

// Globals are tiles, and a pointer to one is to its elements.
bool tv_rule_get_global(TileVerifier *v, const TileOp *mention) {
    const TileAttr *name = tile_attr(mention, "name");
    const TileType *pointee = mention->result[0]->type->sub->sub;
    for (uint32_t i = 0; i < v->module->globals.n; i++) {
        const TileGlobal *global = v->module->globals.at[i];
        if (global->name != name->text) continue;
        if (global->value->type->sub == pointee) return true;
        const char *given = tv_type_text(v, pointee);
        return tv_fail(v, mention, "gives a pointer to %s, '@%s' has elements of %s", given,
                       atom_str(v->ctx, name->text), tv_type_text(v, global->value->type->sub));
    }
    return tv_fail(v, mention, "'@%s' is no global", atom_str(v->ctx, name->text));
}

// ---- assumptions -------------------------------------------------------------------------------

// `every` and `along` come together, and name a dimension that is there.
static bool check_div_by(TileVerifier *v, const TileOp *assumption, const TileAttr *predicate,
                         const TileType *assumed) {
    if (!predicate->bits || predicate->bits & (predicate->bits - 1))
        return tv_fail(v, assumption, "divides by %llu, which is no power of two",
                       (unsigned long long)predicate->bits);
    if (predicate->bits > 1ull << 62) return tv_fail(v, assumption, "divides by more than 2^62");
    if (predicate->flags == 1 || predicate->flags == 2)
        return tv_fail(v, assumption, "has 'every' without 'along', or the other way round");
    if (assumed->kind == TILE_T_TENSOR_VIEW)
        return !predicate->flags || tv_fail(v, assumption, "cannot say 'every' of a tensor_view");
    bool fits = tile_is_tile(assumed) &&
                (TILE_SET_INT | TILE_SET(PTR) | TILE_SET(I4)) >> assumed->sub->kind & 1;
    if (!fits)
        return tv_fail(
            v, assumption,
            "says 'div_by' of a %s; it can be said of integers, pointers and tensor views",
            tv_type_text(v, assumed));
    if (!predicate->flags) return true;
    if (!assumed->nshape)
        return tv_fail(v, assumption, "cannot say 'every' of a tile without dimensions");
    if (predicate->second < 0 || predicate->second >= assumed->nshape)
        return tv_fail(v, assumption, "says 'along' dimension %lld of %u",
                       (long long)predicate->second, assumed->nshape);
    bool inside = predicate->first >= 0 && predicate->first <= assumed->shape[predicate->second];
    return inside ||
           tv_fail(v, assumption, "says 'every' %lld of %lld", (long long)predicate->first,
                   (long long)assumed->shape[predicate->second]);
}

// For each dimension how many neighbours are the same.
static bool check_same_elements(TileVerifier *v, const TileOp *assumption,
                                const TileAttr *predicate, const TileType *assumed) {
    bool fits = tile_is_tile(assumed) &&
                (TILE_SET_INT | TILE_SET(PTR) | TILE_SET(I4)) >> assumed->sub->kind & 1;
    if (!fits)
        return tv_fail(v, assumption,
                       "says 'same_elements' of a %s; it can be said of integers and pointers",
                       tv_type_text(v, assumed));
    if (predicate->n != assumed->nshape)
        return tv_fail(v, assumption, "has %u numbers for %u dimensions", predicate->n,
                       assumed->nshape);
    for (uint32_t i = 0; i < predicate->n; i++) {
        if (predicate->number[i] < 0 || predicate->number[i] > assumed->shape[i])
            return tv_fail(v, assumption, "says %lld of %lld elements in dimension %u",
                           (long long)predicate->number[i], (long long)assumed->shape[i], i);
    }
    return true;
}

// Bounds are signed, and either may be missing.
static bool check_bounded(TileVerifier *v, const TileOp *assumption, const TileAttr *predicate,
                          const TileType *assumed) {
    bool fits = tile_is_tile(assumed) && (TILE_SET_INT | TILE_SET(I4)) >> assumed->sub->kind & 1;
    if (!fits)
        return tv_fail(v, assumption, "says 'bounded' of a %s; it can be said of integers",
                       tv_type_text(v, assumed));
    uint32_t width = width_of(assumed);
    int64_t most = (int64_t)(UINT64_MAX >> (65 - width)), least = -most - 1;
    for (int i = 0; i < 2; i++) {
        int64_t bound = i ? predicate->second : predicate->first;
        if (predicate->flags >> i & 1 && (bound < least || bound > most))
            return tv_fail(v, assumption, "has a bound %lld, which %u bits cannot be",
                           (long long)bound, width);
    }
    return predicate->flags != 3 || predicate->first <= predicate->second ||
           tv_fail(v, assumption, "has bounds %lld and %lld in the wrong order",
                   (long long)predicate->first, (long long)predicate->second);
}

// Predicates are attributes of their own, each with its own demands.
bool tv_rule_assume(TileVerifier *v, const TileOp *assumption) {
    const TileAttr *attr = tile_attr(assumption, "predicate");
    const TileType *type = tv_operand(assumption, 0);
    if (attr->kind == TILE_A_DIV_BY) return check_div_by(v, assumption, attr, type);
    if (attr->kind == TILE_A_SAME_ELEMENTS) return check_same_elements(v, assumption, attr, type);
    if (attr->kind == TILE_A_BOUNDED) return check_bounded(v, assumption, attr, type);
    return tv_fail(v, assumption, "has a '%s' as predicate", tile_attr_row[attr->kind].name);
}

// ---- matrices ----------------------------------------------------------------------------------

// Of dimension i of one and k of the other.
static bool equal_sizes(TileVerifier *v, const TileOp *product, const TileType *a, uint32_t i,
                        const TileType *b, uint32_t k) {
    if (a->shape[i] == b->shape[k]) return true;
    const char *left = tv_shape_text(v, a);
    return tv_fail(v, product, "has %s and %s, of which dimensions %u and %u must be the same",
                   left, tv_shape_text(v, b), i, k);
}

// Rows by depth times depth by columns, alone or in stacks.
bool tv_rule_mma_shapes(TileVerifier *v, const TileOp *product) {
    const TileType *lhs = tv_operand(product, 0), *rhs = tv_operand(product, 1),
                   *acc = tv_operand(product, 2);
    if (lhs->nshape != 2 && lhs->nshape != 3)
        return tv_fail(v, product, "takes matrices or stacks of them, not tiles of %u dimensions",
                       lhs->nshape);
    uint32_t row = lhs->nshape - 2, column = row + 1;
    if (row &&
        !(equal_sizes(v, product, lhs, 0, rhs, 0) && equal_sizes(v, product, lhs, 0, acc, 0)))
        return false;
    return equal_sizes(v, product, lhs, column, rhs, row) &&
           equal_sizes(v, product, lhs, row, acc, row) &&
           equal_sizes(v, product, rhs, column, acc, column);
}

// Sums are at least as wide as the products.
bool tv_rule_mmaf(TileVerifier *v, const TileOp *product) {
    TileTypeKind in = tile_element(tv_operand(product, 0)),
                 out = tile_element(tv_operand(product, 2));
    bool half = is_any_of(in, TILE_T_E4M3, TILE_T_E5M2, TILE_T_F16);
    bool fits =
        in == TILE_T_F64 ? out == TILE_T_F64 : out == TILE_T_F32 || (half && out == TILE_T_F16);
    return fits || tv_fail(v, product, "cannot add products of %s to %s", tile_type_row[in].name,
                           tile_type_row[out].name);
}

// One scale for each run of elements along the depth.
bool tv_rule_scale_shapes(TileVerifier *v, const TileOp *product) {
    const TileType *lhs = tv_operand(product, 0), *rhs = tv_operand(product, 1);
    const TileType *left = tv_operand(product, 3), *right = tv_operand(product, 4);
    uint32_t row = lhs->nshape - 2, column = row + 1;
    if (row &&
        !(equal_sizes(v, product, lhs, 0, left, 0) && equal_sizes(v, product, rhs, 0, right, 0)))
        return false;
    if (!equal_sizes(v, product, lhs, row, left, row) ||
        !equal_sizes(v, product, rhs, column, right, column))
        return false;
    if (!equal_sizes(v, product, left, column, right, row)) return false;
    bool divides = lhs->shape[column] % left->shape[column] == 0;
    return divides || tv_fail(v, product, "has %lld scales for %lld elements of a row",
                              (long long)left->shape[column], (long long)lhs->shape[column]);
}

// Which scales an element can have, and for how many elements, is the hardware's.
bool tv_rule_scale_types(TileVerifier *v, const TileOp *product) {
    const TileType *lhs = tv_operand(product, 0), *left = tv_operand(product, 3);
    TileTypeKind element = (TileTypeKind)lhs->sub->kind, scale = (TileTypeKind)left->sub->kind;
    uint32_t column = lhs->nshape - 1;
    int64_t block = lhs->shape[column] / left->shape[column];
    if (scale != TILE_T_E8M0 && element != TILE_T_E2M1)
        return tv_fail(v, product, "cannot scale %s by %s", tile_type_row[element].name,
                       tile_type_row[scale].name);
    bool fits =
        element != TILE_T_E2M1 ? block == 32 : block == 16 || (scale == TILE_T_E8M0 && block == 32);
    return fits || tv_fail(v, product, "has a scale for %lld elements of %s", (long long)block,
                           tile_type_row[element].name);
}
