// SPDX-License-Identifier: Apache-2.0
// Operands of instructions as the machine has them: rows for registers, constants and special
// registers, addresses, lists of elements. The row's template in insn.def says which operand goes
// where. Every family of instructions decodes with these (decode/decode.c).
#include "vm/code/code.h"

// ---- rows --------------------------------------------------------------------------------------

// Sizes of rows and operands are powers: 1 for 2 bytes to 4 for 16; 0 is a predicate. A byte takes
// two, as the registers of PTX do.
uint32_t vm_log2_size(uint32_t bits) {
    if (bits <= 1) return 0;
    if (bits <= 16) return 1;
    if (bits <= 32) return 2;
    return bits <= 64 ? 3 : 4;
}

uint32_t vm_size_of_type(uint8_t type) {
    return vm_log2_size(ptx_type_bits((PtxType)type));
}

// A row of the frame: 32 lanes, or a word for predicates; rows are aligned for vector instructions.
VmRef vm_temp_row(Decoder *decoder, uint32_t size) {
    uint32_t bytes = size == 0 ? 64 : VM_LANES << size;
    uint32_t off = decoder->fn->reg_size;
    decoder->fn->reg_size += CU_ALIGN(bytes, 64u);
    return REF(REF_FRAME, off);
}

// A row with a constant in all lanes, shared by equal ones of a size.
VmRef vm_const_row(Decoder *decoder, uint64_t value, uint32_t size) {
    void **slot = map_slot(&decoder->konst_map, hash_mix(size, value));
    for (uintptr_t k = (uintptr_t)*slot; k; k = 0) { // equal hash: check the value itself
        uint64_t have = 0;
        memcpy(&have, decoder->konst.at + k - 1, size == 0 ? 4 : size >= 3 ? 8 : 1u << size);
        uint64_t want = size == 1                ? (uint16_t)value
                        : size == 2 || size == 0 ? (uint32_t)value
                                                 : value;
        if (have == want) return REF(REF_CONST, (uint32_t)k - 1);
    }
    uint32_t bytes = size == 0 ? 64 : VM_LANES << size, off = decoder->konst.n;
    vec_reserve(decoder->arena, &decoder->konst, off + bytes);
    decoder->konst.n += bytes;
    memset(decoder->konst.at + off, 0, bytes);
    if (size == 0) value = value ? VM_FULL : 0;
    uint32_t lane = size == 0 ? 4 : 1u << size;
    for (uint32_t i = 0; i < (size ? VM_LANES : 1u); i++) {
        memcpy(decoder->konst.at + off + i * lane, &value, CU_MIN(lane, 8u));
    }
    *slot = (void *)(uintptr_t)(off + 1);
    return REF(REF_CONST, off);
}

// Appends an instruction; the pointer holds until the next.
VmInst *vm_push(Decoder *decoder, const VmInst *pushed) {
    vec_push(decoder->arena, &decoder->code, *pushed);
    return &vec_last(&decoder->code);
}

// ---- operands ----------------------------------------------------------------------------------

// The size of an operand as it lies in its row; `dflt` for constants, which take any.
uint32_t vm_operand_size(Decoder *decoder, const PtxOpnd *o, uint32_t dflt) {
    if (o->kind == PTXO_REG) return decoder->fn->reg[o->id].size;
    if (o->kind == PTXO_SREG) return vm_size_of_type(ptx_sregs[o->id].type);
    if (o->kind == PTXO_PAIR) return vm_operand_size(decoder, &decoder->f->extra.at[o->id], dflt);
    return dflt;
}

// The address of a place in the frame: each lane has a frame of its own.
static void lea_frame(Warp *warp, const VmInst *in, uint32_t mask) {
    uint64_t r[VM_LANES];
    for (int i = 0; i < VM_LANES; i++) r[i] = warp->frame->lbase[i] + (uint64_t)in->imm;
    vm_store_row(warp, in->d, in->dsize, r, mask);
}

// Where a variadic function's open array begins: behind its variables and the places of arguments,
// which are known when all is decoded.
uint32_t vm_open_off(const VmFunc *fn) {
    return CU_ALIGN(fn->local_size, fn->local_align);
}

bool vm_is_open(const VmFunc *fn, uint32_t var) {
    return fn->open && var == fn->arg.at[fn->arg.n - 1];
}

// As lea_frame, for the open array.
static void lea_open(Warp *warp, const VmInst *in, uint32_t mask) {
    uint64_t r[VM_LANES], off = vm_open_off(warp->fn) + (uint64_t)in->imm;
    for (int i = 0; i < VM_LANES; i++) r[i] = warp->frame->lbase[i] + off;
    vm_store_row(warp, in->d, in->dsize, r, mask);
}

