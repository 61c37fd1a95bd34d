// SPDX-License-Identifier: Apache-2.0
// Decodes functions into the virtual machine's compact form, once per module: registers become
// rows of a frame, immediates rows of a constant area, labels instruction numbers, variables
// addresses. The row's operand template in insn.def drives it; families with other shapes
// (memory, calls, vectors) have functions of their own.
#include "vm/decode/decode.h"
#include "vm/execute/execute.h"
#include "vm/native/native.h"
#include "vm/check/check.h"
#include "vm/execute/foreign.h"
#include "ptx/form/op.h"
#include "ptx/form/sem.h"

#include "ids/sem_count.h"

#include <stdlib.h>

static const VmRef NO = REF_NONE;

// ---- control flow ------------------------------------------------------------------------------

// The label's instruction is known at the end (fix_labels).
static void set_target(Decoder *decoder, VmInst *jump, uint32_t label) {
    jump->target = label;
    vec_push(decoder->arena, &decoder->fix, decoder->code.n);
}

// Targets go into the list.
static bool decode_brx(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                       VmInst *decoded) {
    decoded->ctl = CTL_BRX;
    decoded->a = vm_operand(decoder, &operands[0], 2);
    decoded->list = decoder->fn->list.n;
    VEC_FOREACH (PtxTargets, t, &decoder->f->targets) {
        if (t->label != operands[1].id || t->calls) continue;
        decoded->targets = t->target.n;
        for (uint32_t i = 0; i < t->target.n; i++) {
            vec_push(decoder->arena, &decoder->fn->list,
                     t->target.at[i]); // label; becomes a pc below
            vec_push(decoder->arena, &decoder->fn->list_size, 0);
        }
        return true;
    }
    decoder->why = "brx.idx without .branchtargets";
    return false;
}

// Arguments and results in registers go through the frame of local memory, as .param variables do:
// instructions of our own move them before and after calls, at a function's start and its returns.
static void arg_store(Warp *warp, const VmInst *in, uint32_t mask) {
    const uint8_t *r = vm_row(warp, in->a);
    VM_EACH(i, mask) {
        memcpy(warp->local[i] + warp->frame->lbase[i] + in->access.offset,
               r + ((size_t)i << in->asize), 1u << in->asize);
    }
}
static void arg_store_pred(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t p = *(uint32_t *)vm_row(warp, in->a);
    VM_EACH(i, mask) warp->local[i][warp->frame->lbase[i] + in->access.offset] = p >> i & 1;
}
static void arg_load(Warp *warp, const VmInst *in, uint32_t mask) {
    uint8_t *r = vm_row(warp, in->a);
    VM_EACH(i, mask) {
        memcpy(r + ((size_t)i << in->asize),
               warp->local[i] + warp->frame->lbase[i] + in->access.offset, 1u << in->asize);
    }
}
static void arg_load_pred(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t p = 0;
    VM_EACH(i, mask) {
        p |= (uint32_t)(warp->local[i][warp->frame->lbase[i] + in->access.offset] & 1) << i;
    }
    vm_set_pred(vm_row(warp, in->a), p, mask);
}

// Before a call, or at the function's start and end; `guard` is the instruction whose predicate
// holds for it, too.
static void move_argument(Decoder *decoder, VmRef reg, uint32_t size, uint32_t off, bool load,
                          const VmInst *guard) {
    VmInst v = {.cls = VM_CLS_MOVE, .guard = guard ? guard->guard : NO, .access.offset = off};
    v.fn = load ? size ? arg_load : arg_load_pred : size ? arg_store : arg_store_pred;
    v.flags = guard ? guard->flags & VF_GUARD_NOT : 0;
    v.a = reg;
    v.asize = (uint8_t)size;
    v.line = decoder->cur ? decoder->cur->pos : 0;
    v.own = load ? VM_OWN_WRITES_A : VM_OWN_READS_A;
    vm_push(decoder, &v);
}

