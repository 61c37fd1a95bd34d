// SPDX-License-Identifier: Apache-2.0
// What ptxas checks of an instruction that fits its row of insn.def: which registers have its types
// (PTX ISA 9.4), the state spaces of addresses (6.4), and rules of single instructions (9.7), which
// the tables below list. What is wrong is reported at the opcode.
#include "ptx/check/check.h"

#include "ptx/form/op.h"
#include "ptx/form/sem.h"

// The sets TS_... of insn.def.
#define INSN(...)
#include "ptx/insn.def"
#undef INSN

// ---- types of registers -------------------------------------------------------------------------

// Formats of floating point, pairs of them among them.
static bool is_float_type(PtxType type) {
    return is_any_of(ptx_types[type].kind, 'f', 'x');
}

// Elements of one vector may mix untyped registers with those of one sort.
static uint32_t sort_of(PtxType type) {
    enum { UNTYPED, INTEGERS, FLOATS };
    if (rd_is_integer(type)) return INTEGERS;
    return is_float_type(type) ? FLOATS + (uint32_t)type : UNTYPED;
}

// The type that the operand's register is declared with.
static PtxType type_of(const Reader *reader, const PtxOpnd *named) {
    return (PtxType)reader->fn->reg.at[named->id].type;
}

// Whether two elements are of different sorts, untyped ones aside.
static bool is_mixed(const Reader *reader, const PtxOpnd *vector) {
    uint32_t sort = 0;
    for (uint32_t i = 0; i < vector->n; i++) {
        const PtxOpnd *element = &reader->fn->extra.at[vector->id + i];
        uint32_t own = element->kind == PTXO_REG ? sort_of(type_of(reader, element)) : 0;
        if (own && sort && own != sort) return true;
        sort = own ? own : sort;
    }
    return false;
}

// A vector must have an element that is kept.
static bool is_all_sinks(const Reader *reader, const PtxOpnd *vector) {
    for (uint32_t i = 0; i < vector->n; i++) {
        if (reader->fn->extra.at[vector->id + i].kind != PTXO_SINK) return false;
    }
    return true;
}

// ---- operands -----------------------------------------------------------------------------------

// Instructions whose whole result may be left out.
static bool discards(PtxSem sem) {
    static const uint8_t sems[] = {PTX_SEM_ATOM,     PTX_SEM_SETP,  PTX_SEM_LOP3,
                                   PTX_SEM_LOP3B,    PTX_SEM_ELECT, PTX_SEM_MBARARRIVE,
                                   PTX_SEM_MBARDROP, PTX_SEM_NOTRUN};
    for (uint32_t i = 0; i < CU_COUNT(sems); i++) {
        if (sems[i] == sem) return true;
    }
    return false;
}

// What any operand may be: `_`, a special register, a vector of a load, store or packing.
static bool check_operand(Reader *reader, const PtxInst *in, const PtxOpnd *operand) {
    PtxSem sem = (PtxSem)ptx_rows[in->op].sem;
    const char *name = reader->op_name;
    if (operand->kind == PTXO_SINK && !discards(sem))
        return rd_fail(reader, DIAG_OF(ptx, discard), name);
    if (operand->kind == PTXO_SREG && !is_any_of(sem, PTX_SEM_MOV, PTX_SEM_CVT))
        return rd_fail(reader, DIAG_OF(ptx, special), name);
    bool moves = is_any_of(sem, PTX_SEM_LD, PTX_SEM_ST, PTX_SEM_PACK, PTX_SEM_UNPACK);
    if (operand->kind != PTXO_VEC || !moves) return true;
    if (is_all_sinks(reader, operand)) return rd_fail(reader, DIAG_OF(ptx, discard), name);
    return rd_require(reader, !is_mixed(reader, operand), DIAG_OF(ptx, mixed_vector), name);
}

