// SPDX-License-Identifier: Apache-2.0
// Decoding of families without rows: tcgen05 and multimem have forms by the hundred whose words are
// almost free to combine, so that their text is read word by word here.
#include "vm/execute/execute.h"
#include "vm/execute/foreign.h"
#include "ptx/form/op.h"
#include "ptx/form/sem.h"

bool vm_foreign_has(const Foreign *foreign, const char *word) {
    for (uint32_t i = 0; i < foreign->n; i++) {
        if (strcmp(foreign->word[i], word) == 0) return true;
    }
    return false;
}

int vm_foreign_one(const Foreign *foreign, const char *const *list) {
    for (int i = 0; list[i]; i++) {
        if (vm_foreign_has(foreign, list[i])) return i;
    }
    return -1;
}

LaneValue vm_lane_operand(Decoder *decoder, const PtxOpnd *operand, uint32_t size) {
    LaneValue value = {.size = (uint8_t)vm_operand_size(decoder, operand, size)};
    value.ref = vm_operand(decoder, operand, value.size);
    return value;
}

bool vm_lane_address(Decoder *decoder, const PtxOpnd *operand, LaneValue *out) {
    VmInst address = {0};
    if (!vm_decode_address(decoder, operand, PTXS_SHARED, &address)) return false;
    *out = (LaneValue){.ref = address.a, .size = address.asize, .plus = address.imm};
    return true;
}

uint64_t vm_lane_value(const Warp *warp, const LaneValue *held, uint32_t lane) {
    uint64_t v = 0;
    const uint8_t *row = vm_row(warp, held->ref);
    if (!held->size) return *(const uint32_t *)(const void *)row >> lane & 1;
    memcpy(&v, row + ((size_t)lane << held->size), 1u << CU_MIN(held->size, 3));
    return v + (uint64_t)held->plus;
}

bool vm_works_in_pairs(const Vm *vm, const PtxFunc *f) {
    VEC_FOREACH (PtxInst, in, &f->inst) {
        if (in->op == PTXI_foreign &&
            strstr(atom_str(vm->ctx, f->opnd.at[in->opnd].id), ".cta_group::2"))
            return true;
        if (ptx_rows[in->op].sem == PTX_SEM_TENSORLOAD && ptx_mod(in, CTAGROUP) == PTX_CTAGROUP_G2)
            return true;
    }
    return false;
}

// The opcode's words, of which the last have colons: "shared::cta".
static bool split(Decoder *decoder, const char *text, Foreign *out) {
    char *at = arena_strndup(decoder->arena, text, strlen(text));
    while (out->n < FOREIGN_WORDS) {
        out->word[out->n++] = at;
        char *dot = strchr(at, '.');
        if (!dot) return true;
        *dot = 0;
        at = dot + 1;
    }
    return false;
}

bool vm_decode_foreign(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                       VmInst *decoded) {
    Foreign foreign = {.opnd = operands + 1, .nopnd = in->nopnd - 1u};
    const char *text = atom_str(decoder->vm->ctx, operands->id);
    bool known = false;
    if (split(decoder, text, &foreign) && foreign.n > 1) {
        if (strncmp(text, "tcgen05.mma.", 12) == 0)
            known = vm_decode_tensor_mma(decoder, &foreign, decoded);
        else if (strncmp(text, "tcgen05.", 8) == 0)
            known = vm_decode_tensor_memory(decoder, &foreign, decoded);
        else if (strncmp(text, "multimem.", 9) == 0)
            known = vm_decode_multimem(decoder, &foreign, decoded);
    }
    if (!known && !decoder->why) decoder->why = foreign.word[0];
    return known;
}