// The function's own parameters (or results) that are registers.
// By name: a parameter in a register is a variable of the same name.
static void move_parameters(Decoder *decoder, bool load, const VmInst *guard) {
    uint32_t n = load ? decoder->f->sig.param.n : decoder->f->sig.ret.n;
    const uint32_t *at = load ? decoder->f->sig.param.at : decoder->f->sig.ret.at;
    for (uint32_t i = 0; i < n; i++) {
        const PtxVar *var = &decoder->f->var.at[at[i]];
        if (var->space != PTXS_REG) continue;
        for (uint32_t r = 0; r < decoder->f->reg.n; r++) {
            const PtxRegInfo *info = &decoder->f->reg.at[r];
            if (info->prefix != var->name || info->num != UINT32_MAX) continue;
            move_argument(decoder, decoder->fn->reg[r].ref, decoder->fn->reg[r].size,
                          decoder->fn->var[at[i]].off, load, guard);
        }
    }
}

// A place in the frame for an argument (stored now) or a result.
static bool argument_slot(Decoder *decoder, const PtxOpnd *operand, bool result,
                          const VmInst *guard, VmVar *slot) {
    bool value = is_any_of(operand->kind, PTXO_INT, PTXO_F32, PTXO_F64);
    if (!is_any_of(operand->kind, PTXO_REG, PTXO_SINK) && (result || !value)) return false;
    uint32_t size = vm_operand_size(decoder, operand, 3);
    *slot = (VmVar){.off = decoder->fn->local_size, .size = CU_MAX(1u << size, 1u)};
    decoder->fn->local_size += 16;
    if (!result)
        move_argument(decoder, vm_operand(decoder, operand, size), size, slot->off, false, guard);
    return true;
}

// List: number of results and arguments, then offset and size of each variable in our frame.
static bool decode_call(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                        VmInst *decoded) {
    decoded->ctl = CTL_CALL;
    decoded->list = decoder->fn->list.n;
    vec_push(decoder->arena, &decoder->fn->list,
             operands[0].kind == PTXO_LIST ? operands[0].n : 0u);
    vec_push(decoder->arena, &decoder->fn->list,
             operands[2].kind == PTXO_LIST ? operands[2].n : 0u);
    vec_push(decoder->arena, &decoder->fn->list_size, 0);
    vec_push(decoder->arena, &decoder->fn->list_size, 0);
    for (uint32_t k = 0; k < 3; k += 2) {
        for (uint32_t i = 0; operands[k].kind == PTXO_LIST && i < operands[k].n; i++) {
            const PtxOpnd *operand = &decoder->f->extra.at[operands[k].id + i];
            VmVar var;
            if (operand->kind == PTXO_SYM && operand->flags & PTXOF_LOCAL &&
                decoder->f->var.at[operand->id].space == PTXS_PARAM) {
                var = decoder->fn->var[operand->id];
            } else if (!argument_slot(decoder, operand, k == 0, decoded, &var)) {
                decoder->why = "call with an argument of this kind";
                return false;
            }
            vec_push(decoder->arena, &decoder->fn->list, var.off);
            vec_push(decoder->arena, &decoder->fn->list, var.size);
            vec_push(decoder->arena, &decoder->fn->list_size, 0);
            vec_push(decoder->arena, &decoder->fn->list_size, 0);
        }
        // A function that has no body may be one of ours (printf, malloc: schedule/builtin.c).
    }
    if (operands[1].kind == PTXO_REG) {
        decoded->a = vm_operand(decoder, &operands[1], 3);
        return true;
    }
    const PtxFunc *callee = ptx_sym_func(decoder->f->mod, operands[1].id);
    decoded->callee = &decoder->mod->func[callee->index];
    if (!callee->has_body && decoded->callee->builtin < 0) {
        decoder->why = arena_printf(decoder->arena, "call of '%s', which has no definition",
                                    decoded->callee->name);
        return false;
    }
    return true;
}

// Results that are registers, after the call.
static void load_results(Decoder *decoder, const PtxOpnd *o, const VmInst *call) {
    for (uint32_t i = 0; o[0].kind == PTXO_LIST && i < o[0].n; i++) {
        const PtxOpnd *e = &decoder->f->extra.at[o[0].id + i];
        if (e->kind != PTXO_REG) continue;
        move_argument(decoder, decoder->fn->reg[e->id].ref, decoder->fn->reg[e->id].size,
                      decoder->fn->list.at[call->list + 2 + 2 * i], true, call);
    }
}

// mov between a register and its `n` parts.
static VmRef decode_pack(Decoder *decoder, const PtxOpnd *vec, const PtxOpnd *whole,
                         VmInst *decoded, bool pack) {
    uint32_t bits = 8u << vm_operand_size(decoder, whole, vm_size_of_type(decoded->type));
    decoded->n = (uint8_t)vec->n;
    decoded->part_bits = bits / vec->n;
    decoded->list = vm_push_elements(decoder, vec, vm_log2_size(decoded->part_bits), !pack);
    return vm_operand(decoder, whole, vm_log2_size(bits));
}

