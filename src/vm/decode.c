// SPDX-License-Identifier: Apache-2.0
// Decodes functions into the virtual machine's compact form, once per module: registers become
// rows of a frame, immediates rows of a constant area, labels instruction numbers, variables
// addresses. The row's operand template in insn.def drives it; families with other shapes
// (memory, calls, vectors) have functions of their own.
#include "vm/check.h"

#include <stdlib.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

static const VmRef NO = REF_NONE;

bool vm_has_avx2(void) {
#if defined(__x86_64__)
    unsigned a, b, c, d; // clang 14 does not know the feature "f16c" by name
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi2") && __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C);
#else
    return false;
#endif
}

// ---- rows --------------------------------------------------------------------------------------

static uint32_t log2_size(uint32_t bits) {
    return bits <= 1 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : bits <= 64 ? 3 : 4;
}

static uint32_t alloc_row(VmFunc *fn, uint32_t size) {
    uint32_t bytes = size == 0 ? 64 : VM_LANES << size;
    uint32_t off = fn->reg_size;
    fn->reg_size += CU_ALIGN(bytes, 64u);
    return off;
}

VmRef vm_temp_row(Decoder *d, uint32_t size) {
    return REF(REF_FRAME, alloc_row(d->fn, size));
}

VmRef vm_const_row(Decoder *d, uint64_t value, uint32_t size) {
    void **slot = map_slot(&d->konst_map, hash_mix(size, value));
    for (uintptr_t k = (uintptr_t)*slot; k; k = 0) { // equal hash: check the value itself
        uint64_t have = 0;
        memcpy(&have, d->konst.at + k - 1, size == 0 ? 4 : size >= 3 ? 8 : 1u << size);
        uint64_t want = size == 1                ? (uint16_t)value
                        : size == 2 || size == 0 ? (uint32_t)value
                                                 : value;
        if (have == want) return REF(REF_CONST, (uint32_t)k - 1);
    }
    uint32_t bytes = size == 0 ? 64 : VM_LANES << size, off = d->konst.n;
    vec_reserve(d->arena, &d->konst, off + bytes);
    d->konst.n += bytes;
    memset(d->konst.at + off, 0, bytes);
    if (size == 0) value = value ? VM_FULL : 0;
    uint32_t lane = size == 0 ? 4 : 1u << size;
    for (uint32_t i = 0; i < (size ? VM_LANES : 1u); i++) {
        memcpy(d->konst.at + off + i * lane, &value, CU_MIN(lane, 8u));
    }
    *slot = (void *)(uintptr_t)(off + 1);
    return REF(REF_CONST, off);
}

VmInst *vm_push(Decoder *d, const VmInst *v) {
    vec_push(d->arena, &d->code, *v);
    return &vec_last(&d->code);
}

// ---- operands ----------------------------------------------------------------------------------

uint32_t vm_operand_size(Decoder *d, const PtxOpnd *o, uint32_t dflt) {
    if (o->kind == PTXO_REG) return d->fn->reg[o->id].size;
    if (o->kind == PTXO_SREG) return log2_size(ptx_type_bits((PtxType)ptx_sregs[o->id].type));
    if (o->kind == PTXO_PAIR) return vm_operand_size(d, &d->f->extra.at[o->id], dflt);
    return dflt;
}

static void lea_frame(Warp *w, const VmInst *in, uint32_t mask) {
    uint64_t r[VM_LANES];
    for (int i = 0; i < VM_LANES; i++) r[i] = w->frame->lbase[i] + (uint64_t)in->imm;
    vm_store_row(w, in->d, in->dsize, r, mask);
}

// The variables and the places of arguments in front of it are known when all is decoded.
uint32_t vm_open_off(const VmFunc *fn) {
    return CU_ALIGN(fn->local_size, fn->local_align);
}

bool vm_is_open(const VmFunc *fn, uint32_t var) {
    return fn->open && var == fn->arg.at[fn->arg.n - 1];
}

