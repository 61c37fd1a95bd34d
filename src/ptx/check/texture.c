// SPDX-License-Identifier: Apache-2.0
// What ptxas checks of texture and surface instructions (PTX ISA 9.7.10, 9.7.11): how many
// coordinates the geometry has and of which types, the reference, and the vector of the texel.
#include "ptx/check/check.h"

#include "ptx/form/sem.h"

// Operands as a vector; a register by itself is one of one element.
static uint32_t elements(const Reader *reader, const PtxOpnd *operand, const PtxOpnd **at) {
    bool vector = operand->kind == PTXO_VEC;
    *at = vector ? &reader->fn->extra.at[operand->id] : operand;
    return vector ? operand->n : 1;
}

// Coordinates by geometry, the index of a layer among them; three are written as four.
static uint32_t coordinate_count(uint32_t geometry) {
    static const uint8_t counts[] = {
        [PTX_GEOM_D1] = 1, [PTX_GEOM_D2] = 2,   [PTX_GEOM_D3] = 4,   [PTX_GEOM_A1] = 2,
        [PTX_GEOM_A2] = 4, [PTX_GEOM_CUBE] = 4, [PTX_GEOM_ACUBE] = 4};
    return counts[geometry];
}

// The index of a layer is an integer whatever the coordinates are.
static bool is_layered(uint32_t geometry) {
    return is_any_of(geometry, PTX_GEOM_A1, PTX_GEOM_A2, PTX_GEOM_ACUBE);
}

// A register of 32 bits that agrees with the type; numbers are as they are.
static bool is_of(const Reader *reader, const PtxOpnd *operand, PtxType type) {
    if (operand->kind != PTXO_REG) return true;
    PtxType have = (PtxType)reader->fn->reg.at[operand->id].type;
    return ptx_type_bits(have) == ptx_type_bits(type) && rd_register_agrees(have, type);
}

static bool check_coordinates(Reader *reader, const PtxInst *in, const PtxOpnd *position,
                              PtxType type) {
    const PtxOpnd *at;
    uint32_t geometry = ptx_mod(in, GEOM), n = elements(reader, position, &at);
    if (n < coordinate_count(geometry) || n == 3) // more than needed are taken
        return rd_fail(reader, DIAG_OF(ptx, coordinates), reader->op_name);
    for (uint32_t i = 0; i < n; i++) {
        PtxType want = !i && is_layered(geometry) ? PTX_U32 : type;
        if (want == PTX_F32) continue; // any 32 bits, as ptxas has it
        if (!is_of(reader, &at[i], want))
            return rd_fail(reader, DIAG_OF(ptx, coordinate_type), reader->op_name);
    }
    return true;
}

// A reference is an integer of 64 bits, or a variable that is one by its type.
static bool check_reference(Reader *reader, const PtxOpnd *operand) {
    const PtxVar *var = NULL;
    if (operand->kind == PTXO_REG)
        return rd_require(reader, is_of(reader, operand, PTX_U64), DIAG_OF(ptx, reference),
                          reader->op_name);
    if (operand->kind == PTXO_SYM)
        var = operand->flags & PTXOF_LOCAL ? &reader->fn->var.at[operand->id]
                                           : ptx_sym_var(reader->module, operand->id);
    bool opaque = !var || ptx_types[var->type].kind == 'o' || var->space == PTXS_PARAM;
    return rd_require(reader, opaque, DIAG_OF(ptx, reference), reader->op_name);
}

// The texel: as many registers as the modifier says, each as wide as its type, or wider.
static bool check_texel(Reader *reader, const PtxInst *in, const PtxOpnd *destination) {
    const PtxOpnd *at;
    PtxType type = (PtxType)in->type[0];
    if (destination->kind == PTXO_PAIR) destination = &reader->fn->extra.at[destination->id];
    uint32_t n = elements(reader, destination, &at), want = 1u << ptx_mod(in, VEC);
    if (in->type[0] == PTX_F16X2 && ptx_rows[in->op].sem == PTX_SEM_TEX) want = n;
    if (n != want) return rd_fail(reader, DIAG_OF(ptx, texel), reader->op_name);
    for (uint32_t i = 0; i < n; i++) {
        if (at[i].kind != PTXO_REG) continue;
        PtxType have = (PtxType)reader->fn->reg.at[at[i].id].type;
        bool fits = ptx_type_bits(have) >= ptx_type_bits(type) && rd_register_agrees(have, type);
        if (!fits) return rd_fail(reader, DIAG_OF(ptx, texel), reader->op_name);
    }
    return true;
}

// Level and gradients have the type of floating point, gradients as many elements as dimensions.
static bool check_level(Reader *reader, const PtxInst *in) {
    const PtxOpnd *opnd = ptx_opnds(reader->fn, in), *at;
    bool level = ptx_mod(in, TLOD) == PTX_TLOD_LEVEL, grad = ptx_mod(in, TLOD) == PTX_TLOD_GRAD;
    if (level && !is_of(reader, &opnd[2], (PtxType)in->type[1]))
        return rd_fail(reader, DIAG_OF(ptx, coordinate_type), reader->op_name);
    uint32_t geometry = ptx_mod(in, GEOM), want = coordinate_count(geometry);
    if (geometry == PTX_GEOM_A1) want = 1;
    if (geometry == PTX_GEOM_A2) want = 2;
    for (uint32_t i = 2; grad && i < 4; i++) {
        if (elements(reader, &opnd[i], &at) != want)
            return rd_fail(reader, DIAG_OF(ptx, coordinates), reader->op_name);
    }
    return true;
}

// The address [reference, {coordinates}] is the first operand of stores and the second of loads.
bool rd_check_texture(Reader *reader, const PtxInst *in) {
    const PtxOpnd *opnd = ptx_opnds(reader->fn, in);
    uint16_t sem = ptx_rows[in->op].sem;
    bool loads = is_any_of(sem, PTX_SEM_TEX, PTX_SEM_TLD4, PTX_SEM_SULD);
    bool texture = is_any_of(sem, PTX_SEM_TEX, PTX_SEM_TLD4);
    const PtxOpnd *address = &reader->fn->extra.at[opnd[loads].id];
    PtxType type = texture ? (PtxType)in->type[1] : PTX_U32;
    if (!check_reference(reader, &address[0]) || !check_coordinates(reader, in, &address[1], type))
        return false;
    bool whole = sem == PTX_SEM_SURED || check_texel(reader, in, &opnd[!loads]);
    return whole && (sem != PTX_SEM_TEX || check_level(reader, in));
}

// A question about a texture or surface names it by the same kinds of references.
bool rd_check_query(Reader *reader, const PtxInst *in) {
    PtxOpnd reference = ptx_opnds(reader->fn, in)[1];
    reference.kind = reference.kind == PTXO_MREG ? PTXO_REG : PTXO_SYM;
    return check_reference(reader, &reference);
}
