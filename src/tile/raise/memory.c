// SPDX-License-Identifier: Apache-2.0
// Memory by pointers. Tile IR orders accesses by tokens alone, C++ by where they stand: reads come
// behind the last write, a write behind that and behind all reads since.
#include "tile/raise/raise_int.h"

TileValue *rz_token_before(Rz *rz, RzEffect effect) {
    if (effect == RZ_READS || rz->read == rz->written) return rz->written;
    uint32_t n = 2;
    TileValue *both[] = {rz->written, rz->read};
    const TileType *token = rz_token(rz);
    return rz_op_groups(rz, TILE_O_JOIN_TOKENS, 1, &n, both, 1, &token)->result[0];
}

void rz_token_after(Rz *rz, RzEffect effect, TileValue *token) {
    if (effect == RZ_WRITES) {
        rz->written = rz->read = token;
    } else if (rz->read == rz->written) {
        rz->read = token;
    } else {
        uint32_t n = 2;
        TileValue *both[] = {rz->read, token};
        const TileType *type = rz_token(rz);
        rz->read = rz_op_groups(rz, TILE_O_JOIN_TOKENS, 1, &n, both, 1, &type)->result[0];
    }
}

// ---- order and scope ---------------------------------------------------------------------------

// Numbers of the header to those of Tile IR, where weak is the first of the orders and the scopes
// go the other way.
static void set_order(Rz *rz, TileOp *access, const RzCall *call, bool atomic) {
    if (!atomic) return;
    rz_set(rz, access, "memory_ordering_semantics", (uint64_t)rz_mode(call, "memory_order", 0) + 1);
    rz_set(rz, access, "memory_scope", 2 - (uint64_t)rz_mode(call, "thread_scope", 0));
}

// The pointers, to what is loaded or stored.
static TileValue *pointers(Rz *rz, const RzCall *call, RzType *value) {
    *value = call->param[0];
    value->element = call->param[0].pointee;
    value->pointee = TILE_T_COUNT;
    if (!call->nparam || call->param[0].element != TILE_T_PTR)
        return rz_fail(rz, "calls '%.*s' without pointers", (int)call->length, call->name);
    return rz_arg(rz, call, 0);
}

// ---- loads and stores --------------------------------------------------------------------------

TileValue *rz_make_load(Rz *rz, const RzCall *call, const RzRow *meaning) {
    RzType value;
    TileValue *operand[4] = {pointers(rz, call, &value)};
    uint32_t n = 1, group[4] = {1, call->nparam > 1, call->nparam > 2, 1};
    if (call->nparam > 1) operand[n++] = rz_arg_mask(rz, call, 1, &value);
    if (call->nparam > 2) operand[n++] = rz_arg_as(rz, call, 2, &value);
    if (rz->failed) return NULL;
    operand[n] = rz_token_before(rz, (RzEffect)meaning->effect);
    const TileType *types[] = {rz_type(rz, &call->result), rz_token(rz)};
    TileOp *op = rz_op_groups(rz, TILE_O_LOAD_PTR, 4, group, operand, 2, types);
    set_order(rz, op, call, meaning->integer);
    rz_set_hints(rz, op, call);
    rz_token_after(rz, (RzEffect)meaning->effect, op->result[1]);
    return op->result[0];
}

TileValue *rz_make_store(Rz *rz, const RzCall *call, const RzRow *meaning) {
    RzType value;
    TileValue *operand[4] = {pointers(rz, call, &value)};
    uint32_t n = 1, group[4] = {1, 1, call->nparam > 2, 1};
    operand[n++] = rz_arg_as(rz, call, 1, &value);
    if (call->nparam > 2) operand[n++] = rz_arg_mask(rz, call, 2, &value);
    if (rz->failed) return NULL;
    operand[n] = rz_token_before(rz, RZ_WRITES);
    const TileType *token = rz_token(rz);
    TileOp *op = rz_op_groups(rz, TILE_O_STORE_PTR, 4, group, operand, 1, &token);
    set_order(rz, op, call, meaning->integer);
    rz_set_hints(rz, op, call);
    rz_token_after(rz, RZ_WRITES, op->result[0]);
    return NULL;
}

// ---- atomic operations -------------------------------------------------------------------------

static bool is_float(TileTypeKind kind) {
    return tile_type_row[kind].class == TILE_CLASS_FLOAT;
}

static bool named(const RzCall *call, const char *name) {
    const char *at = call->members ? call->members : call->name;
    return strncmp(at, name, strlen(name)) == 0;
}

uint64_t rz_atomic_mode(const RzCall *call, uint64_t mode, TileTypeKind element, bool sign) {
    if (mode == 3 && is_float(element)) return 4; // add
    if (is_any_of(mode, 5, 6) && !sign) return mode + 2;
    (void)call;
    return mode;
}

// What is taken away is added with the other sign.
TileValue *rz_atomic_value(Rz *rz, const RzCall *call, TileValue *given) {
    if (!given || !named(call, "atomic_sub")) return given;
    bool number = is_float((TileTypeKind)given->type->sub->kind);
    return rz_op1(rz, number ? TILE_O_NEGF : TILE_O_NEGI, given, given->type);
}