static void lea_open(Warp *w, const VmInst *in, uint32_t mask) {
    uint64_t r[VM_LANES], off = vm_open_off(w->fn) + (uint64_t)in->imm;
    for (int i = 0; i < VM_LANES; i++) r[i] = w->frame->lbase[i] + off;
    vm_store_row(w, in->d, in->dsize, r, mask);
}

// Time is the warp's instructions. A warp that looks at the clock again and again waits for it:
// from some looks on each takes twice the time of the one before, up to 2^16 cycles.
static uint64_t clock_now(Warp *w) {
    enum { PATIENT = 32, LONGEST = 16 };
    if (w->executed - w->clock_seen > 64) w->clock_looks = 0;
    w->clock_seen = w->executed;
    uint32_t k = w->clock_looks++;
    w->clock_waited += 1ull << (k < PATIENT ? 0 : CU_MIN(k - PATIENT, (uint32_t)LONGEST));
    return w->executed + w->tick + w->clock_waited;
}

static void read_clock(Warp *w, const VmInst *in, uint32_t mask) {
    uint64_t r[VM_LANES], now = clock_now(w);
    if (in->imm == PTXR_CLOCK_HI || in->imm == PTXR_GLOBALTIMER_HI) now >>= 32;
    for (int i = 0; i < VM_LANES; i++) r[i] = now;
    vm_store_row(w, in->d, in->dsize, r, mask);
}

// A value that must be computed before the instruction: an instruction of our own into a new row.
static VmRef computed(Decoder *d, VmFn *fn, int64_t imm, uint32_t size) {
    VmInst v = {.fn = fn, .cls = VM_CLS_MOVE, .guard = NO, .imm = imm, .dsize = (uint8_t)size};
    v.d = vm_temp_row(d, size);
    v.line = d->cur->pos;
    vm_push(d, &v);
    return v.d;
}

static VmRef symbol_row(Decoder *d, const PtxOpnd *o, uint32_t size) {
    if (o->flags & PTXOF_LOCAL) {
        const PtxVar *var = &d->f->var.at[o->id];
        if (vm_is_open(d->fn, o->id)) return computed(d, lea_open, o->val, size);
        int64_t off = (int64_t)d->fn->var[o->id].off + o->val;
        bool frame = var->space == PTXS_LOCAL ||
                     (var->space == PTXS_PARAM && !(d->f->entry && o->id < d->fn->arg.n));
        if (frame) return computed(d, lea_frame, off, size);
        if (var->space == PTXS_PARAM) return vm_const_row(d, (uint64_t)off, size);
        uint64_t base = var->space == PTXS_SHARED ? 0 : d->fn->var[o->id].addr;
        return vm_const_row(d, base + (uint64_t)off, size);
    }
    return vm_const_row(d, d->mod->sym_addr[o->id] + (uint64_t)o->val, size);
}

VmRef vm_operand(Decoder *d, const PtxOpnd *o, uint32_t size) {
    switch (o->kind) {
    case PTXO_REG: return d->fn->reg[o->id].ref;
    case PTXO_SINK: return d->scratch;
    case PTXO_INT:
    case PTXO_F32:
    case PTXO_F64: return vm_const_row(d, (uint64_t)o->val, size);
    case PTXO_SYM: return symbol_row(d, o, size);
    case PTXO_SREG: {
        uint32_t have = log2_size(ptx_type_bits((PtxType)ptx_sregs[o->id].type));
        switch (o->id) {
        case PTXR_CLOCK:
        case PTXR_CLOCK_HI:
        case PTXR_CLOCK64:
        case PTXR_GLOBALTIMER:
        case PTXR_GLOBALTIMER_LO:
        case PTXR_GLOBALTIMER_HI: return computed(d, read_clock, o->id, have);
        case PTXR_WARP_SZ: return vm_const_row(d, 32, size);
        default: break;
        }
        d->mod->used_sregs |= 1ull << o->id;
        return REF(REF_SREG, o->id * 256u);
    }
    default: d->why = "operand"; return d->scratch;
    }
}

