// SPDX-License-Identifier: Apache-2.0
// Values and their forms: a value may be there in several layouts, and is converted, or made once
// more where that is cheap, when it is asked for in another one.
#include "tile/lower/lower_int.h"

#include "base/feature.h"

// ---- types and numbers -------------------------------------------------------------------------

// What has no type of its own in the IR lies in integers; a tf32 in a float.
IrType *tl_type(TileLower *lower, TileTypeKind kind) {
    switch (kind) {
    case TILE_T_I1: return lower->m->ty_i1;
    case TILE_T_I16: return lower->m->ty_i16;
    case TILE_T_I32: return lower->m->ty_i32;
    case TILE_T_I64: return lower->m->ty_i64;
    case TILE_T_F16: return lower->m->ty_half;
    case TILE_T_BF16: return lower->m->ty_bfloat;
    case TILE_T_F32:
    case TILE_T_TF32: return lower->m->ty_float;
    case TILE_T_F64: return lower->m->ty_double;
    case TILE_T_PTR: return ir_ty_ptr(lower->m, lower->pointers);
    default: return lower->m->ty_i8; // numbers of 4 and 8 bits
    }
}

uint32_t tl_bits(TileTypeKind kind) {
    return kind == TILE_T_PTR ? 64 : kind == TILE_T_TF32 ? 32 : tile_bits(kind);
}

uint32_t tl_width(TileTypeKind kind) {
    return (tl_bits(kind) + 7) / 8;
}

IrValue *tl_i32(TileLower *lower, uint64_t n) {
    return &ir_int(lower->m->ty_i32, n)->v;
}

IrValue *tl_i64(TileLower *lower, int64_t n) {
    return &ir_sint(lower->m->ty_i64, n)->v;
}

// By the bits that an element has in memory.
IrValue *tl_number(TileLower *lower, TileTypeKind kind, uint64_t bits) {
    IrType *type = tl_type(lower, kind);
    if (kind == TILE_T_PTR) return &ir_null(lower->m, type)->v;
    return ir_ty_is_fp(type) ? &ir_fp_bits(lower->m, type, bits, 0)->v : &ir_int(type, bits)->v;
}

// ---- forms -------------------------------------------------------------------------------------

uint32_t tl_nreg(const TlLayout *layout) {
    return 1u << layout->nreg;
}

IrValue **tl_regs(TileLower *lower, const TlLayout *layout) {
    return arena_array(lower->arena, IrValue *, tl_nreg(layout));
}

void tl_set(TileLower *lower, const TileValue *defined, const TlLayout *layout, IrValue **reg) {
    TlForm *form = arena_new(lower->arena, TlForm);
    *form = (TlForm){tl_value(lower, defined)->forms, *layout, reg};
    tl_value(lower, defined)->forms = form;
    vec_push(lower->arena, &lower->made, (TileValue *)defined);
}

void tl_set_scalar(TileLower *lower, const TileValue *defined, IrValue *reg) {
    TlLayout layout = tl_scalar_layout(lower);
    IrValue **one = tl_regs(lower, &layout);
    one[0] = reg;
    tl_set(lower, defined, &layout, one);
}

void tl_forget(TileLower *lower, uint32_t since) {
    while (lower->made.n > since) {
        TlValue *value = tl_value(lower, lower->made.at[--lower->made.n]);
        value->forms = value->forms->next;
    }
}

static IrValue **make(TileLower *lower, const TileOp *maker, const TlLayout *wanted);

// After a failure there are values, too, so that lowering goes on to its end.
static IrValue **nothing(TileLower *lower, TileTypeKind kind, const TlLayout *wanted) {
    IrValue **reg = tl_regs(lower, wanted);
    for (uint32_t i = 0; i < tl_nreg(wanted); i++)
        reg[i] = &ir_poison(lower->m, tl_type(lower, kind))->v;
    return reg;
}