// Destinations may also be parts of sources: all lanes are put together first.
static void exec_pack(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t bytes = in->part_bits / 8;
    uint8_t *d = vm_row(warp, in->d);
    const VmRef *list = warp->fn->list.at + in->list;
    const uint8_t *size = warp->fn->list_size.at + in->list;
    if (bytes == 0) return;
    uint8_t tmp[VM_LANES * 16];
    for (uint32_t k = 0; k < in->n; k++) {
        const uint8_t *s = vm_row(warp, list[k]);
        for (uint32_t i = 0; i < VM_LANES; i++) {
            memcpy(tmp + i * bytes * in->n + k * bytes, s + ((size_t)i << size[k]), bytes);
        }
    }
    uint32_t total = bytes * in->n;
    VM_EACH(i, mask) memcpy(d + ((size_t)i << in->dsize), tmp + i * total, total);
}

// The other way.
static void exec_unpack(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t bytes = in->part_bits / 8;
    uint8_t tmp[VM_LANES * 16];
    memcpy(tmp, vm_row(warp, in->a), (size_t)VM_LANES << in->asize);
    const VmRef *list = warp->fn->list.at + in->list;
    const uint8_t *size = warp->fn->list_size.at + in->list;
    for (uint32_t k = 0; k < in->n; k++) {
        uint8_t *t = vm_row(warp, list[k]);
        VM_EACH(i, mask) {
            uint64_t v = 0;
            memcpy(&v, tmp + ((size_t)i << in->asize) + k * bytes, bytes);
            memcpy(t + ((size_t)i << size[k]), &v, 1u << CU_MIN(size[k], 3));
        }
    }
}

static void exec_nop(Warp *warp, const VmInst *in, uint32_t mask) {
    warp->yield |= in->ctl == CTL_YIELD;
}

static void exec_trap(Warp *warp, const VmInst *in, uint32_t mask) {
    vm_fault(warp, in, (uint32_t)__builtin_ctz(mask), VM_ERR_TRAP, 0, "trap instruction");
}

typedef bool DecodeFn(Decoder *decoder, const PtxInst *in, const PtxOpnd *opnd, VmInst *inst);

static bool decode_bra(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                       VmInst *decoded) {
    decoded->ctl = CTL_BRA;
    set_target(decoder, decoded, operands[0].id);
    return true;
}

static bool decode_ret(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                       VmInst *decoded) {
    decoded->ctl = CTL_RET;
    move_parameters(decoder, false, decoded);
    return true;
}

static bool decode_exit(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                        VmInst *decoded) {
    decoded->ctl = CTL_EXIT;
    return true;
}

// brkpt, too: there is no debugger that could go on.
static bool decode_trap(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                        VmInst *decoded) {
    decoded->fn = exec_trap;
    return true;
}

// What has no effect here. A sleeping warp lets the others go first; wgmma's fences count for the
// check of its order.
static bool decode_nop(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                       VmInst *decoded) {
    if (in->op == PTXI_nanosleep) decoded->ctl = CTL_YIELD;
    vm_decode_wgmma_order(in, operands, decoded);
    vm_decode_copy_groups(in, operands, decoded);
    return true;
}

static bool decode_mov_pack(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                            VmInst *decoded) {
    decoded->cls = VM_CLS_MOVE;
    decoded->fn = exec_pack;
    decoded->dsize = (uint8_t)vm_operand_size(decoder, &operands[0], 3);
    decoded->d = decode_pack(decoder, &operands[1], &operands[0], decoded, true);
    return true;
}

static bool decode_mov_unpack(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                              VmInst *decoded) {
    decoded->cls = VM_CLS_MOVE;
    decoded->fn = exec_unpack;
    decoded->asize =
        (uint8_t)vm_operand_size(decoder, &operands[1], vm_size_of_type(decoded->type));
    decoded->a = decode_pack(decoder, &operands[0], &operands[1], decoded, false);
    return true;
}