uint32_t vm_push_elements(Decoder *d, const PtxOpnd *o, uint32_t size, bool dest) {
    uint32_t at = d->fn->list.n, n = o->kind == PTXO_VEC ? o->n : 1;
    for (uint32_t i = 0; i < n; i++) {
        const PtxOpnd *e = o->kind == PTXO_VEC ? &d->f->extra.at[o->id + i] : o;
        uint32_t have = dest && e->kind == PTXO_SINK ? 4 : vm_operand_size(d, e, size);
        VmRef r = vm_operand(d, e, size);
        vec_push(d->arena, &d->fn->list, r);
        vec_push(d->arena, &d->fn->list_size, (uint8_t)have);
    }
    return at;
}

static uint32_t letter_size(char c, const PtxInst *in) {
    switch (c) {
    case 'T': return log2_size(ptx_type_bits((PtxType)in->type[0]));
    case 'U': return log2_size(ptx_type_bits((PtxType)in->type[1]));
    case 'V': return log2_size(ptx_type_bits((PtxType)in->type[2]));
    case 'p':
    case 'P': return 0;
    case 'h': return 1;
    case 'd': return 3;
    case 'q': return 4;
    default: return 2;
    }
}

bool vm_fill_operands(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    const char *s = ptx_rows[in->op].ops;
    VmRef *src[5] = {&v->a, &v->b, &v->c, &v->e, &v->extra};
    uint32_t nsrc = 0;
    for (uint32_t i = 0; i < in->nopnd; i++, o++) {
        char c = s[0], x = s[1];
        uint32_t size = letter_size(x, in) + (c == 'e' || c == 'f');
        if (c == 'd' || c == 'e') {
            const PtxOpnd *first = o;
            if (o->kind == PTXO_PAIR) {
                v->flags |= VF_PAIR;
                first = &d->f->extra.at[o->id];
                v->e = vm_operand(d, first + 1, 0);
            }
            v->d = vm_operand(d, first, size);
            v->dsize = (uint8_t)vm_operand_size(d, first, size);
        } else if (c == 's' || c == 'f' || c == 'y') {
            if (c == 'y' && o->kind == PTXO_REG) size = d->fn->reg[o->id].size;
            if (nsrc == 3 && v->flags & VF_PAIR) nsrc = 4; // `e` holds the second destination
            if (nsrc == 0) v->asize = (uint8_t)vm_operand_size(d, o, size);
            if (nsrc == 5) return false;
            *src[nsrc++] = vm_operand(d, o, size);
            if (o->flags & PTXOF_NOT) v->flags |= VF_PRED_NOT;
        } else if (c == 'i') {
            v->imm = o->val;
        } else if (c == 'm') {
            if (!vm_decode_address(d, o, ptx_mod(in, SPACE), v)) return false;
            nsrc = CU_MAX(nsrc, 1u); // the address is `a`
        } else {
            return false;
        }
        while (*s && *s != ',') s++;
        if (*s) s++;
    }
    return true;
}

// ---- control flow ------------------------------------------------------------------------------

static void label_imm(Decoder *d, VmInst *v, uint32_t label) {
    v->imm = label;
    vec_push(d->arena, &d->fix, d->code.n);
}

static bool decode_brx(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    v->ctl = CTL_BRX;
    v->a = vm_operand(d, &o[0], 2);
    v->extra = d->fn->list.n;
    VEC_FOREACH (PtxTargets, t, &d->f->targets) {
        if (t->label != o[1].id || t->calls) continue;
        v->imm = t->target.n;
        for (uint32_t i = 0; i < t->target.n; i++) {
            vec_push(d->arena, &d->fn->list, t->target.at[i]); // label; becomes a pc below
            vec_push(d->arena, &d->fn->list_size, 0);
        }
        return true;
    }
    d->why = "brx.idx without .branchtargets";
    return false;
}