// Time is the warp's instructions. A warp that looks at the clock again and again waits for it:
// from some looks on each takes twice the time of the one before, up to 2^16 cycles.
static uint64_t clock_now(Warp *warp) {
    enum { PATIENT = 32, LONGEST = 16 };
    if (warp->watch) return warp->watch_time;
    if (warp->executed - warp->clock_seen > 64) warp->clock_looks = 0;
    warp->clock_seen = warp->executed;
    uint32_t k = warp->clock_looks++;
    warp->clock_waited += 1ull << (k < PATIENT ? 0 : CU_MIN(k - PATIENT, (uint32_t)LONGEST));
    return warp->executed + warp->tick + warp->clock_waited;
}

// The upper halves are asked for as 32-bit registers.
static void read_clock(Warp *warp, const VmInst *in, uint32_t mask) {
    uint64_t r[VM_LANES], now = clock_now(warp);
    if (is_any_of(in->imm, PTXR_CLOCK_HI, PTXR_GLOBALTIMER_HI)) now >>= 32;
    for (int i = 0; i < VM_LANES; i++) r[i] = now;
    vm_store_row(warp, in->d, in->dsize, r, mask);
}

// A value that must be computed before the instruction: an instruction of our own into a new row.
static VmRef computed(Decoder *decoder, VmFn *how, int64_t imm, uint32_t size) {
    VmInst v = {
        .fn = how, .cls = VM_CLS_MOVE, .guard = REF_NONE, .imm = imm, .dsize = (uint8_t)size};
    v.d = vm_temp_row(decoder, size);
    v.own = VM_OWN_WRITES_D | (how == lea_frame ? VM_OWN_FRAME : 0);
    v.line = decoder->cur->pos;
    vm_push(decoder, &v);
    return v.d;
}

// What an address of the variable has above its offset.
static uint64_t own_block(const Decoder *decoder, const PtxVar *variable) {
    bool shared = variable && variable->space == PTXS_SHARED && decoder->fn->pairs;
    return shared ? (uint64_t)VM_RANK_OWN << VM_RANK_SHIFT : 0;
}

// The row with a variable's address: constant where it is the same for all lanes.
static VmRef symbol_row(Decoder *decoder, const PtxOpnd *symbol, uint32_t size) {
    if (symbol->flags & PTXOF_LOCAL) {
        const PtxVar *var = &decoder->f->var.at[symbol->id];
        if (vm_is_open(decoder->fn, symbol->id))
            return computed(decoder, lea_open, symbol->val, size);
        int64_t off = (int64_t)decoder->fn->var[symbol->id].off + symbol->val;
        bool frame =
            var->space == PTXS_LOCAL ||
            (var->space == PTXS_PARAM && !(decoder->f->entry && symbol->id < decoder->fn->arg.n));
        if (frame) return computed(decoder, lea_frame, off, size);
        if (var->space == PTXS_PARAM) return vm_const_row(decoder, (uint64_t)off, size);
        uint64_t base =
            var->space == PTXS_SHARED ? own_block(decoder, var) : decoder->fn->var[symbol->id].addr;
        return vm_const_row(decoder, base + (uint64_t)off, size);
    }
    uint64_t base = own_block(decoder, ptx_sym_var(decoder->f->mod, symbol->id));
    return vm_const_row(decoder, base + decoder->mod->sym_addr[symbol->id] + (uint64_t)symbol->val,
                        size);
}

// Registers that count time.
static bool is_clock(uint32_t sreg) {
    bool cycles = is_any_of(sreg, PTXR_CLOCK, PTXR_CLOCK_HI, PTXR_CLOCK64);
    bool nanoseconds = is_any_of(sreg, PTXR_GLOBALTIMER, PTXR_GLOBALTIMER_LO);
    return cycles || nanoseconds || sreg == PTXR_GLOBALTIMER_HI;
}

// The clocks are read where they stand; the others are rows that each warp fills at its start, and
// only if some function of the module reads them (used_sregs).
static VmRef special_register(Decoder *decoder, uint32_t sreg, uint32_t size) {
    if (is_clock(sreg))
        return computed(decoder, read_clock, sreg, vm_size_of_type(ptx_sregs[sreg].type));
    if (sreg == PTXR_WARP_SZ) return vm_const_row(decoder, VM_LANES, size);
    if (sreg >= VM_FIRST_ZERO_SREG) return vm_const_row(decoder, 0, size);
    decoder->mod->used_sregs |= 1ull << sreg;
    return REF(REF_SREG, sreg * 256u);
}