static bool decode_control(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                           VmInst *decoded) {
    static DecodeFn *const by_meaning[PTX_SEM_COUNT] = {
        [PTX_SEM_BRA] = decode_bra,       [PTX_SEM_BRX] = decode_brx,
        [PTX_SEM_CALL] = decode_call,     [PTX_SEM_RET] = decode_ret,
        [PTX_SEM_EXIT] = decode_exit,     [PTX_SEM_TRAP] = decode_trap,
        [PTX_SEM_BRKPT] = decode_trap,    [PTX_SEM_NOP] = decode_nop,
        [PTX_SEM_PACK] = decode_mov_pack, [PTX_SEM_UNPACK] = decode_mov_unpack,
    };
    decoded->cls = VM_CLS_CONTROL;
    decoded->fn = exec_nop;
    DecodeFn *decode = by_meaning[ptx_rows[in->op].sem];
    return decode && decode(decoder, in, operands, decoded);
}

// ---- instructions ------------------------------------------------------------------------------

// What the modifiers say that the row of the instruction has; others' bits mean something else.
static uint32_t modifier_flags(const PtxInst *in) {
    static const struct {
        uint8_t modifier;
        uint32_t flag;
    } rows[] = {{PTXC_FTZ, VF_FTZ},   {PTXC_SAT, VF_SAT}, {PTXC_NAN, VF_NAN},
                {PTXC_RELU, VF_RELU}, {PTXC_ABS, VF_ABS}, {PTXC_XORSIGN, VF_XORSIGN}};
    uint32_t flags = 0;
    const PtxSlot *slot = ptx_rows[in->op].slot;
    for (uint32_t i = 0; i < PTX_MAX_SLOTS; i++) {
        if (slot[i].kind == PTX_SLOT_TYPE || !slot[i].kind) continue;
        for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
            bool set = slot[i].arg == rows[k].modifier && ptx_mod_get(in, rows[k].modifier);
            if (set) flags |= rows[k].flag;
        }
    }
    return flags;
}

// Arithmetic: one instruction of PTX, one loop over the lanes, which the first family that has it
// gives.
static bool select_plain(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                         VmInst *decoded) {
    bool avx2 = decoder->vm->has_avx2;
    decoded->rnd = (uint8_t)ptx_mod(in, RND);
    decoded->flags |= modifier_flags(in);
    decoded->fn = avx2 ? vm_select_alu_avx2(in, decoded) : vm_select_alu_base(in, decoded);
    decoded->cls = VM_CLS_INT;
    if (!decoded->fn) {
        decoded->cls = VM_CLS_FP;
        decoded->fn = vm_select_round(in, decoded);
        if (!decoded->fn)
            decoded->fn = avx2 ? vm_select_fp_avx2(in, decoded) : vm_select_fp_base(in, decoded);
        if (!decoded->fn) decoded->fn = vm_select_half(in, decoded);
        if (!decoded->fn)
            decoded->fn =
                avx2 ? vm_select_math_avx2(in, decoded) : vm_select_math_base(in, decoded);
    }
    if (ptx_rows[in->op].sem == PTX_SEM_MOV) decoded->cls = VM_CLS_MOVE;
    return decoded->fn && vm_fill_operands(decoder, in, operands, decoded);
}

// add.f32.f16 and its like: the narrow operands are widened first, then it is the f32 instruction.
static bool decode_mixed(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                         VmInst *decoded) {
    if (ptx_rows[in->op].sem != PTX_SEM_FADDMIX) return false;
    bool fma = in->op == PTXI_fma_mix;
    PtxInst insn = *in;
    insn.op = (uint16_t)(fma ? PTXI_fma_f32 : in->op == PTXI_add_mix ? PTXI_add_f32 : PTXI_sub_f32);
    decoded->rnd = (uint8_t)ptx_mod(in, RND);
    if (ptx_mod(in, SAT)) decoded->flags |= VF_SAT;
    decoded->fn = vm_select_round(&insn, decoded);
    if (!decoded->fn)
        decoded->fn = decoder->vm->has_avx2 ? vm_select_fp_avx2(&insn, decoded)
                                            : vm_select_fp_base(&insn, decoded);
    decoded->cls = VM_CLS_FP;
    decoded->d = vm_operand(decoder, &operands[0], 2);
    decoded->dsize = decoded->asize = 2;
    decoded->a = vm_widened(decoder, &operands[1], in->type[1]);
    decoded->b =
        fma ? vm_widened(decoder, &operands[2], in->type[1]) : vm_operand(decoder, &operands[2], 2);
    if (fma) decoded->c = vm_operand(decoder, &operands[3], 2);
    return decoded->fn != NULL;
}