// Arguments and results in registers go through the frame of local memory, as .param variables do:
// instructions of our own move them before and after calls, at a function's start and its returns.
static void arg_store(Warp *w, const VmInst *in, uint32_t mask) {
    const uint8_t *r = vm_row(w, in->a);
    VM_EACH(i, mask) {
        memcpy(w->local[i] + w->frame->lbase[i] + in->imm, r + ((size_t)i << in->asize),
               1u << in->asize);
    }
}
static void arg_store_pred(Warp *w, const VmInst *in, uint32_t mask) {
    uint32_t p = *(uint32_t *)vm_row(w, in->a);
    VM_EACH(i, mask) w->local[i][w->frame->lbase[i] + in->imm] = p >> i & 1;
}
static void arg_load(Warp *w, const VmInst *in, uint32_t mask) {
    uint8_t *r = vm_row(w, in->a);
    VM_EACH(i, mask) {
        memcpy(r + ((size_t)i << in->asize), w->local[i] + w->frame->lbase[i] + in->imm,
               1u << in->asize);
    }
}
static void arg_load_pred(Warp *w, const VmInst *in, uint32_t mask) {
    uint32_t p = 0;
    VM_EACH(i, mask) p |= (uint32_t)(w->local[i][w->frame->lbase[i] + in->imm] & 1) << i;
    vm_set_pred(vm_row(w, in->a), p, mask);
}

static void move_argument(Decoder *d, VmRef reg, uint32_t size, uint32_t off, bool load,
                          const VmInst *guard) {
    VmInst v = {.cls = VM_CLS_MOVE, .guard = guard ? guard->guard : NO, .imm = off};
    v.fn = load ? size ? arg_load : arg_load_pred : size ? arg_store : arg_store_pred;
    v.flags = guard ? guard->flags & VF_GUARD_NOT : 0;
    v.a = reg;
    v.asize = (uint8_t)size;
    v.line = d->cur ? d->cur->pos : 0;
    vm_push(d, &v);
}

// The function's own parameters (or results) that are registers.
static void move_parameters(Decoder *d, bool load, const VmInst *guard) {
    uint32_t n = load ? d->f->sig.param.n : d->f->sig.ret.n;
    const uint32_t *at = load ? d->f->sig.param.at : d->f->sig.ret.at;
    for (uint32_t i = 0; i < n; i++) {
        const PtxVar *var = &d->f->var.at[at[i]];
        if (var->space != PTXS_REG) continue;
        for (uint32_t r = 0; r < d->f->reg.n; r++) {
            const PtxRegInfo *info = &d->f->reg.at[r];
            if (info->prefix != var->name || info->num != UINT32_MAX) continue;
            move_argument(d, d->fn->reg[r].ref, d->fn->reg[r].size, d->fn->var[at[i]].off, load,
                          guard);
        }
    }
}

// A place in the frame for an argument (stored now) or a result.
static bool argument_slot(Decoder *d, const PtxOpnd *e, bool result, const VmInst *guard,
                          VmVar *slot) {
    bool value = e->kind == PTXO_INT || e->kind == PTXO_F32 || e->kind == PTXO_F64;
    if (e->kind != PTXO_REG && e->kind != PTXO_SINK && (result || !value)) return false;
    uint32_t size = vm_operand_size(d, e, 3);
    *slot = (VmVar){.off = d->fn->local_size, .size = CU_MAX(1u << size, 1u)};
    d->fn->local_size += 16;
    if (!result) move_argument(d, vm_operand(d, e, size), size, slot->off, false, guard);
    return true;
}

// List: number of results and arguments, then offset and size of each variable in our frame.
static bool decode_call(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    v->ctl = CTL_CALL;
    v->extra = d->fn->list.n;
    vec_push(d->arena, &d->fn->list, o[0].kind == PTXO_LIST ? o[0].n : 0u);
    vec_push(d->arena, &d->fn->list, o[2].kind == PTXO_LIST ? o[2].n : 0u);
    vec_push(d->arena, &d->fn->list_size, 0);
    vec_push(d->arena, &d->fn->list_size, 0);
    for (uint32_t k = 0; k < 3; k += 2) {
        for (uint32_t i = 0; o[k].kind == PTXO_LIST && i < o[k].n; i++) {
            const PtxOpnd *e = &d->f->extra.at[o[k].id + i];
            VmVar var;
            if (e->kind == PTXO_SYM && e->flags & PTXOF_LOCAL &&
                d->f->var.at[e->id].space == PTXS_PARAM) {
                var = d->fn->var[e->id];
            } else if (!argument_slot(d, e, k == 0, v, &var)) {
                d->why = "call with an argument of this kind";
                return false;
            }
            vec_push(d->arena, &d->fn->list, var.off);
            vec_push(d->arena, &d->fn->list, var.size);
            vec_push(d->arena, &d->fn->list_size, 0);
            vec_push(d->arena, &d->fn->list_size, 0);
        }
    }
    if (o[1].kind == PTXO_REG) {
        v->a = vm_operand(d, &o[1], 3);
        return true;
    }
    const PtxFunc *callee = ptx_sym_func(d->f->mod, o[1].id);
    v->callee = &d->mod->func[callee->index];
    if (!callee->has_body && v->callee->builtin < 0) {
        d->why = arena_printf(d->arena, "call of '%s', which has no definition", v->callee->name);
        return false;
    }
    return true;
}