// A special register is read as it is: its width, or less.
static bool check_special(Reader *reader, const PtxInst *in) {
    const PtxOpnd *from = &ptx_opnds(reader->fn, in)[1];
    if (from->kind != PTXO_SREG) return true;
    bool of_block = is_any_of(from->id, PTXR_PERCTA_OFFSET, PTXR_PERCTA_SIZE);
    if (of_block && !reader->fn->dir.percta)
        return rd_fail(reader, DIAG_OF(ptx, no_block_memory), ptx_sregs[from->id].text);
    PtxType type = (PtxType)in->type[in->op == PTXI_mov ? 0 : 1];
    uint32_t have = ptx_type_bits((PtxType)ptx_sregs[from->id].type);
    bool is_predicate = ptx_sregs[from->id].type == PTX_PRED;
    bool fits = is_predicate ? type == PTX_PRED
                             : !is_float_type(type) && ptx_type_bits(type) <= have &&
                                   (have == 32 || ptx_type_bits(type) == have);
    return rd_require(reader, fits, DIAG_OF(ptx, special_type), reader->op_name);
}

// ---- addresses ----------------------------------------------------------------------------------

// The space that an instruction's modifier names, as a bit set of spaces of declarations.
static uint32_t spaces_of(uint32_t modifier) {
    enum { GLOBAL = 1 << PTXS_GLOBAL, SHARED = 1 << PTXS_SHARED, LOCAL = 1 << PTXS_LOCAL };
    switch (modifier) {
    case PTX_SPACE_NONE: return GLOBAL | SHARED | LOCAL;
    case PTX_SPACE_GLOBAL: return GLOBAL;
    case PTX_SPACE_SHARED:
    case PTX_SPACE_SHARED_CTA:
    case PTX_SPACE_SHARED_CLUSTER: return SHARED;
    case PTX_SPACE_LOCAL: return LOCAL;
    case PTX_SPACE_CONST: return 1 << PTXS_CONST;
    default: return 1 << PTXS_PARAM;
    }
}

// The variable that an operand names; NULL: it names none, or a function.
static const PtxVar *variable_at(const Reader *reader, const PtxOpnd *named) {
    if (!is_any_of(named->kind, PTXO_SYM, PTXO_MSYM)) return NULL;
    if (named->flags & PTXOF_LOCAL) return &reader->fn->var.at[named->id];
    return ptx_sym_var(reader->module, named->id);
}

// Whether 32 bits reach everything in the space.
static bool is_small(uint32_t space) {
    return !is_any_of(space, PTX_SPACE_NONE, PTX_SPACE_GLOBAL);
}

// An address: the space of its variable, or its register's type and width.
static bool check_address(Reader *reader, const PtxInst *in, const PtxOpnd *address) {
    uint32_t space = ptx_mod(in, SPACE);
    const char *name = reader->op_name;
    const PtxVar *var = variable_at(reader, address);
    if (var && !(spaces_of(space) >> var->space & 1))
        return rd_fail(reader, DIAG_OF(ptx, other_space), name, atom_str(reader->ctx, var->name));
    if (address->kind == PTXO_MABS && space != PTX_SPACE_LOCAL)
        return rd_fail(reader, DIAG_OF(ptx, absolute), name);
    if (address->kind != PTXO_MREG) return true;
    PtxType type = type_of(reader, address);
    if (type == PTX_PRED || is_float_type(type))
        return rd_fail(reader, DIAG_OF(ptx, address_type), name);
    bool wide = ptx_type_bits(type) == 64 || is_small(space);
    return rd_require(reader, wide, DIAG_OF(ptx, address_bits), name);
}

// Whether the row's modifier SPACE is that of the address (bulk copies have two of them).
static bool has_address(PtxSem sem) {
    return is_any_of(sem, PTX_SEM_LD, PTX_SEM_ST, PTX_SEM_ATOM, PTX_SEM_RED, PTX_SEM_MBARINIT,
                     PTX_SEM_MBARARRIVE, PTX_SEM_MBARTEST, PTX_SEM_LDMATRIX, PTX_SEM_STMATRIX);
}