IrValue **tl_get(TileLower *lower, TileValue *source, const TlLayout *wanted) {
    TlValue *known = tl_value(lower, source);
    TileTypeKind kind = tile_element(source->type);
    for (TlForm *form = known->forms; form; form = form->next) {
        if (tl_same(&form->layout, wanted)) return form->reg;
    }
    IrValue **reg;
    if (known->staged)
        reg = tl_from_stage(lower, known->staged, wanted);
    else if (known->lazy)
        reg = make(lower, source->op, wanted);
    else if (known->forms)
        reg = tl_convert(lower, kind, known->forms->reg, &known->forms->layout, wanted);
    else
        reg = nothing(lower, kind, wanted);
    tl_set(lower, source, wanted, reg);
    return reg;
}

IrValue *tl_scalar(TileLower *lower, TileValue *source) {
    TlLayout layout = tl_scalar_layout(lower);
    return tl_get(lower, source, &layout)[0];
}

// ---- making values -----------------------------------------------------------------------------

static TlElement describe(const TileOp *op) {
    const TileType *type = op->operand[0]->type;
    TlElement e = {
        .op = op,
        .from = tile_element(type),
        .to = tile_element(op->result[0]->type),
        .rounding = tl_attr(op, "rounding_mode", 0) + tl_attr(op, "rounding", 0),
        .is_signed = tl_attr(op, "signedness", 0) != 0,
        .predicate = tl_attr(op, "comparison_predicate", 0),
        .ordering = tl_attr(op, "comparison_ordering", 0),
        .flush = tile_attr(op, "flush_to_zero") != NULL,
        .propagate = tile_attr(op, "propagate_nan") != NULL,
        .saturating = tile_attr(op, "saturating") != NULL,
    };
    e.bits = tl_bits(e.from);
    if (op->noperand > 1) e.second = tile_element(op->operand[1]->type);
    return e;
}

static IrValue **make(TileLower *lower, const TileOp *maker, const TlLayout *wanted) {
    const TlRow *row = &lower->row[maker->code];
    const TileOp *user = lower->op;
    if (row->make) return row->make(lower, maker, wanted);
    enum { MOST = 3 };
    TlElement e = describe(maker);
    IrValue **x[MOST], **reg = tl_regs(lower, wanted);
    for (uint32_t i = 0; i < maker->noperand; i++) x[i] = tl_get(lower, maker->operand[i], wanted);
    IrMd *line = lower->b.dbg;
    lower->op = maker; // for messages
    lower->b.dbg = tl_line(lower, maker);
    for (uint32_t r = 0; r < tl_nreg(wanted); r++) {
        IrValue *in[MOST] = {0};
        for (uint32_t i = 0; i < maker->noperand; i++) in[i] = x[i][r];
        reg[r] = row->element(lower, &e, in);
    }
    lower->op = user;
    lower->b.dbg = line;
    return reg;
}

// Whether an operation converts a tile that lies in shared memory, by an instruction: that is done
// where it is read, in whatever layout is wanted there.
static bool is_of_stage(TileLower *lower, const TileOp *conversion) {
    if (conversion->code != TILE_O_FTOF || !tl_value(lower, conversion->operand[0])->staged)
        return false;
    TileTypeKind to = tile_element(conversion->result[0]->type);
    return to == TILE_T_TF32 ? target_has(lower->target, SMF_cvt_tf32_rn)
                             : is_any_of(to, TILE_T_F16, TILE_T_BF16, TILE_T_F32);
}

// Whether a value is, for each row or column, one number of few that there are already: computed
// with in whatever layout is wanted, the same for many registers, it costs less than a conversion.
static bool is_spread(TileLower *lower, const TileValue *asked) {
    while (asked->op && asked->op->code == TILE_O_RESHAPE) asked = asked->op->operand[0];
    if (!asked->op) return false;
    return asked->op->code == TILE_O_BROADCAST || tl_value(lower, asked)->spread;
}

