// SPDX-License-Identifier: Apache-2.0
// multimem (PTX ISA 9.7.9.14): loads with a reduction, stores, reductions and bulk copies at the
// addresses of a multicast object, at which the memory of several devices is reached
// (vm_multicast). Members are reduced in their order.
//
// Of a vector each element is atomic by itself. What is not executed: 8-bit floats,
// multimem.st.async and red.async, which only targets of a fabric have, and the byte masks of bulk
// copies.
#include "vm/execute/execute.h"
#include "vm/execute/bulk.h"
#include "vm/execute/foreign.h"
#include "vm/check/race.h"

typedef enum { MULTI_LOAD, MULTI_STORE, MULTI_RED, MULTI_COPY } Action;

typedef struct {
    uint8_t action, op, type;
    bool wide; // halves are added as f32
    bool reduces;
    LaneValue address, from, size; // from, size: of a copy
    uint32_t n, bytes;             // elements, and of one
} Form;

// There are few objects: they are tried one by one.
static const VmMulticast *object_at(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr) {
    const Vm *vm = warp->grid->vm;
    for (uint32_t i = 0; i < vm->multicast.n; i++) {
        const VmMulticast *object = &vm->multicast.at[i];
        if (addr - object->base < object->size) return object;
    }
    vm_fault(warp, in, lane, VM_ERR_ADDRESS, addr,
             "multimem at an address that is no multicast object's");
}

static uint8_t *member(Warp *warp, const VmInst *in, uint32_t lane, const VmMulticast *object,
                       uint32_t k, uint64_t addr, uint32_t n, VmAccess kind) {
    return vm_access(warp, in, lane, object->member[k] + (addr - object->base), n, VSP_GLOBAL,
                     kind);
}

// Up to eight bytes.
static uint64_t element(const uint8_t *at, uint32_t bytes) {
    uint64_t v = 0;
    memcpy(&v, at, bytes);
    return v;
}

// The sum of all members' halves, rounded once.
static uint64_t wide_sum(const Form *form, uint8_t *const *at, uint32_t members, uint32_t k) {
    bool bf = is_any_of(form->type, PTX_BF16, PTX_BF16X2);
    uint64_t out = 0;
    for (uint32_t h = 0; h < form->bytes / 2; h++) {
        float sum = 0;
        for (uint32_t m = 0; m < members; m++) {
            uint16_t half;
            memcpy(&half, at[m] + (size_t)k * form->bytes + 2 * h, 2);
            sum = m ? sum + vm_half_get(half, bf) : vm_half_get(half, bf);
        }
        out |= (uint64_t)vm_half_put((double)sum, bf, PTX_RND_RN) << 16 * h;
    }
    return out;
}

// Without .acc::f32 each step is rounded to the type.
static uint64_t reduced(const Form *form, uint8_t *const *at, uint32_t members, uint32_t k) {
    if (form->wide) return wide_sum(form, at, members, k);
    uint64_t sum = element(at[0] + (size_t)k * form->bytes, form->bytes);
    for (uint32_t m = 1; m < members; m++)
        vm_atomic_at((uint8_t *)&sum, form->bytes, form->op, form->type,
                     element(at[m] + (size_t)k * form->bytes, form->bytes), 0);
    return sum;
}

// A vector is one access of each member.
static void exec_elements(Warp *warp, const VmInst *in, uint32_t mask) {
    const Form *form = in->form;
    const VmRef *reg = warp->fn->list.at + in->list;
    const uint8_t *size = warp->fn->list_size.at + in->list;
    VmAccess kind = form->action == MULTI_LOAD    ? VM_READ
                    : form->action == MULTI_STORE ? VM_WRITE
                                                  : VM_ATOMIC;
    VM_EACH(i, mask) {
        uint64_t addr = vm_lane_value(warp, &form->address, i);
        const VmMulticast *object = object_at(warp, in, i, addr);
        uint8_t *at[VM_MULTICAST];
        for (uint32_t m = 0; m < object->n; m++)
            at[m] = member(warp, in, i, object, m, addr, form->bytes * form->n, kind);
        for (uint32_t k = 0; k < form->n; k++) {
            uint8_t *row = (uint8_t *)vm_row(warp, reg[k]) + ((size_t)i << size[k]);
            uint64_t v = form->action == MULTI_LOAD ? reduced(form, at, object->n, k)
                                                    : element(row, form->bytes);
            if (form->action == MULTI_LOAD) memcpy(row, &v, 1u << CU_MIN(size[k], 3));
            for (uint32_t m = 0; m < object->n && form->action != MULTI_LOAD; m++) {
                uint8_t *to = at[m] + (size_t)k * form->bytes;
                if (form->action == MULTI_STORE)
                    memcpy(to, &v, form->bytes);
                else
                    vm_atomic_at(to, form->bytes, form->op, form->type, v, 0);
            }
        }
    }
}

// Sixteen bytes, or the elements in them.
static void copy_to(Warp *warp, const VmInst *in, uint32_t lane, VmPointer to,
                    const uint8_t *from) {
    const Form *form = in->form;
    for (uint32_t i = 0; i < 16 && form->reduces; i += form->bytes)
        vm_reduce(warp, in, lane, (VmPointer){to.addr + i, to.space}, form->op, form->type,
                  element(from + i, form->bytes));
    if (!form->reduces) vm_put(warp, in, lane, to, from, 16);
}