// The last operand of loads, stores and atomics is a cache policy, which a modifier announces.
static bool check_policy(Reader *reader, const PtxInst *in) {
    const char *ops = ptx_rows[in->op].ops;
    uint32_t all = 1;
    for (const char *p = ops; *p; p++) all += *p == ',';
    size_t n = strlen(ops);
    bool optional = n > 3 && strcmp(ops + n - 3, "sd?") == 0;
    bool given = in->nopnd == all, said = ptx_mod(in, L2HINT);
    return rd_require(reader, !optional || given == said, DIAG_OF(ptx, cache_hint),
                      reader->op_name);
}

// A store changes what the function owns.
static bool check_stored(Reader *reader, const PtxInst *in) {
    const PtxOpnd *to = &ptx_opnds(reader->fn, in)[0];
    const PtxVar *var = variable_at(reader, to);
    if (ptx_mod(in, SPACE) == PTX_SPACE_CONST)
        return rd_fail(reader, DIAG_OF(ptx, space), reader->op_name);
    bool is_parameter = false;
    for (uint32_t i = 0; var && to->flags & PTXOF_LOCAL && i < reader->fn->sig.param.n; i++)
        is_parameter |= reader->fn->sig.param.at[i] == to->id;
    return rd_require(reader, !is_parameter, DIAG_OF(ptx, parameter_written),
                      atom_str(reader->ctx, var->name));
}

// The address of a variable as a number: 32 bits are too few for global memory.
static bool check_address_value(Reader *reader, const PtxInst *in) {
    const PtxOpnd *from = &ptx_opnds(reader->fn, in)[1];
    if (from->kind != PTXO_SYM) return true;
    if (is_float_type((PtxType)in->type[0]))
        return rd_fail(reader, DIAG_OF(ptx, address_type), reader->op_name);
    const PtxVar *var = variable_at(reader, from);
    bool small = var && is_any_of(var->space, PTXS_SHARED, PTXS_LOCAL, PTXS_PARAM, PTXS_CONST);
    return rd_require(reader, small || ptx_type_bits((PtxType)in->type[0]) == 64,
                      DIAG_OF(ptx, address_bits), reader->op_name);
}

// cvta takes an address of its space.
static bool check_converted(Reader *reader, const PtxInst *in) {
    const PtxVar *var = variable_at(reader, &ptx_opnds(reader->fn, in)[1]);
    return rd_require(reader, !var || spaces_of(ptx_mod(in, SPACE)) >> var->space & 1,
                      DIAG_OF(ptx, other_space), reader->op_name, atom_str(reader->ctx, var->name));
}

// Only what caches hold is prefetched.
static bool check_prefetched(Reader *reader, const PtxInst *in) {
    uint32_t space = ptx_mod(in, SPACE);
    bool good = in->op != PTXI_prefetch ||
                is_any_of(space, PTX_SPACE_NONE, PTX_SPACE_GLOBAL, PTX_SPACE_LOCAL);
    return rd_require(reader, good, DIAG_OF(ptx, space), reader->op_name);
}

// ---- rules of single instructions ---------------------------------------------------------------

