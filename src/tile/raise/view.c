// SPDX-License-Identifier: Apache-2.0
// Views of tensors: partitions, strided ones, those that gather and scatter.
#include "tile/raise/raise_int.h"

enum { DYNAMIC = -1 }; // a size or stride that an argument gives, in the header

// How many of them arguments give; those are marked as Tile IR marks them.
static uint32_t dynamic(int64_t *at, int n) {
    uint32_t open = 0;
    for (int i = 0; i < n; i++) {
        if (at[i] != DYNAMIC) continue;
        at[i] = TILE_DYNAMIC;
        open++;
    }
    return open;
}

// The tensor: its pointer, open sizes and open strides are the first arguments of the call.
static TileValue *tensor(Rz *rz, const RzCall *call, TileTypeKind element) {
    int64_t shape[RZ_MAX_RANK], stride[RZ_MAX_RANK];
    int n = rz_list(call, "extents", 0, shape), ns = rz_list(call, "strides", 0, stride);
    uint32_t first = call->narg - call->nparam;
    if (n < 0 || n != ns || !first) return rz_fail(rz, "has a view whose tensor is not known");
    uint32_t group[] = {1, dynamic(shape, n), dynamic(stride, n)};
    if (first != 1 + group[1] + group[2])
        return rz_fail(rz, "has a view whose sizes are not known");
    TileValue *operand[1 + 2 * RZ_MAX_RANK];
    for (uint32_t i = 0; i < first; i++) operand[i] = rz_value(rz, ir_op(call->inst, i));
    if (rz->failed) return NULL;
    const TileType *pointer = rz_pointer_tile(rz, element, NULL, 0);
    operand[0] = rz_as(rz, operand[0], pointer);
    const TileType *type = tile_type(rz->module, &(TileType){.kind = TILE_T_TENSOR_VIEW,
                                                             .sub = pointer->sub->sub,
                                                             .shape = shape,
                                                             .nshape = (uint32_t)n,
                                                             .stride = stride,
                                                             .nstride = (uint32_t)n});
    return rz_op_groups(rz, TILE_O_MAKE_TENSOR_VIEW, 3, group, operand, 1, &type)->result[0];
}

static bool is_class(const RzCall *call, const char *name) {
    return strncmp(call->name, name, strlen(name)) == 0;
}

// The enumeration of the header has another order: zero, -0, inf, -inf, nan.
static uint8_t padding(const RzCall *call) {
    static const uint8_t of[] = {0, 1, 3, 4, 2};
    return (uint8_t)(1 + of[CU_MIN((uint64_t)rz_mode(call, "view_padding", 0), 4u)]);
}

// `tile` is what is loaded or stored; one dimension of a gathering view is chosen by a tile.
static TileValue *view(Rz *rz, const RzCall *call, const RzType *tile, uint32_t *sparse) {
    TileValue *of = tensor(rz, call, tile->element);
    if (!of) return NULL;
    int64_t map[RZ_MAX_RANK], step[RZ_MAX_RANK];
    for (uint32_t i = 0; i < tile->rank; i++) map[i] = i;
    TileType type = {.kind = TILE_T_PARTITION_VIEW,
                     .sub = of->type,
                     .shape = tile->shape,
                     .nshape = tile->rank,
                     .padding = padding(call)};
    TileOpcode code = TILE_O_MAKE_PARTITION_VIEW;
    *sparse = UINT32_MAX;
    if (is_class(call, "gather_scatter_view")) {
        type.kind = TILE_T_GATHER_VIEW;
        code = TILE_O_MAKE_GATHER_SCATTER_VIEW;
        *sparse = (uint32_t)rz_integer(call, 0, 0);
        type.sparse = *sparse;
    } else {
        type.map = map;
        type.nmap = tile->rank;
    }
    if (is_class(call, "strided_view")) {
        type.kind = TILE_T_STRIDED_VIEW;
        code = TILE_O_MAKE_STRIDED_VIEW;
        if (rz_list(call, "strides", 1, step) != (int)tile->rank)
            return rz_fail(rz, "has a view whose steps are not known");
        type.stride = step;
        type.nstride = tile->rank;
    }
    return rz_op1(rz, code, of, tile_type(rz->module, &type));
}