// Results that are registers, after the call.
static void load_results(Decoder *d, const PtxOpnd *o, const VmInst *call) {
    for (uint32_t i = 0; o[0].kind == PTXO_LIST && i < o[0].n; i++) {
        const PtxOpnd *e = &d->f->extra.at[o[0].id + i];
        if (e->kind != PTXO_REG) continue;
        move_argument(d, d->fn->reg[e->id].ref, d->fn->reg[e->id].size,
                      d->fn->list.at[call->extra + 2 + 2 * i], true, call);
    }
}

static VmRef decode_pack(Decoder *d, const PtxOpnd *vec, const PtxOpnd *whole, VmInst *v,
                         bool pack) {
    uint32_t bits = 8u << vm_operand_size(d, whole, log2_size(ptx_type_bits((PtxType)v->type)));
    v->n = (uint8_t)vec->n;
    v->imm = bits / vec->n; // bits of an element
    v->extra = vm_push_elements(d, vec, log2_size((uint32_t)v->imm), !pack);
    return vm_operand(d, whole, log2_size(bits));
}

static void exec_pack(Warp *w, const VmInst *in, uint32_t mask) {
    uint32_t bytes = (uint32_t)in->imm / 8;
    uint8_t *d = vm_row(w, in->d);
    const VmRef *list = w->fn->list.at + in->extra;
    const uint8_t *size = w->fn->list_size.at + in->extra;
    if (bytes == 0) return;
    uint8_t tmp[VM_LANES * 16];
    for (uint32_t k = 0; k < in->n; k++) {
        const uint8_t *s = vm_row(w, list[k]);
        for (uint32_t i = 0; i < VM_LANES; i++) {
            memcpy(tmp + i * bytes * in->n + k * bytes, s + ((size_t)i << size[k]), bytes);
        }
    }
    uint32_t total = bytes * in->n;
    VM_EACH(i, mask) memcpy(d + ((size_t)i << in->dsize), tmp + i * total, total);
}

static void exec_unpack(Warp *w, const VmInst *in, uint32_t mask) {
    uint32_t bytes = (uint32_t)in->imm / 8;
    uint8_t tmp[VM_LANES * 16];
    memcpy(tmp, vm_row(w, in->a), (size_t)VM_LANES << in->asize);
    const VmRef *list = w->fn->list.at + in->extra;
    const uint8_t *size = w->fn->list_size.at + in->extra;
    for (uint32_t k = 0; k < in->n; k++) {
        uint8_t *t = vm_row(w, list[k]);
        VM_EACH(i, mask) {
            uint64_t v = 0;
            memcpy(&v, tmp + ((size_t)i << in->asize) + k * bytes, bytes);
            memcpy(t + ((size_t)i << size[k]), &v, 1u << CU_MIN(size[k], 3));
        }
    }
}

static void exec_nop(Warp *w, const VmInst *in, uint32_t mask) {
    w->yield |= in->ctl == CTL_YIELD;
}

static void exec_trap(Warp *w, const VmInst *in, uint32_t mask) {
    vm_fault(w, in, (uint32_t)__builtin_ctz(mask), VM_ERR_TRAP, 0, "trap instruction");
}

