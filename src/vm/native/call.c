// SPDX-License-Identifier: Apache-2.0
// Instructions for which native code calls a function of the machine's with the operands of eight
// lanes (JIT_CALL). The functions are those of the interpreter, so that both mean the same: they
// find rows through a Warp (vm_row), and here the rows of its frame are JitState.operand.
#include "vm/native/build.h"

#include "ptx/form/sem.h"

_Static_assert(sizeof(VmInst) <= JIT_CALL_BYTES, "an instruction goes with the call");

// Integers and floating point have forms that compute eight lanes; the others look at the mask.
static VmFn *eight_lanes(const PtxInst *source, VmInst *inst) {
    VmInst scratch = *inst;
    uint32_t sem = ptx_rows[source->op].sem;
    if (is_any_of(sem, PTX_SEM_CVT, PTX_SEM_FADDMIX)) return inst->fn;
    // In the decoder's order (select_plain); it has filled in what they look at.
    VmFn *fn = vm_select_alu_lanes(source, &scratch);
    if (!fn && vm_select_round(source, &scratch)) return inst->fn;
    if (!fn) fn = vm_select_fp_lanes(source, &scratch);
    if (!fn && !vm_select_half(source, &scratch)) fn = vm_select_math_lanes(source, &scratch);
    return fn ? fn : inst->fn;
}

// Results are by lane and depend on the operands alone, which are rows by the table's template.
static bool is_of_operands(const VmInst *inst) {
    uint32_t sem = ptx_rows[inst->source->op].sem;
    if (is_any_of(sem, PTX_SEM_VSIMD, PTX_SEM_VSCALAR, PTX_SEM_FADDMIX)) return true;
    return (sem >= PTX_SEM_ADD && sem <= PTX_SEM_MOV) ||
           (sem >= PTX_SEM_CVT && sem <= PTX_SEM_CVTPACKI);
}

// Of the warp's CC register, which is no operand.
static bool uses_carry(const VmInst *inst) {
    return is_any_of(ptx_rows[inst->source->op].sem, PTX_SEM_ADDCC, PTX_SEM_SUBCC, PTX_SEM_ADDC,
                     PTX_SEM_SUBC, PTX_SEM_MADCC, PTX_SEM_MADC);
}

// The lanes' carry bits are their warp's, wherever it goes on.
static void with_carry(void *called, const void *data, uint32_t mask) {
    JitState *state = called;
    const VmInst *inst = data;
    if (!mask) return;
    uint32_t part = (uint32_t)__builtin_ctz(mask) / JIT_PIECE;
    uint32_t first = state->lanes->lane8 + part * JIT_PIECE;
    mask >>= part * JIT_PIECE;
    Warp *desk = state->called[part], *warp = state->lanes->warp;
    desk->cc = warp->cc >> first;
    inst->fn(desk, inst, mask);
    vm_set_pred(&warp->cc, desk->cc << first, mask << first);
}

// Where an operand lies, as a row of the frame.
static VmRef place(uint32_t number) {
    return REF(REF_FRAME, number * JIT_OPERAND_BYTES);
}

// The next of the sources. A constant stays where it is.
static bool add_source(Build *build, VmRef *ref, JitInst *in) {
    uint32_t size = 2;
    if (*ref == REF_NONE) return false;
    if (*ref >> 30 == REF_CONST) return true;
    if (*ref >> 30 == REF_FRAME && !vm_native_size(build, *ref, &size)) return false;
    JitOperand source;
    if (!vm_native_operand(build, *ref, size, &source)) return false;
    *ref = place(2 + in->nelement++);
    vec_push(build->arena, &build->out->element, source);
    return true;
}

// Sinks have no row of which the size is known.
static bool set_destination(Build *build, VmRef *ref, uint32_t number, JitOperand *to) {
    uint32_t size;
    bool is_row = *ref != REF_NONE && *ref >> 30 == REF_FRAME;
    if (!is_row || !vm_native_size(build, *ref, &size)) return false;
    if (!vm_native_operand(build, *ref, size, to)) return false;
    *ref = place(number);
    return true;
}

// The machine's instruction with its references turned to the places of operands. Those follow the
// template's letters, as vm_fill_operands has put them.
bool vm_native_call(Build *build, const VmInst *inst, JitInst *in) {
    const PtxInst *source = inst->source;
    if (!is_of_operands(inst)) return false;
    VmInst copy = *inst;
    in->op = JIT_CALL;
    in->element = build->out->element.n;
    if (!set_destination(build, &copy.d, 0, &in->d)) return false;
    bool pair = inst->flags & VF_PAIR;
    if (pair && !set_destination(build, &copy.e, 1, &in->second)) return false;
    VmRef *const refs[] = {&copy.a, &copy.b, &copy.c, pair ? &copy.f : &copy.e, &copy.f};
    const char *letters = ptx_rows[source->op].ops;
    uint32_t n = 0;
    for (uint32_t i = 0; i < source->nopnd; i++) {
        bool is_source = is_any_of(*letters, 's', 'f', 'y');
        if (!is_source && !is_any_of(*letters, 'd', 'e', 'i')) return false;
        if (is_source && (n == CU_COUNT(refs) || !add_source(build, refs[n++], in))) return false;
        letters += strcspn(letters, ",");
        if (*letters) letters++;
    }
    // What is behind pointers is no longer asked for.
    copy.source = NULL;
    copy.guard = REF_NONE;
    copy.fn = eight_lanes(source, &copy);
    union {
        VmFn *machine;
        void (*called)(void *, const void *, uint32_t);
    } function = {copy.fn};
    in->with_state = uses_carry(inst);
    JitCall call = {.function = in->with_state ? with_carry : function.called};
    memcpy(call.data, &copy, sizeof copy);
    in->call = build->out->call.n;
    vec_push(build->arena, &build->out->call, call);
    return true;
}

// A warp of which the functions only see where rows are.
void vm_native_desk(JitState *state, const VmFunc *fn, Arena *arena) {
    for (uint32_t i = 0; i < JIT_PIECES; i++) {
        Warp *desk = arena_new(arena, Warp);
        desk->fn = fn;
        desk->base[REF_FRAME] = state->operand[i][0];
        desk->base[REF_CONST] = fn->consts;
        state->called[i] = desk;
    }
}