// Memory order and scope go together [9.7.9.8]; a volatile access has no cache operator.
static bool check_order(Reader *reader, const PtxInst *in) {
    uint32_t order = ptx_mod(in, SEM), scope = ptx_mod(in, SCOPE);
    const char *word = order ? ptx_mod_name(PTXC_SEM, order) : "";
    bool ordered = is_any_of(order, PTX_SEM_RELAXED, PTX_SEM_ACQUIRE, PTX_SEM_RELEASE);
    if (ordered && !scope) return rd_fail(reader, DIAG_OF(ptx, needs_scope), word, reader->op_name);
    bool plain = is_any_of(order, PTX_SEM_WEAK, PTX_SEM_VOLATILE);
    if (plain && scope)
        return rd_fail(reader, DIAG_OF(ptx, not_together), word, ptx_mod_name(PTXC_SCOPE, scope));
    if (!order && scope)
        return rd_fail(reader, DIAG_OF(ptx, needs_order), ptx_mod_name(PTXC_SCOPE, scope),
                       reader->op_name);
    bool own = is_any_of(ptx_mod(in, SPACE), PTX_SPACE_CONST, PTX_SPACE_PARAM);
    if (order == PTX_SEM_VOLATILE && own)
        return rd_fail(reader, DIAG_OF(ptx, space), reader->op_name);
    // registers of devices are read and written by the whole system's order, in global memory
    if (is_any_of(order, PTX_SEM_MMIO, PTX_SEM_MMIO_ACQUIRE, PTX_SEM_MMIO_RELEASE)) {
        if (scope != PTX_SCOPE_SYS)
            return rd_fail(reader, DIAG_OF(ptx, not_together), word,
                           scope ? ptx_mod_name(PTXC_SCOPE, scope) : "no scope");
        if (!is_any_of(ptx_mod(in, SPACE), 0u, PTX_SPACE_GLOBAL))
            return rd_fail(reader, DIAG_OF(ptx, space), reader->op_name);
    }
    uint32_t cache = ptx_mod(in, COP);
    if (order && cache)
        return rd_fail(reader, DIAG_OF(ptx, not_together), word, ptx_mod_name(PTXC_COP, cache));
    return true;
}

// What the operation of an atom or red is defined on [9.7.13.7].
static bool check_atomic(Reader *reader, const PtxInst *in) {
    static const uint64_t types[] = {
        [PTX_AOP_ADD] = TS_I32 | TS(U64) | TS_F | TS_HH,
        [PTX_AOP_MIN] = TS_I3264 | TS_HH,
        [PTX_AOP_MAX] = TS_I3264 | TS_HH,
        [PTX_AOP_INC] = TS(U32),
        [PTX_AOP_DEC] = TS(U32),
        [PTX_AOP_AND] = TS_B3264,
        [PTX_AOP_OR] = TS_B3264,
        [PTX_AOP_XOR] = TS_B3264,
        [PTX_AOP_EXCH] = TS_B3264 | TS(B128),
        [PTX_AOP_CAS] = TS(B16) | TS_B3264 | TS(B128),
    };
    uint32_t operation = ptx_mod(in, AOP);
    return rd_require(reader, types[operation] >> in->type[0] & 1, DIAG_OF(ptx, operation_type),
                      ptx_mod_name(PTXC_AOP, operation), reader->op_name);
}

// Comparisons by the sort of their type [9.3.1]: all have eq and ne, bits no more; the words for
// unsigned ones are lo, ls, hi, hs; those that are true of NaN are for floating point.
static bool check_comparison(Reader *reader, const PtxInst *in) {
    PtxType type = (PtxType)in->type[in->op == PTXI_set || ptx_rows[in->op].sem == PTX_SEM_SET];
    uint32_t compare = ptx_mod(in, CMP);
    bool good = true;
    if (is_any_of(compare, PTX_CMP_EQ, PTX_CMP_NE)) return true;
    if (ptx_types[type].kind == 'b')
        good = false;
    else if (compare >= PTX_CMP_LO && compare <= PTX_CMP_HS)
        good = ptx_types[type].kind == 'u';
    else if (compare >= PTX_CMP_EQU)
        good = is_float_type(type);
    return rd_require(reader, good, DIAG_OF(ptx, comparison_type), ptx_mod_name(PTXC_CMP, compare),
                      reader->op_name);
}

// Rounding to a whole number.
static bool is_whole_rounding(uint32_t rounding) {
    return is_any_of(rounding, PTX_RND_RNI, PTX_RND_RZI, PTX_RND_RMI, PTX_RND_RPI);
}