TileValue *rz_make_atomic(Rz *rz, const RzCall *call, const RzRow *meaning) {
    RzType value;
    TileValue *operand[4] = {pointers(rz, call, &value)};
    uint32_t n = 1, group[4] = {1, 1, call->nparam > 2, 1};
    operand[n++] = rz_atomic_value(rz, call, rz_arg_as(rz, call, 1, &value));
    if (call->nparam > 2) operand[n++] = rz_arg_mask(rz, call, 2, &value);
    if (rz->failed) return NULL;
    operand[n] = rz_token_before(rz, RZ_WRITES);
    const TileType *types[] = {rz_type(rz, &call->result), rz_token(rz)};
    TileOp *op = rz_op_groups(rz, TILE_O_ATOMIC_RMW, 4, group, operand, 2, types);
    set_order(rz, op, call, true);
    rz_set(rz, op, "mode",
           rz_atomic_mode(call, meaning->integer, value.element, call->result.sign));
    rz_token_after(rz, RZ_WRITES, op->result[1]);
    return op->result[0];
}

TileValue *rz_make_exchange(Rz *rz, const RzCall *call, const RzRow *meaning) {
    (void)meaning;
    RzType value;
    TileValue *operand[5] = {pointers(rz, call, &value)};
    uint32_t n = 1, group[5] = {1, 1, 1, call->nparam > 3, 1};
    operand[n++] = rz_arg_as(rz, call, 1, &value);
    operand[n++] = rz_arg_as(rz, call, 2, &value);
    if (call->nparam > 3) operand[n++] = rz_arg_mask(rz, call, 3, &value);
    if (rz->failed) return NULL;
    operand[n] = rz_token_before(rz, RZ_WRITES);
    const TileType *types[] = {rz_type(rz, &call->result), rz_token(rz)};
    TileOp *op = rz_op_groups(rz, TILE_O_ATOMIC_CAS, 5, group, operand, 2, types);
    set_order(rz, op, call, true);
    rz_token_after(rz, RZ_WRITES, op->result[1]);
    return op->result[0];
}

// ---- what C++ reads and writes by itself -------------------------------------------------------

// A pointer to a value of the type.
static TileValue *scalar_pointer(Rz *rz, const IrValue *address, const TileType *memory) {
    TileValue *at = rz_value(rz, address);
    return at ? rz_as(rz, at, rz_pointer_tile(rz, (TileTypeKind)memory->sub->kind, NULL, 0)) : NULL;
}

TileValue *rz_from_memory(Rz *rz, TileValue *loaded, const TileType *wanted) {
    if (wanted->sub->kind != TILE_T_PTR) return rz_as(rz, loaded, wanted);
    loaded = rz_reshape(rz, loaded, wanted->shape, wanted->nshape);
    return rz->failed ? NULL : rz_op1(rz, TILE_O_INT_TO_PTR, loaded, wanted);
}

TileValue *rz_to_memory(Rz *rz, TileValue *stored, const TileType *memory) {
    if (stored->type->sub->kind == TILE_T_PTR)
        stored =
            rz_op1(rz, TILE_O_PTR_TO_INT, stored, rz_with_element(rz, stored->type, TILE_T_I64));
    return rz_as(rz, stored, memory);
}

static TileValue *load_scalar(Rz *rz, const IrInst *load) {
    const TileType *type = rz_type_of(rz, &load->v), *memory = rz_memory_type(rz, load->v.type);
    TileValue *operand[] = {rz->failed ? NULL : scalar_pointer(rz, ir_op(load, 0), memory), NULL};
    if (!operand[0]) return NULL;
    operand[1] = rz_token_before(rz, RZ_READS);
    const TileType *types[] = {memory, rz_token(rz)};
    const uint32_t group[] = {1, 0, 0, 1};
    TileOp *op = rz_op_groups(rz, TILE_O_LOAD_PTR, 4, group, operand, 2, types);
    rz_token_after(rz, RZ_READS, op->result[1]);
    return rz_from_memory(rz, op->result[0], type);
}

static void store_scalar(Rz *rz, const IrInst *store) {
    const TileType *memory = rz_memory_type(rz, ir_op(store, 0)->type);
    TileValue *value = rz->failed ? NULL : rz_value(rz, ir_op(store, 0));
    TileValue *at = value ? scalar_pointer(rz, ir_op(store, 1), memory) : NULL;
    if (!at) return;
    TileValue *operand[] = {at, rz_to_memory(rz, value, memory), NULL};
    if (rz->failed) return;
    operand[2] = rz_token_before(rz, RZ_WRITES);
    const uint32_t group[] = {1, 1, 0, 1};
    const TileType *token = rz_token(rz);
    TileOp *op = rz_op_groups(rz, TILE_O_STORE_PTR, 4, group, operand, 1, &token);
    rz_token_after(rz, RZ_WRITES, op->result[0]);
}

TileValue *rz_load(Rz *rz, const IrInst *load) {
    bool tile = load->v.type->kind == IR_TY_VECTOR;
    return tile ? rz_load_tile(rz, load) : load_scalar(rz, load);
}

void rz_store(Rz *rz, const IrInst *store) {
    if (ir_op(store, 0)->type->kind == IR_TY_VECTOR)
        rz_store_tile(rz, store);
    else
        store_scalar(rz, store);
}