static bool decode_control(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    uint32_t sem = ptx_rows[in->op].sem;
    v->cls = VM_CLS_CONTROL;
    v->fn = exec_nop;
    switch (sem) {
    case PTX_SEM_BRA:
        v->ctl = CTL_BRA;
        label_imm(d, v, o[0].id);
        return true;
    case PTX_SEM_BRX: return decode_brx(d, in, o, v);
    case PTX_SEM_CALL: return decode_call(d, in, o, v);
    case PTX_SEM_RET:
        v->ctl = CTL_RET;
        move_parameters(d, false, v);
        return true;
    case PTX_SEM_EXIT: v->ctl = CTL_EXIT; return true;
    case PTX_SEM_TRAP:
    case PTX_SEM_BRKPT: v->fn = exec_trap; return true;
    case PTX_SEM_NOP:
        if (in->op == PTXI_nanosleep) v->ctl = CTL_YIELD;
        vm_decode_wgmma_order(in, o, v);
        return true;
    case PTX_SEM_PACK:
        v->cls = VM_CLS_MOVE;
        v->fn = exec_pack;
        v->dsize = (uint8_t)vm_operand_size(d, &o[0], 3);
        v->d = decode_pack(d, &o[1], &o[0], v, true);
        return true;
    case PTX_SEM_UNPACK:
        v->cls = VM_CLS_MOVE;
        v->fn = exec_unpack;
        v->asize = (uint8_t)vm_operand_size(d, &o[1], log2_size(ptx_type_bits((PtxType)v->type)));
        v->a = decode_pack(d, &o[0], &o[1], v, false);
        return true;
    default: return false;
    }
}

// ---- instructions ------------------------------------------------------------------------------

static bool select_plain(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    bool avx2 = vm_has_avx2();
    v->rnd = (uint8_t)ptx_mod(in, RND);
    for (const PtxSlot *s = ptx_rows[in->op].slot; s < ptx_rows[in->op].slot + PTX_MAX_SLOTS; s++) {
        if (s->kind == PTX_SLOT_TYPE || !s->kind) continue;
        if (s->arg == PTXC_FTZ && ptx_mod(in, FTZ)) v->flags |= VF_FTZ;
        if (s->arg == PTXC_SAT && ptx_mod(in, SAT)) v->flags |= VF_SAT;
        if (s->arg == PTXC_NAN && ptx_mod(in, NAN)) v->flags |= VF_NAN;
        if (s->arg == PTXC_RELU && ptx_mod(in, RELU)) v->flags |= VF_RELU;
        if (s->arg == PTXC_ABS && ptx_mod(in, ABS)) v->flags |= VF_ABS;
        if (s->arg == PTXC_XORSIGN && ptx_mod(in, XORSIGN)) v->flags |= VF_XORSIGN;
    }
    v->fn = avx2 ? vm_select_alu_avx2(in, v) : vm_select_alu_base(in, v);
    v->cls = VM_CLS_INT;
    if (!v->fn) {
        v->cls = VM_CLS_FP;
        v->fn = vm_select_round(in, v);
        if (!v->fn) v->fn = avx2 ? vm_select_fp_avx2(in, v) : vm_select_fp_base(in, v);
        if (!v->fn) v->fn = vm_select_half(in, v);
        if (!v->fn) v->fn = vm_select_math(in, v);
    }
    if (ptx_rows[in->op].sem == PTX_SEM_MOV) v->cls = VM_CLS_MOVE;
    return v->fn && vm_fill_operands(d, in, o, v);
}