// Whether a conversion rounds, and how [9.7.9.21]: to a whole number where the result is an integer
// or has the same type, to the nearest of the format where that holds less.
static bool check_conversion(Reader *reader, const PtxInst *in) {
    PtxType to = (PtxType)in->type[0], from = (PtxType)in->type[1];
    uint32_t rounding = ptx_mod(in, RND);
    bool from_float = is_float_type(from), to_float = is_float_type(to);
    bool whole = is_whole_rounding(rounding);
    bool narrows = to_float && (!from_float || ptx_type_bits(to) < ptx_type_bits(from) ||
                                (ptx_type_bits(to) == ptx_type_bits(from) && to != from));
    bool needs_whole = from_float && !to_float,
         may_be_whole = needs_whole || (to_float && to == from);
    bool from_bf16 = from == PTX_BF16; // may say .rn
    if ((needs_whole || narrows) && !rounding)
        return rd_fail(reader, DIAG_OF(ptx, needs_rounding_word), reader->op_name);
    bool good = !rounding || (whole ? may_be_whole : narrows || (from_bf16 && to_float));
    if (!good) return rd_fail(reader, DIAG_OF(ptx, wrong_rounding), reader->op_name);
    bool single = to == PTX_F32 || from == PTX_F32;
    return rd_require(reader, !ptx_mod(in, FTZ) || single, DIAG_OF(ptx, no_flush), reader->op_name);
}

// min and max of three numbers came with sm_100.
static bool check_three(Reader *reader, const PtxInst *in) {
    enum { THREE_SINCE = 88 };
    bool version = reader->need || reader->module->version >= THREE_SINCE;
    bool has_three = reader->module->sm >= 100 && version;
    if (in->nopnd >= 4 && reader->need) rd_need_version(reader, THREE_SINCE, reader->op_name);
    return rd_require(reader, in->nopnd < 4 || has_three, DIAG_OF(ptx, three_operands),
                      reader->op_name);
}

// Sums and extremes are of integers, and, or, xor of bits.
static bool check_reduction(Reader *reader, const PtxInst *in) {
    if (in->op != PTXI_redux) return true;
    const char *operation = ptx_mod_name(PTXC_ROP, ptx_mod(in, ROP));
    bool bits = strcmp(operation, "and") == 0 || strcmp(operation, "or") == 0 ||
                strcmp(operation, "xor") == 0;
    return rd_require(reader, bits == (in->type[0] == PTX_B32), DIAG_OF(ptx, operation_type),
                      operation, reader->op_name);
}

// A copy has 4, 8 or 16 bytes, one past the first cache 16.
static bool check_copy(Reader *reader, const PtxInst *in) {
    const PtxOpnd *bytes = &ptx_opnds(reader->fn, in)[2];
    if (in->nopnd < 3 || bytes->kind != PTXO_INT) return true;
    bool all = is_any_of(bytes->val, 4, 8, 16), whole = ptx_mod(in, COP) == PTX_COP_CG;
    return rd_require(reader, (whole ? bytes->val == 16 : all), DIAG_OF(ptx, copy_bytes),
                      reader->op_name);
}

// The variables and registers that addresses of two spaces are made of.
static bool check_ends(Reader *reader, const PtxInst *in) {
    const PtxOpnd *opnd = ptx_opnds(reader->fn, in);
    static const uint32_t second[] = {[PTX_SPACE2_GLOBAL] = PTX_SPACE_GLOBAL,
                                      [PTX_SPACE2_SHARED_CTA] = PTX_SPACE_SHARED,
                                      [PTX_SPACE2_SHARED_CLUSTER] = PTX_SPACE_SHARED};
    const uint32_t spaces[] = {ptx_mod(in, SPACE), second[ptx_mod(in, SPACE2)]};
    for (uint32_t i = 0; i < 2; i++) {
        const PtxVar *var = variable_at(reader, &opnd[i]);
        if (var && !(spaces_of(spaces[i]) >> var->space & 1))
            return rd_fail(reader, DIAG_OF(ptx, other_space), reader->op_name,
                           atom_str(reader->ctx, var->name));
        if (opnd[i].kind != PTXO_MREG) continue;
        PtxType type = type_of(reader, &opnd[i]);
        if (type == PTX_PRED || is_float_type(type))
            return rd_fail(reader, DIAG_OF(ptx, address_type), reader->op_name);
    }
    return true;
}