// Any operand as a row. Sets `why` where there is none: the instruction is then refused.
VmRef vm_operand(Decoder *decoder, const PtxOpnd *operand, uint32_t size) {
    switch (operand->kind) {
    case PTXO_REG: return decoder->fn->reg[operand->id].ref;
    case PTXO_SINK: return decoder->scratch;
    case PTXO_INT:
    case PTXO_F32:
    case PTXO_F64: return vm_const_row(decoder, (uint64_t)operand->val, size);
    case PTXO_SYM: return symbol_row(decoder, operand, size);
    case PTXO_SREG: return special_register(decoder, operand->id, size);
    default: decoder->why = "operand"; return decoder->scratch;
    }
}

// The elements of a vector (or the one operand) go into the list of the function. A sink among
// destinations takes a row of the widest size, so that nothing is written beyond it.
uint32_t vm_push_elements(Decoder *decoder, const PtxOpnd *vector, uint32_t size, bool dest) {
    uint32_t at = decoder->fn->list.n, n = vector->kind == PTXO_VEC ? vector->n : 1;
    for (uint32_t i = 0; i < n; i++) {
        const PtxOpnd *e =
            vector->kind == PTXO_VEC ? &decoder->f->extra.at[vector->id + i] : vector;
        uint32_t have = dest && e->kind == PTXO_SINK ? 4 : vm_operand_size(decoder, e, size);
        VmRef r = vm_operand(decoder, e, size);
        vec_push(decoder->arena, &decoder->fn->list, r);
        vec_push(decoder->arena, &decoder->fn->list_size, (uint8_t)have);
    }
    return at;
}

// ---- addresses
// -----------------------------------------------------------------------------------

// The space that a .space modifier names for the function.
VmSpace vm_space_of_mod(const Decoder *decoder, uint32_t space) {
    switch (space) {
    case PTX_SPACE_GLOBAL:
    case PTX_SPACE_CONST: return VSP_GLOBAL;
    case PTX_SPACE_SHARED:
    case PTX_SPACE_SHARED_CTA:
    case PTX_SPACE_SHARED_CLUSTER: return VSP_SHARED;
    case PTX_SPACE_LOCAL: return VSP_LOCAL;
    case PTX_SPACE_PARAM:
    case PTX_SPACE_PARAM_ENTRY:
    // In a device function .param is the frame of its caller; kernels' parameters are a space of
    // their own.
    case PTX_SPACE_PARAM_FUNC: return decoder->f->entry ? VSP_PARAM : VSP_LOCAL;
    default: return VSP_GENERIC;
    }
}

// A variable of local memory has an offset in its function's frame, not in the stack.
static VmSpace space_of_var(const PtxVar *var) {
    return var->space == PTXS_SHARED  ? VSP_SHARED
           : var->space == PTXS_LOCAL ? VSP_FRAME
                                      : VSP_GLOBAL;
}

// The address operand: register, symbol or number goes into `a`, what is to be added into `offset`,
// the space into `space`. False: no address, or a register of 16 bits.
bool vm_decode_address(Decoder *decoder, const PtxOpnd *address, uint32_t space, VmInst *decoded) {
    decoded->space = (uint8_t)vm_space_of_mod(decoder, space);
    decoded->access.offset = address->val;
    if (address->kind == PTXO_MREG) {

        // [register + displacement]
        decoded->a = vm_operand(decoder, &(PtxOpnd){.kind = PTXO_REG, .id = address->id}, 3);
        decoded->asize = decoder->fn->reg[address->id].size;
        if (decoded->asize == 3) decoded->flags |= VF_ADDR64;
        return decoded->asize >= 2;
    }

    // The others have no register: a row of zeros stands for it.
    decoded->a = vm_const_row(decoder, 0, 3);
    decoded->asize = 3;
    decoded->flags |= VF_ADDR64;
    if (address->kind != PTXO_MSYM) return address->kind == PTXO_MABS;

    // A variable of the function: an offset in the frame, the kernel's parameters or shared memory.
    if (address->flags & PTXOF_LOCAL) {
        const PtxVar *var = &decoder->f->var.at[address->id];
        // The open end of a variadic function's arguments is only known when the frame is.
        if (vm_is_open(decoder->fn, address->id)) {
            decoded->space = VSP_LOCAL;
            decoded->a = vm_operand(
                decoder, &(PtxOpnd){.kind = PTXO_SYM, .flags = address->flags, .id = address->id},
                3);
            return true;
        }
        bool kernel_param = decoder->f->entry && address->id < decoder->fn->arg.n;
        decoded->space = (uint8_t)(var->space == PTXS_PARAM ? kernel_param ? VSP_PARAM : VSP_FRAME
                                                            : space_of_var(var));
        decoded->access.offset += decoder->fn->var[address->id].off;
        if (decoded->space == VSP_GLOBAL)
            decoded->access.offset += (int64_t)decoder->fn->var[address->id].addr;
        decoded->access.offset += (int64_t)own_block(decoder, var);
        return true;
    }

    // A variable of the module, which has an address once the module is loaded.
    const PtxVar *var = ptx_sym_var(decoder->f->mod, address->id);
    if (var) decoded->space = (uint8_t)space_of_var(var);
    decoded->access.offset +=
        (int64_t)(decoder->mod->sym_addr[address->id] + own_block(decoder, var));
    return true;
}