// Indices, all of the tensor's index type, from parameter `first` on.
static bool indices(Rz *rz, const RzCall *call, uint32_t first, uint32_t rank, uint32_t sparse,
                    TileValue **at) {
    TileTypeKind kind = rz_list_bits(call, "extents") == 64 ? TILE_T_I64 : TILE_T_I32;
    if (call->nparam != first + rank) {
        rz_fail(rz, "calls '%.*s' with another number of indices", (int)call->length, call->name);
        return false;
    }
    for (uint32_t i = 0; i < rank; i++) {
        RzType index = {.element = kind, .sign = call->param[first + i].sign};
        if (i == sparse) {
            index.rank = call->param[first + i].rank;
            memcpy(index.shape, call->param[first + i].shape, sizeof index.shape);
        }
        at[i] = rz_arg_as(rz, call, first + i, &index);
    }
    return !rz->failed;
}

// Without a mask the whole tile lies in the tensor.
static void promises(Rz *rz, TileOp *access, uint32_t rank, bool inside) {
    if (!inside) return;
    TileAttr *attr = tile_attr_new(rz->module, TILE_A_INTS);
    int64_t *yes = arena_array(rz->arena, int64_t, rank);
    for (uint32_t i = 0; i < rank; i++) yes[i] = 1;
    attr->n = rank;
    attr->number = yes;
    rz_set_attr(access, "inbounds", attr);
}

static void set_order(Rz *rz, TileOp *access, const RzCall *call) {
    rz_set(rz, access, "memory_ordering_semantics", (uint64_t)rz_mode(call, "memory_order", 0) + 1);
    rz_set(rz, access, "memory_scope", 2 - (uint64_t)rz_mode(call, "thread_scope", 0));
}

TileValue *rz_make_view_load(Rz *rz, const RzCall *call, const RzRow *meaning) {
    uint32_t rank = call->result.rank, sparse;
    TileValue *operand[RZ_MAX_RANK + 2] = {view(rz, call, &call->result, &sparse)};
    if (!operand[0] || !indices(rz, call, 0, rank, sparse, operand + 1)) return NULL;
    operand[1 + rank] = rz_token_before(rz, (RzEffect)meaning->effect);
    const TileType *types[] = {rz_type(rz, &call->result), rz_token(rz)};
    const uint32_t group[] = {1, rank, 1};
    TileOp *op = rz_op_groups(rz, TILE_O_LOAD_VIEW, 3, group, operand, 2, types);
    if (meaning->integer) set_order(rz, op, call);
    rz_set_hints(rz, op, call);
    promises(rz, op, rank, meaning->number);
    rz_token_after(rz, (RzEffect)meaning->effect, op->result[1]);
    return op->result[0];
}

// The type of a view's tiles: the value may be of another.
static bool view_tile(Rz *rz, const RzCall *call, RzType *tile) {
    bool found = rz_targ_before(call, "extents", tile);
    if (!found) rz_fail(rz, "has a view whose tiles are not known");
    return found;
}

TileValue *rz_make_view_store(Rz *rz, const RzCall *call, const RzRow *meaning) {
    RzType tile;
    uint32_t sparse;
    if (!view_tile(rz, call, &tile)) return NULL;
    TileValue *operand[RZ_MAX_RANK + 3] = {rz_arg_as(rz, call, 0, &tile)};
    operand[1] = view(rz, call, &tile, &sparse);
    if (rz->failed || !indices(rz, call, 1, tile.rank, sparse, operand + 2)) return NULL;
    operand[2 + tile.rank] = rz_token_before(rz, RZ_WRITES);
    const TileType *token = rz_token(rz);
    const uint32_t group[] = {1, 1, tile.rank, 1};
    TileOp *op = rz_op_groups(rz, TILE_O_STORE_VIEW, 4, group, operand, 1, &token);
    if (meaning->integer) set_order(rz, op, call);
    rz_set_hints(rz, op, call);
    promises(rz, op, tile.rank, meaning->number);
    rz_token_after(rz, RZ_WRITES, op->result[0]);
    return NULL;
}