// Bulk copies move multiples of 16 bytes, and say so to a barrier in shared memory.
static bool check_bulk(Reader *reader, const PtxInst *in) {
    const PtxOpnd *opnd = ptx_opnds(reader->fn, in);
    bool load = is_any_of(in->op, PTXI_bulk_load, PTXI_bulk_load_relaxed);
    bool copies = load || is_any_of(in->op, PTXI_bulk_store, PTXI_bulk_store_relaxed);
    if (!copies || !check_ends(reader, in)) return !copies;
    if (opnd[2].kind == PTXO_INT && opnd[2].val % 16)
        return rd_fail(reader, DIAG_OF(ptx, multiple), reader->op_name, 16);
    // a mask of 32 blocks is as wide
    bool wide = ptx_mod(in, MCAST) == PTX_MCAST_CLUSTER32;
    if (wide && in->nopnd > 4 && opnd[4].kind == PTXO_REG &&
        ptx_type_bits((PtxType)reader->fn->reg.at[opnd[4].id].type) != 32)
        return rd_fail(reader, DIAG_OF(ptx, bad_operand), 5, reader->op_name,
                       "a register of 32 bits");
    const PtxVar *barrier = load ? variable_at(reader, &opnd[3]) : NULL;
    return rd_require(reader, !barrier || barrier->space == PTXS_SHARED, DIAG_OF(ptx, other_space),
                      reader->op_name, atom_str(reader->ctx, barrier->name));
}

// Registers of a warp group are given and taken by eights, from 24 to 256.
static bool check_register_count(Reader *reader, const PtxInst *in) {
    if (!is_any_of(in->op, PTXI_setmaxnreg_inc, PTXI_setmaxnreg_dec)) return true;
    int64_t n = ptx_opnds(reader->fn, in)[0].val;
    return rd_require(reader, n >= 24 && n <= 256 && n % 8 == 0, DIAG_OF(ptx, multiple),
                      reader->op_name, 8);
}

// The barrier of another block has no state for this one.
static bool check_arrival(Reader *reader, const PtxInst *in) {
    bool remote = ptx_mod(in, SPACE) == PTX_SPACE_SHARED_CLUSTER;
    if (ptx_rows[in->op].ops[0] != 'y') return true;
    return rd_require(reader, !remote || ptx_opnds(reader->fn, in)[0].kind == PTXO_SINK,
                      DIAG_OF(ptx, needs_sink), reader->op_name);
}

// Barriers have the numbers 0 to 15, and whole warps take part.
static bool check_barrier(Reader *reader, const PtxInst *in) {
    uint32_t first = ptx_rows[in->op].sem == PTX_SEM_BARRED;
    const PtxOpnd *which = &ptx_opnds(reader->fn, in)[first];
    int number = (int)which->val; // of 32 bits, whatever is written
    if (which->kind == PTXO_INT && (number < 0 || number > 15))
        return rd_fail(reader, DIAG_OF(ptx, barrier_number), number);
    if (first || in->nopnd < 2 || which[1].kind != PTXO_INT) return true;
    return rd_require(reader, which[1].val % 32 == 0, DIAG_OF(ptx, barrier_threads));
}

// There are sixteen events of the profiler.
static bool check_event(Reader *reader, const PtxInst *in) {
    if (in->op != PTXI_pmevent) return true;
    int64_t event = ptx_opnds(reader->fn, in)[0].val;
    return rd_require(reader, (event >= 0 && event < 16), DIAG_OF(ptx, event_number), (int)event);
}

// The list of targets stands before the branch.
static bool check_branch(Reader *reader, const PtxInst *in) {
    const PtxOpnd *list = &ptx_opnds(reader->fn, in)[1];
    for (uint32_t i = 0; i < reader->fn->targets.n; i++) {
        if (reader->fn->targets.at[i].label == list->id && !reader->fn->targets.at[i].calls)
            return true;
    }
    return rd_fail(reader, DIAG_OF(ptx, no_targets), reader->op_name);
}