// add.f32.f16 and its like: the narrow operands are widened first, then it is the f32 instruction.
static bool decode_mixed(Decoder *d, const PtxInst *in, const PtxOpnd *o, VmInst *v) {
    if (ptx_rows[in->op].sem != PTX_SEM_FADDMIX) return false;
    bool fma = in->op == PTXI_fma_mix;
    PtxInst m = *in;
    m.op = (uint16_t)(fma ? PTXI_fma_f32 : in->op == PTXI_add_mix ? PTXI_add_f32 : PTXI_sub_f32);
    v->rnd = (uint8_t)ptx_mod(in, RND);
    if (ptx_mod(in, SAT)) v->flags |= VF_SAT;
    v->fn = vm_select_round(&m, v);
    if (!v->fn) v->fn = vm_has_avx2() ? vm_select_fp_avx2(&m, v) : vm_select_fp_base(&m, v);
    v->cls = VM_CLS_FP;
    v->d = vm_operand(d, &o[0], 2);
    v->dsize = v->asize = 2;
    v->a = vm_widened(d, &o[1], in->type[1]);
    v->b = fma ? vm_widened(d, &o[2], in->type[1]) : vm_operand(d, &o[2], 2);
    if (fma) v->c = vm_operand(d, &o[3], 2);
    return v->fn != NULL;
}

static bool decode_inst(Decoder *d, const PtxInst *in) {
    const PtxOpnd *o = ptx_opnds(d->f, in);
    VmInst v = {.guard = NO, .d = NO, .a = NO, .b = NO, .c = NO, .e = NO, .line = in->pos};
    v.type = in->type[0];
    v.type2 = in->type[1];
    v.type3 = in->type[2];
    v.type4 = in->type[3];
    if (in->guard) {
        v.guard = d->fn->reg[(in->guard & ~PTX_GUARD_NOT) - 1].ref;
        if (in->guard & PTX_GUARD_NOT) v.flags |= VF_GUARD_NOT;
    }
    static bool (*const family[])(Decoder *, const PtxInst *, const PtxOpnd *, VmInst *) = {
        decode_control, vm_decode_mem, vm_decode_sync,   vm_decode_cvt, vm_decode_matrix,
        vm_decode_bulk, vm_decode_tex, vm_decode_narrow, decode_mixed,  select_plain};
    const VmInst fresh = v;
    bool ok = false;
    for (uint32_t i = 0; i < CU_COUNT(family) && !ok && !d->why; i++) {
        v = fresh;
        ok = family[i](d, in, o, &v);
    }
    ok = ok && !d->why;
    if (ok) vm_push(d, &v);
    if (ok && in->op == PTXI_call) load_results(d, o, &v);
    return ok;
}

static void exec_unsupported(Warp *w, const VmInst *in, uint32_t mask) {
    vm_fault(w, in, (uint32_t)__builtin_ctz(mask), VM_ERR_UNSUPPORTED, 0, "%s",
             (const char *)(uintptr_t)in->imm);
}

// "tcgen05" of an instruction without a row
static const char *family_of(Decoder *d, const PtxInst *in) {
    const char *s = atom_str(d->vm->ctx, d->f->opnd.at[in->opnd].id);
    return arena_printf(d->arena, "%.*s", (int)strcspn(s, "."), s);
}

// What cannot be decoded is an error when it is executed: a module may hold kernels that run and
// others that do not.
static void refuse(Decoder *d, const PtxInst *in) {
    Buf b;
    buf_init(&b, d->arena);
    ptx_print_inst(d->f, in, &b);
    const char *s = buf_cstr(&b);
    while (*s == '\t' || *s == ' ') s++;
    const char *text = arena_printf(d->arena, "%s is not supported by the virtual machine: %s",
                                    d->why ? d->why : ptx_rows[in->op].name, s);
    VmInst v = {
        .fn = exec_unsupported, .guard = NO, .imm = (int64_t)(uintptr_t)text, .line = in->pos};
    v.cls = VM_CLS_CONTROL;
    vec_push(d->arena, &d->fn->mod->refused, text);
    vm_push(d, &v);
}

static void place_registers(Decoder *d) {
    VmFunc *fn = d->fn;
    fn->reg = arena_array(d->arena, VmSlot, d->f->reg.n + 1);
    d->scratch = REF(REF_FRAME, alloc_row(fn, 4));
    for (uint32_t i = 0; i < d->f->reg.n; i++) {
        uint32_t size = log2_size(ptx_type_bits((PtxType)d->f->reg.at[i].type));
        uint32_t off;
        if (size == 0) { // predicates are packed
            off = fn->reg_size;
            fn->reg_size += 4;
        } else {
            fn->reg_size = CU_ALIGN(fn->reg_size, 64u);
            off = alloc_row(fn, size);
        }
        fn->reg[i] = (VmSlot){.ref = REF(REF_FRAME, off), .size = (uint8_t)size};
    }
    fn->reg_size = CU_ALIGN(fn->reg_size, 64u);
}