// ---- by the template
// ------------------------------------------------------------------------------

// The size that the second letter of an operand's template says (insn.def): of one of the
// instruction's types, or of its own; 32 bits where it says none.
static uint32_t letter_size(char c, const PtxInst *in) {
    static const uint8_t fixed[UINT8_MAX + 1] = {
        ['o'] = 1 + 0, ['h'] = 1 + 1, ['d'] = 1 + 3,
        ['q'] = 1 + 4, ['p'] = 1 + 0, ['P'] = 1 + 0}; // 0: none
    if (c >= 'T' && c <= 'V') return vm_size_of_type(in->type[c - 'T']);
    uint32_t size = fixed[(uint8_t)c];
    return size ? size - 1 : 2;
}

// `d`: a destination, or two of which the second is a predicate.
static void fill_destination(Decoder *decoder, const PtxOpnd *destination, uint32_t size,
                             VmInst *decoded) {
    const PtxOpnd *first = destination;
    if (destination->kind == PTXO_PAIR) {
        decoded->flags |= VF_PAIR;
        first = &decoder->f->extra.at[destination->id];
        decoded->e = vm_operand(decoder, first + 1, 0);
    }
    decoded->d = vm_operand(decoder, first, size);
    decoded->dsize = (uint8_t)vm_operand_size(decoder, first, size);
}

// `s`: the next of at most five sources.
static bool fill_source(Decoder *decoder, const PtxOpnd *operand, uint32_t size, VmInst *decoded,
                        uint32_t *nsrc) {
    VmRef *const source[5] = {&decoded->a, &decoded->b, &decoded->c, &decoded->e, &decoded->f};
    if (*nsrc == 3 && decoded->flags & VF_PAIR) *nsrc = 4; // `e` holds the second destination
    if (*nsrc == 0) decoded->asize = (uint8_t)vm_operand_size(decoder, operand, size);
    if (*nsrc == CU_COUNT(source)) return false;
    *source[*nsrc] = vm_operand(decoder, operand, size);
    ++*nsrc;
    if (operand->flags & PTXOF_NOT) decoded->flags |= VF_PRED_NOT;
    return true;
}

// Operands by the row's template: each goes to the field that functions of the family read. False:
// the template has something else, or too many.
bool vm_fill_operands(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                      VmInst *decoded) {
    const char *s = ptx_rows[in->op].ops;
    uint32_t nsrc = 0;
    for (uint32_t i = 0; i < in->nopnd; i++, operands++) {
        uint32_t size = letter_size(s[1], in);
        switch (s[0]) {
        case 'd': fill_destination(decoder, operands, size, decoded); break;
        case 'e': fill_destination(decoder, operands, size + 1, decoded); break; // twice as wide
        case 's':
            if (!fill_source(decoder, operands, size, decoded, &nsrc)) return false;
            break;
        case 'f': // twice as wide
            if (!fill_source(decoder, operands, size + 1, decoded, &nsrc)) return false;
            break;
        case 'y': // as wide as its register
            if (operands->kind == PTXO_REG) size = decoder->fn->reg[operands->id].size;
            if (!fill_source(decoder, operands, size, decoded, &nsrc)) return false;
            break;
        case 'i': decoded->imm = operands->val; break;
        case 'm':
            if (!vm_decode_address(decoder, operands, ptx_mod(in, SPACE), decoded)) return false;
            nsrc = CU_MAX(nsrc, 1u); // the address is `a`
            break;
        default: return false;
        }
        s += strcspn(s, ",");
        if (*s) s++;
    }
    return true;
}