TileValue *rz_make_view_atomic(Rz *rz, const RzCall *call, const RzRow *meaning) {
    RzType tile;
    uint32_t sparse;
    if (!view_tile(rz, call, &tile)) return NULL;
    TileValue *operand[RZ_MAX_RANK + 3] = {view(rz, call, &tile, &sparse)};
    if (rz->failed || !indices(rz, call, 1, tile.rank, sparse, operand + 1)) return NULL;
    operand[1 + tile.rank] = rz_atomic_value(rz, call, rz_arg_as(rz, call, 0, &tile));
    if (rz->failed) return NULL;
    operand[2 + tile.rank] = rz_token_before(rz, RZ_WRITES);
    const TileType *token = rz_token(rz);
    const uint32_t group[] = {1, tile.rank, 1, 1};
    TileOp *op = rz_op_groups(rz, TILE_O_ATOMIC_RED_VIEW, 4, group, operand, 1, &token);
    set_order(rz, op, call);
    rz_set(rz, op, "mode", rz_atomic_mode(call, meaning->integer, tile.element, tile.sign));
    promises(rz, op, tile.rank, meaning->number);
    rz_token_after(rz, RZ_WRITES, op->result[0]);
    return NULL;
}

// ---- tiles in memory of the block's own --------------------------------------------------------

// A row of elements at the address.
static TileValue *row_at(Rz *rz, const IrValue *address, const TileType *memory) {
    int64_t n = tile_count(memory), one = 1, dimension = 0;
    TileValue *at = rz_value(rz, address);
    if (rz->failed) return NULL;
    const TileType *pointer = rz_pointer_tile(rz, (TileTypeKind)memory->sub->kind, NULL, 0);
    at = rz_as(rz, at, pointer);
    const TileType *tensor = tile_type(rz->module, &(TileType){.kind = TILE_T_TENSOR_VIEW,
                                                               .sub = memory->sub,
                                                               .shape = &n,
                                                               .nshape = 1,
                                                               .stride = &one,
                                                               .nstride = 1});
    const uint32_t group[] = {1, 0, 0};
    TileOp *op = rz_op_groups(rz, TILE_O_MAKE_TENSOR_VIEW, 3, group, &at, 1, &tensor);
    const TileType *whole = tile_type(rz->module, &(TileType){.kind = TILE_T_PARTITION_VIEW,
                                                              .sub = tensor,
                                                              .shape = &n,
                                                              .nshape = 1,
                                                              .map = &dimension,
                                                              .nmap = 1});
    return rz_op1(rz, TILE_O_MAKE_PARTITION_VIEW, op->result[0], whole);
}

static TileValue *first_index(Rz *rz) {
    return rz_constant(rz, rz_tile(rz, TILE_T_I32, NULL, 0), 0);
}

TileValue *rz_load_tile(Rz *rz, const IrInst *load) {
    const TileType *type = rz_type_of(rz, &load->v), *memory = rz_memory_type(rz, load->v.type);
    TileValue *operand[3] = {row_at(rz, ir_op(load, 0), memory)};
    if (rz->failed) return NULL;
    operand[1] = first_index(rz);
    operand[2] = rz_token_before(rz, RZ_READS);
    const TileType *types[] = {memory, rz_token(rz)};
    const uint32_t group[] = {1, 1, 1};
    TileOp *op = rz_op_groups(rz, TILE_O_LOAD_VIEW, 3, group, operand, 2, types);
    promises(rz, op, 1, true);
    rz_token_after(rz, RZ_READS, op->result[1]);
    return rz_from_memory(rz, op->result[0], type);
}

void rz_store_tile(Rz *rz, const IrInst *store) {
    const IrValue *stored = ir_op(store, 0);
    const TileType *memory = rz_memory_type(rz, stored->type);
    TileValue *value = rz_value(rz, stored);
    if (rz->failed) return;
    TileValue *operand[4] = {rz_to_memory(rz, value, memory)};
    operand[1] = row_at(rz, ir_op(store, 1), memory);
    if (rz->failed) return;
    operand[2] = first_index(rz);
    operand[3] = rz_token_before(rz, RZ_WRITES);
    const TileType *token = rz_token(rz);
    const uint32_t group[] = {1, 1, 1, 1};
    TileOp *op = rz_op_groups(rz, TILE_O_STORE_VIEW, 4, group, operand, 1, &token);
    promises(rz, op, 1, true);
    rz_token_after(rz, RZ_WRITES, op->result[0]);
}