static void exec_copy(Warp *warp, const VmInst *in, uint32_t mask) {
    const Form *form = in->form;
    VM_EACH(i, mask) {
        uint64_t addr = vm_lane_value(warp, &form->address, i);
        uint64_t from = vm_lane_value(warp, &form->from, i);
        uint32_t size = (uint32_t)vm_lane_value(warp, &form->size, i);
        const VmMulticast *object = object_at(warp, in, i, addr);
        if (size % 16)
            vm_fault(warp, in, i, VM_ERR_ILLEGAL, size, "bulk copy of %u bytes, no multiple of 16",
                     size);
        if (warp->race) vm_race_group_copy(warp, i, true);
        for (uint32_t at = 0; at < size; at += 16) {
            uint8_t piece[16];
            vm_get(warp, in, i, (VmPointer){from + at, VSP_SHARED}, piece, 16);
            for (uint32_t m = 0; m < object->n; m++) {
                uint64_t to = object->member[m] + (addr - object->base) + at;
                copy_to(warp, in, i, (VmPointer){to, VSP_GLOBAL}, piece);
            }
        }
        if (warp->race) vm_race_group_copied(warp);
    }
}

// ---- decoding ----------------------------------------------------------------------------------

static bool read_type(const Foreign *foreign, Form *out) {
    static const char *const names[] = {"f16", "f16x2", "bf16", "bf16x2", "f32", "f64", "u32",
                                        "s32", "u64",   "s64",  "b32",    "b64", NULL};
    static const uint8_t types[] = {PTX_F16, PTX_F16X2, PTX_BF16, PTX_BF16X2, PTX_F32, PTX_F64,
                                    PTX_U32, PTX_S32,   PTX_U64,  PTX_S64,    PTX_B32, PTX_B64};
    const char *last = foreign->word[foreign->n - 1];
    for (uint32_t i = 0; names[i]; i++) {
        if (strcmp(last, names[i]) != 0) continue;
        out->type = types[i];
        out->bytes = ptx_type_bits((PtxType)types[i]) / 8;
        return true;
    }
    return false;
}

// All operations are atomic operations' as well.
static bool read_op(const Foreign *foreign, Form *out) {
    static const char *const names[] = {"add", "min", "max", "and", "or", "xor", NULL};
    static const uint8_t ops[] = {PTX_AOP_ADD, PTX_AOP_MIN, PTX_AOP_MAX,
                                  PTX_AOP_AND, PTX_AOP_OR,  PTX_AOP_XOR};
    int i = vm_foreign_one(foreign, names);
    if (i >= 0) out->op = ops[i];
    return i >= 0;
}

static bool decode_copy(Decoder *decoder, const Foreign *foreign, VmInst *decoded, Form *out) {
    out->action = MULTI_COPY;
    out->reduces = vm_foreign_has(foreign, "reduce");
    if (vm_foreign_has(foreign, "cp_mask") || foreign->nopnd != 3) return false;
    if (out->reduces && (!read_type(foreign, out) || !read_op(foreign, out))) return false;
    decoded->fn = exec_copy;
    out->size = vm_lane_operand(decoder, &foreign->opnd[2], 2);
    return vm_lane_address(decoder, &foreign->opnd[0], &out->address) &&
           vm_lane_address(decoder, &foreign->opnd[1], &out->from);
}

bool vm_decode_multimem(Decoder *decoder, const Foreign *foreign, VmInst *decoded) {
    static const char *const actions[] = {"ld_reduce", "st", "red", NULL};
    Form *form = arena_new(decoder->arena, Form);
    int action = vm_foreign_one(foreign, actions);
    decoded->form = form;
    decoded->cls = VM_CLS_GLOBAL;
    if (strcmp(foreign->word[1], "cp") == 0) return decode_copy(decoder, foreign, decoded, form);
    if (action < 0 || vm_foreign_has(foreign, "async") || foreign->nopnd != 2) return false;
    form->action = (uint8_t)action;
    form->wide = vm_foreign_has(foreign, "acc::f32");
    if (!read_type(foreign, form)) return false;
    if (action != MULTI_STORE && !read_op(foreign, form)) return false;
    if (!vm_foreign_has(foreign, "weak")) decoded->flags |= VF_STRONG;
    if (vm_foreign_has(foreign, "release")) decoded->flags |= VF_RELEASE;
    bool load = action == MULTI_LOAD;
    const PtxOpnd *value = &foreign->opnd[load ? 0 : 1];
    uint32_t size = form->bytes == 8 ? 3 : form->bytes == 4 ? 2 : 1;
    decoded->list = vm_push_elements(decoder, value, size, load);
    decoded->n = (uint8_t)(form->n = value->kind == PTXO_VEC ? value->n : 1);
    decoded->fn = exec_elements;
    return vm_lane_address(decoder, &foreign->opnd[load ? 1 : 0], &form->address);
}