static bool is_cheap_of_spread(TileLower *lower, const TileOp *candidate) {
    static const TileOpcode cheap[] = {TILE_O_NEGF, TILE_O_ADDF, TILE_O_SUBF, TILE_O_MULF,
                                       TILE_O_FTOF, TILE_O_ADDI, TILE_O_SUBI, TILE_O_MULI};
    bool listed = false, spread = false;
    for (size_t i = 0; i < CU_COUNT(cheap); i++) listed |= candidate->code == cheap[i];
    for (uint32_t i = 0; i < candidate->noperand && listed; i++) {
        TlLayout layout;
        bool one = is_spread(lower, candidate->operand[i]);
        spread |= one;
        listed &= one || tl_natural(lower, candidate->operand[i], &layout) == TL_FREE;
    }
    return listed && spread;
}

void tl_make_op(TileLower *lower, const TileOp *maker) {
    const TileValue *result = maker->result[0];
    TlValue *known = tl_value(lower, result);
    TlLayout layout = tl_scalar_layout(lower);
    if (!tile_is_tile(result->type)) { // assume of a view or a token
        TlValue *from = tl_value(lower, maker->operand[0]);
        known->view = from->view;
        known->token = from->token;
        return;
    }
    // Scalars are the same in every layout: they are made where they stand.
    if (result->type->nshape && tl_natural(lower, result, &layout) == TL_FREE) {
        known->lazy = true;
        return;
    }
    bool renames = lower->row[maker->code].make != NULL; // which costs nothing
    known->spread = !renames && result->type->nshape && is_cheap_of_spread(lower, maker);
    if (result->type->nshape && (renames || known->spread || is_of_stage(lower, maker))) {
        known->lazy = true;
        return;
    }
    tl_set(lower, result, &layout, make(lower, maker, &layout));
}

// ---- natural layouts ---------------------------------------------------------------------------

// The heaviest operand decides.
static TlWeight of_elements(TileLower *lower, const TileOp *maker, TlLayout *out) {
    TlWeight best = TL_FREE;
    for (uint32_t i = 0; i < maker->noperand; i++) {
        TlLayout layout;
        TlWeight weight = tl_natural(lower, maker->operand[i], &layout);
        if (weight <= best) continue;
        best = weight;
        *out = layout;
    }
    return best;
}

static TlWeight find(TileLower *lower, const TileValue *asked, TlLayout *out) {
    if (!asked->type->nshape) {
        *out = tl_scalar_layout(lower);
        return TL_FREE;
    }
    if (!asked->op) return lower->row[TILE_O_FOR].natural(lower, asked, out);
    const TlRow *row = &lower->row[asked->op->code];
    if (row->element) return of_elements(lower, asked->op, out);
    return row->natural ? row->natural(lower, asked, out) : TL_FREE;
}

// Values that loops carry depend on themselves: there the way back counts as free. What is found on
// the way around such a circle holds for this question only, but for the value that was asked for.
TlWeight tl_natural(TileLower *lower, const TileValue *asked, TlLayout *out) {
    TlValue *known = tl_value(lower, asked);
    if (!tile_is_tile(asked->type)) return TL_FREE;
    lower->circles += known->busy;
    if (known->busy) return TL_FREE;
    bool first = lower->questions_open == 0;
    lower->question += first;
    if (!known->known && known->question != lower->question) {
        uint32_t circles = lower->circles;
        known->busy = true;
        lower->questions_open++;
        known->weight = find(lower, asked, &known->natural);
        lower->questions_open--;
        known->busy = false;
        known->question = lower->question;
        bool around = circles != lower->circles;
        known->known = !around || (first && known->weight != TL_FREE);
    }
    *out = known->natural;
    return known->weight;
}

TlLayout tl_layout_of(TileLower *lower, const TileValue *asked) {
    TlLayout layout;
    return tl_natural(lower, asked, &layout) == TL_FREE ? tl_default(lower, asked->type) : layout;
}

TlWeight tl_nat_none(TileLower *lower, const TileValue *result, TlLayout *out) {
    return TL_FREE;
}

TlWeight tl_nat_default(TileLower *lower, const TileValue *result, TlLayout *out) {
    *out = tl_default(lower, result->type);
    return TL_LIGHT;
}