// Vectors of 256 bits.
static bool check_width(Reader *reader, const PtxInst *in) {
    static const uint8_t elements[] = {1, 2, 4, 8};
    uint32_t vec = ptx_mod(in, VEC), bits = ptx_type_bits((PtxType)in->type[0]);
    if (vec >= CU_COUNT(elements) || bits * elements[vec] <= 128) return true;
    return rd_require(reader, (bits * elements[vec] == 256 && reader->module->sm >= 100),
                      DIAG_OF(ptx, vector_bits), reader->op_name);
}

static const struct {
    uint16_t sem;
    bool (*check)(Reader *reader, const PtxInst *in);
} rules[] = {
    {PTX_SEM_LD, check_policy},
    {PTX_SEM_ST, check_policy},
    {PTX_SEM_ATOM, check_policy},
    {PTX_SEM_RED, check_policy},
    {PTX_SEM_LD, check_order},
    {PTX_SEM_ST, check_order},
    {PTX_SEM_LD, check_width},
    {PTX_SEM_ST, check_width},
    {PTX_SEM_ST, check_stored},
    {PTX_SEM_ATOM, check_atomic},
    {PTX_SEM_RED, check_atomic},
    {PTX_SEM_SETP, check_comparison},
    {PTX_SEM_SET, check_comparison},
    {PTX_SEM_CVT, check_conversion},
    {PTX_SEM_MOV, check_special},
    {PTX_SEM_CVT, check_special},
    {PTX_SEM_MOV, check_address_value},
    {PTX_SEM_CVTA, check_converted},
    {PTX_SEM_BARSYNC, check_barrier},
    {PTX_SEM_BARARRIVE, check_barrier},
    {PTX_SEM_BARRED, check_barrier},
    {PTX_SEM_FMIN, check_three},
    {PTX_SEM_FMAX, check_three},
    {PTX_SEM_CPASYNC, check_ends},
    {PTX_SEM_BULKCOPY, check_bulk},
    {PTX_SEM_NOP, check_register_count},
    {PTX_SEM_MBARARRIVE, check_arrival},
    {PTX_SEM_NOTRUN, check_arrival},
    {PTX_SEM_WGMMA, rd_check_wgmma},
    {PTX_SEM_TEX, rd_check_texture},
    {PTX_SEM_TLD4, rd_check_texture},
    {PTX_SEM_SULD, rd_check_texture},
    {PTX_SEM_SUST, rd_check_texture},
    {PTX_SEM_SURED, rd_check_texture},
    {PTX_SEM_TXQ, rd_check_query},
    {PTX_SEM_REDUX, check_reduction},
    {PTX_SEM_CPASYNC, check_copy},
    {PTX_SEM_MMA, rd_check_mma},
    {PTX_SEM_LDMATRIX, rd_check_ldmatrix},
    {PTX_SEM_STMATRIX, rd_check_ldmatrix},
    {PTX_SEM_WMMALOAD, rd_check_wmma_load},
    {PTX_SEM_WMMASTORE, rd_check_wmma_store},
    {PTX_SEM_WMMAMMA, rd_check_wmma_mma},
    {PTX_SEM_NOP, check_event},
    {PTX_SEM_NOP, check_prefetched},
    {PTX_SEM_BRX, check_branch},
};

// Operands first, then the rules of the instruction; the first that is broken is said.
void rd_check_inst(Reader *reader, const PtxInst *in) {
    const PtxRow *row = &ptx_rows[in->op];
    const PtxOpnd *opnd = ptx_opnds(reader->fn, in);
    if (in->op == PTXI_call) {
        rd_check_call(reader, in);
        return;
    }
    for (uint32_t i = 0; i < in->nopnd; i++) {
        if (!check_operand(reader, in, &opnd[i])) return;
        bool address = is_any_of(opnd[i].kind, PTXO_MREG, PTXO_MSYM, PTXO_MABS);
        if (address && has_address((PtxSem)row->sem) && !check_address(reader, in, &opnd[i]))
            return;
    }
    for (uint32_t i = 0; i < CU_COUNT(rules); i++) {
        if (rules[i].sem == row->sem && !rules[i].check(reader, in)) return;
    }
}