// A place where lanes that parted may meet.
static void push_join(Decoder *decoder, const PtxInst *in) {
    VmInst join = {.ctl = CTL_JOIN, .guard = NO, .fn = exec_nop, .cls = VM_CLS_CONTROL};
    join.line = in->op == PTXI_label ? 0 : in->pos;
    vm_push(decoder, &join);
}

// One instruction. The families are tried in turn; one that says why it refuses ends the search.
static bool decode_inst(Decoder *decoder, const PtxInst *in) {
    const PtxOpnd *opnd = ptx_opnds(decoder->f, in);
    VmInst inst = {.guard = NO, .d = NO, .a = NO, .b = NO, .c = NO, .e = NO, .line = in->pos};
    inst.type = in->type[0];
    inst.type2 = in->type[1];
    inst.type3 = in->type[2];
    inst.type4 = in->type[3];
    inst.source = in;
    if (in->guard) {
        inst.guard = decoder->fn->reg[(in->guard & ~PTX_GUARD_NOT) - 1].ref;
        if (in->guard & PTX_GUARD_NOT) inst.flags |= VF_GUARD_NOT;
    }
    static DecodeFn *const family[] = {decode_control, vm_decode_mem,    vm_decode_sync,
                                       vm_decode_cvt,  vm_decode_matrix, vm_decode_bulk,
                                       vm_decode_tex,  vm_decode_narrow, vm_decode_lanes,
                                       decode_mixed,   select_plain};
    const VmInst fresh = inst;
    bool ok = false;
    for (uint32_t i = 0; i < in->nopnd; i++) {
        bool percta = opnd[i].kind == PTXO_SREG &&
                      is_any_of(opnd[i].id, PTXR_PERCTA_OFFSET, PTXR_PERCTA_SIZE);
        if (percta) decoder->why = "global memory of a block (.minperctamemory)";
    }
    bool foreign = in->op == PTXI_foreign;
    if (foreign) ok = vm_decode_foreign(decoder, in, opnd, &inst);
    for (uint32_t i = 0; i < CU_COUNT(family) && !ok && !decoder->why && !foreign; i++) {
        inst = fresh;
        ok = family[i](decoder, in, opnd, &inst);
    }
    ok = ok && !decoder->why;
    // Where native code ends lanes meet that came there by different ways.
    if (ok && decoder->vm->native && vm_ends_native(&inst)) push_join(decoder, in);
    if (ok) vm_push(decoder, &inst);
    if (ok && in->op == PTXI_call) load_results(decoder, opnd, &inst);
    return ok;
}

// What refuse() has put in the place of an instruction.
static void exec_unsupported(Warp *warp, const VmInst *in, uint32_t mask) {
    vm_fault(warp, in, (uint32_t)__builtin_ctz(mask), VM_ERR_UNSUPPORTED, 0, "%s", in->refused);
}

// What cannot be decoded is an error when it is executed: a module may hold kernels that run and
// others that do not.
static void refuse(Decoder *decoder, const PtxInst *in) {
    Buf out;
    buf_init(&out, decoder->arena);
    ptx_print_inst(decoder->f, in, &out);
    const char *s = buf_cstr(&out);
    while (*s == '\t' || *s == ' ') s++;
    const char *text =
        arena_printf(decoder->arena, "%s is not supported by the virtual machine: %s",
                     decoder->why ? decoder->why : ptx_rows[in->op].name, s);
    VmInst v = {.fn = exec_unsupported, .guard = NO, .refused = text, .line = in->pos};
    v.cls = VM_CLS_CONTROL;
    vec_push(decoder->arena, &decoder->fn->mod->refused, text);
    vm_push(decoder, &v);
}

// A row for each register, after the scratch row that nobody reads.
static void place_registers(Decoder *decoder) {
    VmFunc *fn = decoder->fn;
    fn->reg = arena_array(decoder->arena, VmSlot, decoder->f->reg.n + 1);
    decoder->scratch = vm_temp_row(decoder, 4);
    for (uint32_t i = 0; i < decoder->f->reg.n; i++) {
        uint32_t size = vm_size_of_type(decoder->f->reg.at[i].type);
        VmRef ref;
        if (size == 0) { // predicates are packed
            ref = REF(REF_FRAME, fn->reg_size);
            fn->reg_size += 4;
        } else {
            fn->reg_size = CU_ALIGN(fn->reg_size, 64u);
            ref = vm_temp_row(decoder, size);
        }
        fn->reg[i] = (VmSlot){.ref = ref, .size = (uint8_t)size};
    }
    fn->reg_size = CU_ALIGN(fn->reg_size, 64u);
}