static void fix_labels(Decoder *d) {
    for (uint32_t i = 0; i < d->fix.n; i++) {
        VmInst *v = &d->code.at[d->fix.at[i]];
        v->imm = d->pc_of_label[v->imm];
    }
    for (uint32_t i = 0; i < d->code.n; i++) {
        const VmInst *v = &d->code.at[i];
        if (v->ctl != CTL_BRX) continue;
        for (uint32_t k = 0; k < (uint32_t)v->imm; k++) {
            VmRef *t = &d->fn->list.at[v->extra + k];
            *t = d->pc_of_label[*t];
        }
    }
}

// .pragma "used_bytes_mask N" (PTX ISA, pragma strings): the bytes that count of the next load.
static void read_pragma(Decoder *d, const PtxInst *in) {
    static const char word[] = "used_bytes_mask";
    const char *s = atom_str(d->vm->ctx, d->f->opnd.at[in->opnd].id);
    if (strncmp(s, word, sizeof word - 1) != 0) return;
    char *end;
    unsigned long long mask = strtoull(s + sizeof word - 1, &end, 0);
    if (end != s + sizeof word - 1) d->used_bytes = (uint32_t)mask;
}

bool vm_decode(Vm *vm, VmFunc *fn) {
    Decoder *d = arena_new(&vm->ctx->perm, Decoder);
    *d = (Decoder){.vm = vm, .mod = fn->mod, .fn = fn, .f = fn->f, .arena = &vm->ctx->perm};
    d->used_bytes = UINT32_MAX;
    map_init(&d->konst_map, d->arena);
    d->pc_of_label = arena_array(d->arena, uint32_t, d->f->label.n + 1);
    place_registers(d);
    move_parameters(d, true, NULL);
    if (vm->opt.checks & (VM_CHECK_MEM | VM_CHECK_INIT | VM_CHECK_RACE)) vm_check_scan(d);
    VEC_FOREACH (PtxInst, in, &d->f->inst) {
        d->cur = in;
        d->why = NULL;
        VmInst join = {
            .ctl = CTL_JOIN, .guard = NO, .line = in->pos, .fn = exec_nop, .cls = VM_CLS_CONTROL};
        switch (in->op) {
        case PTXI_label:
            d->pc_of_label[d->f->opnd.at[in->opnd].id] = d->code.n;
            join.line = 0;
            vm_push(d, &join);
            break;
        case PTXI_nop:
        case PTXI_scope_begin:
        case PTXI_scope_end:
        case PTXI_declvar:
        case PTXI_loc:
        case PTXI_targets:
        case PTXI_proto: break;
        case PTXI_pragma: read_pragma(d, in); break;
        default:
            if (in->op == PTXI_raw) d->why = "unread inline assembly";
            if (in->op == PTXI_foreign) d->why = family_of(d, in);
            if (d->why || !decode_inst(d, in)) refuse(d, in);
            d->used_bytes = UINT32_MAX;
        }
        if (d->fn->reg_size > 1u << 28 || d->konst.n > 1u << 28) {
            return VM_DIAG(vm, vm_registers, fn->name);
        }
    }
    move_parameters(d, false, NULL);
    VmInst ret = {.ctl = CTL_RET, .guard = NO, .fn = exec_nop, .cls = VM_CLS_CONTROL};
    vm_push(d, &ret);
    fix_labels(d);
    fn->code = d->code.at;
    fn->ncode = d->code.n;
    uint8_t *k = arena_alloc(d->arena, d->konst.n + 64, 64);
    if (d->konst.n) memcpy(k, d->konst.at, d->konst.n);
    fn->consts = k;
    fn->decoded = true;
    fn->site = vm->nsite;
    vm->nsite += fn->ncode;
    return true;
}