// Labels become numbers of instructions, in branches and in tables of targets.
static void fix_labels(Decoder *decoder) {
    for (uint32_t i = 0; i < decoder->fix.n; i++) {
        VmInst *v = &decoder->code.at[decoder->fix.at[i]];
        v->target = decoder->pc_of_label[v->target];
    }
    for (uint32_t i = 0; i < decoder->code.n; i++) {
        const VmInst *v = &decoder->code.at[i];
        if (v->ctl != CTL_BRX) continue;
        for (uint32_t k = 0; k < v->targets; k++) {
            VmRef *t = &decoder->fn->list.at[v->list + k];
            *t = decoder->pc_of_label[*t];
        }
    }
}

// .pragma "used_bytes_mask N" (PTX ISA, pragma strings): the bytes that count of the next load.
static void read_pragma(Decoder *decoder, const PtxInst *in) {
    static const char word[] = "used_bytes_mask";
    const char *s = atom_str(decoder->vm->ctx, decoder->f->opnd.at[in->opnd].id);
    if (strncmp(s, word, sizeof word - 1) != 0) return;
    char *end;
    unsigned long long mask = strtoull(s + sizeof word - 1, &end, 0);
    if (end != s + sizeof word - 1) decoder->used_bytes = (uint32_t)mask;
}

// Decodes `fn` once, for all launches. False: more registers than the machine has memory for. An
// instruction that cannot be decoded is no failure, but a fault when it runs.
bool vm_decode(Vm *vm, VmFunc *fn) {
    Decoder *decoder = arena_new(&vm->ctx->perm, Decoder);
    *decoder = (Decoder){.vm = vm, .mod = fn->mod, .fn = fn, .f = fn->f, .arena = &vm->ctx->perm};
    decoder->used_bytes = UINT32_MAX;
    map_init(&decoder->konst_map, decoder->arena);
    decoder->pc_of_label = arena_array(decoder->arena, uint32_t, decoder->f->label.n + 1);
    fn->pairs = vm_works_in_pairs(vm, fn->f);
    place_registers(decoder);
    move_parameters(decoder, true, NULL);
    if (vm->opt.checks & (VM_CHECK_MEM | VM_CHECK_INIT | VM_CHECK_RACE)) vm_check_scan(decoder);
    VEC_FOREACH (PtxInst, in, &decoder->f->inst) {
        decoder->cur = in;
        decoder->why = NULL;
        switch (in->op) {
        case PTXI_label:
            decoder->pc_of_label[decoder->f->opnd.at[in->opnd].id] = decoder->code.n;
            push_join(decoder, in);
            break;
        case PTXI_nop:
        case PTXI_place:
        case PTXI_scope_begin:
        case PTXI_scope_end:
        case PTXI_declvar:
        case PTXI_loc:
        case PTXI_targets:
        case PTXI_proto: break;
        case PTXI_pragma: read_pragma(decoder, in); break;
        default:
            if (in->op == PTXI_raw) decoder->why = "unread inline assembly";
            if (decoder->why || !decode_inst(decoder, in)) refuse(decoder, in);
            decoder->used_bytes = UINT32_MAX;
        }
        if (decoder->fn->reg_size > 1u << 28 || decoder->konst.n > 1u << 28) {
            return VM_DIAG(vm, vm_registers, fn->name);
        }
    }
    move_parameters(decoder, false, NULL);
    VmInst ret = {.ctl = CTL_RET, .guard = NO, .fn = exec_nop, .cls = VM_CLS_CONTROL};
    vm_push(decoder, &ret);
    fix_labels(decoder);
    fn->code = decoder->code.at;
    fn->ncode = decoder->code.n;
    uint8_t *k = arena_alloc(decoder->arena, decoder->konst.n + 64, 64);
    if (decoder->konst.n) memcpy(k, decoder->konst.at, decoder->konst.n);
    fn->consts = k;
    fn->decoded = true;
    if (vm->opt.checks & VM_CHECK_SYNC) vm_sync_mark(fn, decoder->arena);
    fn->site = vm->nsite;
    vm->nsite += fn->ncode;
    return true;
}
