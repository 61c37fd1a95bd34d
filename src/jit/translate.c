// SPDX-License-Identifier: Apache-2.0
// Translates a function: blocks in their order, then what stands apart, then the memory for it.
#include "jit/serial.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// ---- code around the function ------------------------------------------------------------------

static const uint8_t kept[] = {X_RBX, X_RBP, X_R12, X_R13, X_R14, X_R15};

// On the stack there is a place for part(), and one for the address of the entry.
enum { STACK_ENTRY = 8, STACK_BYTES = 24 }; // calls are aligned

// Called as a function of (state, address of an entry): the first lanes begin.
static void emit_enter(Emit *emit, uint32_t start) {
    XCode *x = &emit->x;
    for (uint32_t i = 0; i < CU_COUNT(kept); i++) x_push(x, kept[i]);
    x_op_imm(x, X_SUB_I, 64, 0, x_reg(X_RSP), STACK_BYTES);
    x_op(x, X_MOV, 64, R_STATE, x_reg(X_RDI));
    x_op(x, X_MOV_TO, 64, X_RSI, x_at(X_RSP, STACK_ENTRY));
    x_op(x, X_MOV, 64, R_TMP2, STATE(lanes));
    x_jump(x, XC_ALWAYS, start);
}

// The lanes that ran are done with: those that wait go on, from the first block on; then the next
// ones.
static void emit_dispatch(Emit *emit, uint32_t start) {
    XCode *x = &emit->x;
    uint32_t done = x_label(x);
    x_bind(x, emit->dispatch);
    if (emit->parts) {
        x_op(x, X_MOV, 32, R_TMP, STATE(first_waiting));
        x_op_imm(x, X_CMP_I, 32, 0, x_reg(R_TMP), (int32_t)emit->flow->n);
        x_jump(x, XC_E, done);
        x_op(x, X_MOV, 64, R_TMP2, STATE(resume));
        x_jump_to(x, x_indexed(R_TMP2, R_TMP, 8, 0));
    }
    x_bind(x, done);
    if (emit->barrier
            .n) { // those that stand at a barrier do not come here, and others not behind it
        x_op(x, X_MOV, 64, R_TMP2, STATE(lanes));
        x_op_imm(x, X_MOV_I, 32, 0, LANES(R_TMP2, mask), 0);
    }
    x_bind(x, emit->next);
    x_op(x, X_MOV, 64, R_TMP2, STATE(lanes));
    uint32_t after = x_label(x);
    x_bind(x, after);
    x_op_imm(x, X_ADD_I, 64, 0, x_reg(R_TMP2), sizeof(JitLanes));
    x_op(x, X_CMP, 64, R_TMP2, STATE(end));
    x_jump(x, XC_NE, start);
    x_zero_upper(x);
    x_op_imm(x, X_ADD_I, 64, 0, x_reg(X_RSP), STACK_BYTES);
    for (uint32_t i = CU_COUNT(kept); i-- > 0;) x_pop(x, kept[i]);
    x_ret(x);
    x_bind(x, start);                                     // R_TMP2: the next ones
    x_op_imm(x, X_MOV_I, 64, 0, LANES(R_TMP2, nexit), 0); // and `barrier`
    x_op(x, X_MOV, 32, R_MASK, LANES(R_TMP2, mask));
    x_op(x, X_TEST, 32, R_MASK, x_reg(R_MASK));
    x_jump(x, XC_E, after);
    x_op(x, X_MOV_TO, 64, R_TMP2, STATE(lanes));
    x_op(x, X_MOV, 64, R_TMP, LANES(R_TMP2, special));
    x_op(x, X_MOV_TO, 64, R_TMP, STATE(special));
    if (emit->fn->opens) {
        x_op(x, X_MOV, 32, R_TMP, LANES(R_TMP2, number));
        x_op(x, X_MOV_TO, 32, R_TMP, STATE(number));
    }
    // mostly they are the same as before
    uint32_t known = x_label(x);
    x_op(x, X_CMP, 32, R_MASK, STATE(masked));
    x_jump(x, XC_E, known);
    emit_set_lanes(emit);
    x_bind(x, known);
    x_jump_to(x, x_at(X_RSP, STACK_ENTRY));
}

// ---- entries -----------------------------------------------------------------------------------

// Rows that are taken for uniform or affine, of those that registers hold at the block or of the
// others that live there.
static void claim_rows(Emit *emit, const Block *block, bool held) {
    const Shapes *shapes = emit->shapes;
    EACH_ROW(row, block->live_in, emit->flow) {
        bool equal = shapes->held[row] == HELD_VECTOR && shapes->value[row].shape == SHAPE_UNIFORM;
        bool claimed = equal || shapes->held[row] == HELD_SCALAR;
        Claim claim = {emit->fn->row.at[row], shapes->value[row].step};
        if (claimed && row_in(block->held_in, row) == held)
            vec_push(emit->x.arena, &emit->claim, claim);
    }
}

static void emit_operation(Emit *emit, uint32_t inst);

// What all lanes have in common.
static void emit_common(Emit *emit) {
    const Block *first = &emit->flow->block[0];
    for (uint32_t i = first->first; i < first->end; i++) {
        uint32_t row = emit_common_of(emit, &emit->fn->inst.at[i]);
        if (row == UINT32_MAX) continue;
        emit_operation(emit, i);
        emit_put_common(emit, row);
    }
}

// The lanes that follow begin here.
static void emit_first_alone(Emit *emit) {
    XCode *x = &emit->x;
    uint32_t behind = x_label(x);
    x_address(x, R_TMP, behind);
    x_op(x, X_MOV_TO, 64, R_TMP, x_at(X_RSP, STACK_ENTRY));
    x_bind(x, behind);
}

// What registers hold at the entry: what lanes have in common is computed or comes, like the rest,
// from the machine's rows.
static void load_entry(Emit *emit, uint32_t b) {
    const Flow *flow = emit->flow;
    const uint64_t *held = flow->block[b].held_in;
    uint64_t *loaded = arena_array(emit->x.arena, uint64_t, flow->words);
    bool computes = emit_computes_common(emit, b);
    if (computes) {
        emit_common(emit);
        emit_first_alone(emit);
    }
    EACH_ROW(row, held, flow) {
        if (!computes || !emit->shapes->common[row]) flow_add_row(loaded, row);
    }
    emit_load_rows(emit, loaded);
    EACH_ROW(row, held, flow) {
        if (!emit->shapes->common[row]) continue;
        if (computes)
            emit_take_common(emit, row);
        else
            emit_put_common(emit, row);
    }
}

static void emit_entries(Emit *emit) {
    const Flow *flow = emit->flow;
    for (uint32_t b = 0; b < flow->n; b++) {
        const Block *block = &flow->block[b];
        if (!flow_is_entry(flow, b)) continue;
        Entry entry = {.pc = emit->fn->inst.at[block->first].pc, .at = emit->x.code.n};
        entry.first_claim = emit->claim.n;
        claim_rows(emit, block, true);
        entry.nclaims = emit->claim.n - entry.first_claim;
        claim_rows(emit, block, false);
        entry.nall = emit->claim.n - entry.first_claim;
        vec_push(emit->x.arena, &emit->entry, entry);
        load_entry(emit, b);
        emit_save_entry(emit, b);
        x_jump(&emit->x, XC_ALWAYS, emit->begin[b]);
    }
}

// ---- blocks ------------------------------------------------------------------------------------

// The sets of rows that registers hold before each instruction of the block, and behind the last.
static void find_held_sets(const Flow *flow, const Block *block, uint64_t *held) {
    uint32_t n = block->end - block->first, words = flow->words;
    memcpy(held + (size_t)n * words, block->held_out, words * sizeof *held);
    for (uint32_t i = n; i-- > 0;) {
        uint64_t *at = held + (size_t)i * words;
        memcpy(at, at + words, words * sizeof *held);
        live_held_before(flow, block->first + i, at);
    }
}

static void emit_operation(Emit *emit, uint32_t inst) {
    const JitInst *in = &emit->fn->inst.at[inst];
    switch ((JitOp)in->op) {
    case JIT_LABEL:
    case JIT_BRANCH: break;
    case JIT_STOP:
        if (in->passes)
            emit_barrier(emit, inst);
        else
            emit_exit(emit, emit->flow->stored[inst], in->pc, false);
        break;
    case JIT_END: x_jump(&emit->x, XC_ALWAYS, emit->dispatch); break;
    case JIT_SYNC: emit_sync(emit, inst); break;
    case JIT_SHUFFLE: emit_shuffle(emit, inst); break;
    case JIT_VOTE: emit_vote(emit, inst); break;
    case JIT_OTHER: emit_other(emit, in, emit->live, emit->changed, NULL); break;
    case JIT_LOAD:
    case JIT_STORE:
    case JIT_ATOMIC:
        emit_access(emit, inst);
        if (in->together) x_jump(&emit->x, XC_ALWAYS, emit->next);
        break;
    default:
        if (!emit_arith(emit, in)) emit_other(emit, in, emit->live, emit->changed, NULL);
    }
}

static void emit_inst(Emit *emit, uint32_t inst) {
    uint32_t common = emit_common_of(emit, &emit->fn->inst.at[inst]);
    if (common == UINT32_MAX)
        emit_operation(emit, inst);
    else
        emit_take_common(emit, common);
}

static void no_longer_checked(void *data, uint32_t row) {
    Emit *emit = data;
    for (uint32_t sign = 0; sign < 2; sign++) flow_remove_row(emit->checked[sign], row);
}

// Of a block from that instruction on. `live` has room for its sets.
static void emit_body(Emit *emit, uint32_t b, uint32_t from, uint64_t *live) {
    const Flow *flow = emit->flow;
    const Block *block = &flow->block[b];
    const JitInst *decision = emit_decision(emit, b);
    find_held_sets(flow, block, live);
    memcpy(emit->changed, block->changed, flow->words * sizeof *emit->changed);
    for (uint32_t sign = 0; sign < 2; sign++)
        memset(emit->checked[sign], 0, flow->words * sizeof *emit->checked[sign]);
    for (uint32_t i = block->first; i < block->end; i++) {
        emit->before = live + (size_t)(i - block->first) * flow->words;
        emit->live = emit->before + flow->words;
        bool leads = emit->group[i] && emit->group[i]->leader == i;
        if (leads && emit->is_careful) x_bind(&emit->x, emit->careful[i]);
        if (leads && !emit->is_careful) emit->careful[i] = x_label(&emit->x);
        if (i >= from && &emit->fn->inst.at[i] != decision) emit_inst(emit, i);
        flow_writes(emit->fn, &emit->fn->inst.at[i], no_longer_checked, emit);
        live_change(emit->fn, &emit->fn->inst.at[i], emit->changed);
    }
    emit_branch(emit, b);
}

// The block's first of a group of accesses; UINT32_MAX: it has none.
static uint32_t first_leader(const Emit *emit, uint32_t b) {
    const Block *block = &emit->flow->block[b];
    for (uint32_t i = block->first; i < block->end; i++) {
        if (emit->group[i]) return i;
    }
    return UINT32_MAX;
}

// Lanes come to a loop that each runs by itself; or the machine begins in it.
static void emit_lanes_enter(Emit *emit, const Serial *serial) {
    for (uint32_t b = serial->first; b <= serial->last; b++) {
        if (b == serial->first)
            emit_block_start(emit, b);
        else if (flow_is_entry(emit->flow, b))
            x_bind(&emit->x, emit->begin[b]);
        else
            continue;
        serial_enter(emit, b);
    }
}

// Where a group's check fails, the rest of its block is apart, in a form in which each access
// checks its own.
static void emit_blocks(Emit *emit) {
    const Flow *flow = emit->flow;
    uint32_t longest = 0;
    for (uint32_t b = 0; b < flow->n; b++)
        longest = CU_MAX(longest, flow->block[b].end - flow->block[b].first);
    uint64_t *live = arena_array(emit->x.arena, uint64_t, (size_t)(longest + 1) * flow->words);
    emit->changed = arena_array(emit->x.arena, uint64_t, flow->words);
    for (uint32_t b = 0; b < flow->n; b++) {
        const Serial *serial = emit->serial_of[b];
        if (serial && serial->first == b) emit_lanes_enter(emit, serial);
        form_use(emit, serial);
        emit_block_start(emit, b);
        emit_body(emit, b, flow->block[b].first, live);
        if (serial && serial->last == b) serial_leave(emit);
        form_use(emit, NULL);
    }
    emit->is_careful = true;
    for (uint32_t b = 0; b < flow->n; b++) {
        form_use(emit, emit->serial_of[b]);
        uint32_t leader = first_leader(emit, b);
        if (leader != UINT32_MAX) emit_body(emit, b, leader, live);
    }
    form_use(emit, NULL);
    emit->is_careful = false;
}

static void emit_apart(Emit *emit) {
    VEC_FOREACH (Apart, apart, &emit->meet) emit_meeting(emit, apart);
    for (uint32_t b = 0; emit->parts && b < emit->flow->n; b++) {
        const Serial *serial = emit->serial_of[b];
        if (!serial || serial->first == b) emit_resume(emit, b);
    }
    VEC_FOREACH (Apart, apart, &emit->missed) {
        form_use(emit, apart->serial);
        x_bind(&emit->x, apart->label);
        emit_other(emit, &emit->fn->inst.at[apart->inst], apart->live, apart->changed, apart);
        access_set_limit(emit, apart);
        x_jump(&emit->x, XC_ALWAYS, apart->back);
    }
    VEC_FOREACH (Apart, apart, &emit->stop) {
        form_use(emit, apart->serial);
        x_bind(&emit->x, apart->label);
        emit_exit(emit, apart->live, emit->fn->inst.at[apart->inst].pc, apart->wrapped);
    }
    form_use(emit, NULL);
    emit_barriers_apart(emit);
}

// ---- memory ------------------------------------------------------------------------------------

enum { MAX_AREA = 1 << 22 }; // bytes; code grows with it

// The caches come first, two at most for an access, then the kernel's parameters.
static uint32_t lay_out_inputs(Emit *emit) {
    uint32_t accesses = 0;
    VEC_FOREACH (JitInst, in, &emit->fn->inst) {
        bool memory = is_any_of(in->op, JIT_LOAD, JIT_STORE, JIT_ATOMIC);
        accesses += memory && in->space != JIT_PARAM;
        if (!memory || in->space != JIT_PARAM) continue;
        uint32_t end = (uint32_t)in->displacement + in->bytes * in->nelement;
        emit->param_bytes = CU_MAX(emit->param_bytes, end);
    }
    emit->param_at = CU_ALIGN(2 * accesses * (uint32_t)sizeof(JitCache), 64u);
    return CU_ALIGN(emit->param_at + emit->param_bytes, 64u);
}

// Where lanes that wait at a block have their values, behind the slots of all rows. (Where they
// never part the size only says how much code there will be.)
static uint32_t lay_out_area(Emit *emit) {
    const Flow *flow = emit->flow;
    uint32_t size = CU_ALIGN(emit->places->slots, 64u);
    for (uint32_t b = 0; b < flow->n && size <= MAX_AREA; b++) {
        emit->waiting_at[b] = size;
        EACH_ROW(row, flow->block[b].held_in, flow) {
            size += emit->vector * emit_parts(emit, row);
        }
    }
    return size;
}

// First writable, then executable.
static bool publish(JitCode *code, const XCode *x) {
    long page = sysconf(_SC_PAGESIZE);
    code->mapped = CU_ALIGN((size_t)x->code.n, (size_t)page);
    void *at = mmap(NULL, code->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) return false;
    code->bytes = at;
    memcpy(at, x->code.at, x->code.n);
    return mprotect(at, code->mapped, PROT_READ | PROT_EXEC) == 0;
}

void jit_free(JitCode *code) {
    if (code->bytes) munmap(code->bytes, code->mapped);
    free(code->entry);
    free(code->claim);
    free(code->undefined);
    free(code->barrier);
    free(code->resume);
    free(code);
}

// A copy in memory of its own; NULL: there is none.
static void *own_copy(const void *from, size_t n, size_t size) {
    void *to = calloc(n + 1, size);
    if (to && n) memcpy(to, from, n * size);
    return to;
}

// What is left of a translation. NULL: no memory, or the system lets nobody run code of his own.
static JitCode *keep(Emit *emit, size_t state_size) {
    const Flow *flow = emit->flow;
    VEC(JitRow) undefined = {0};
    EACH_ROW(row, flow->block[0].live_in, flow)
    vec_push(emit->x.arena, &undefined, emit->fn->row.at[row]);
    JitCode *code = calloc(1, sizeof *code);
    if (!code) return NULL;
    *code = (JitCode){.lanes = emit->fn->lanes,
                      .nserial = emit->nserial,
                      .apart = emit->apart,
                      .state_size = state_size,
                      .blocks = flow->n + 1,
                      .param_at = emit->param_at,
                      .param_bytes = emit->param_bytes,
                      .saved_size = emit->saved,
                      .nentries = emit->entry.n,
                      .nundefined = undefined.n};
    code->entry = own_copy(emit->entry.at, emit->entry.n, sizeof *code->entry);
    code->claim = own_copy(emit->claim.at, emit->claim.n, sizeof *code->claim);
    code->undefined = own_copy(undefined.at, undefined.n, sizeof *code->undefined);
    code->barrier = own_copy(emit->barrier.at, emit->barrier.n, sizeof *code->barrier);
    code->resume = calloc(flow->n, sizeof *code->resume);
    bool all = code->entry && code->barrier && code->claim && code->undefined && code->resume;
    if (!all || !publish(code, &emit->x)) {
        jit_free(code);
        return NULL;
    }
    for (uint32_t b = 0; b < flow->n && emit->parts; b++)
        code->resume[b] = (uintptr_t)code->bytes + emit->x.label.at[emit->resume[b]];
    return code;
}

static void make_labels(Emit *emit) {
    uint32_t n = emit->flow->n;
    Arena *arena = emit->x.arena;
    emit->arrive = arena_array(arena, uint32_t, n);
    emit->begin = arena_array(arena, uint32_t, n);
    emit->resume = arena_array(arena, uint32_t, n);
    emit->waiting_at = arena_array(arena, uint32_t, n);
    emit->careful = arena_array(arena, uint32_t, emit->fn->inst.n + 1);
    for (uint32_t b = 0; b < n; b++) {
        emit->arrive[b] = x_label(&emit->x);
        emit->begin[b] = x_label(&emit->x);
        emit->resume[b] = x_label(&emit->x);
        emit->parts |= emit->shapes->parts[b];
    }
    emit->dispatch = x_label(&emit->x);
    emit->next = x_label(&emit->x);
    serial_make_labels(emit);
}

// Lanes may leave a loop in rounds far apart.
static bool lanes_leave_loops(const Emit *emit) {
    const Flow *flow = emit->flow;
    for (uint32_t b = 0; b < flow->n; b++) {
        const Block *block = &flow->block[b];
        bool together = !emit->shapes->parts[b] || block->header == NO_BLOCK;
        if (together || emit->serial_of[b]) continue;
        if (shape_decides_in_steps(flow, emit->shapes, b)) continue;
        for (uint32_t k = 0; k < block->nsucc; k++) {
            if (!flow_in_loop(flow, block->succ[k], block->header)) return true;
        }
    }
    return false;
}

// Of fewer lanes at a time those that have parted would leave the code at each of these places:
// shuffles, votes, stores to shared memory.
static bool wants_whole_warps(const JitFunc *fn) {
    if (fn->exchanges) return true;
    VEC_FOREACH (JitInst, in, &fn->inst)
        if (is_any_of(in->op, JIT_SYNC, JIT_SHUFFLE, JIT_VOTE)) return true;
    return false;
}

JitCode *jit_translate(JitFunc *fn, Arena *scratch) {
    Flow flow;
    Shapes shapes;
    Places places;
    access_add_pointers(fn, scratch);
    if (!flow_find(&flow, fn, scratch)) return NULL;
    live_find(&flow);
    shape_find(&shapes, &flow);
    common_find(&shapes, &flow);
    Emit emit = {.fn = fn, .flow = &flow, .shapes = &shapes, .places = &places};
    emit.vector = shape_has_bits(fn) ? 64 : 32;
    emit.lanes = fn->lanes;
    emit.pieces = fn->lanes / piece_lanes(&emit);
    x_init(&emit.x, emit.vector, scratch);
    form_note(&emit);
    serial_find(&emit);
    if (emit.pieces > 1 && lanes_leave_loops(&emit) && !wants_whole_warps(fn)) return NULL;
    for (uint32_t sign = 0; sign < 2; sign++)
        emit.checked[sign] = arena_array(scratch, uint64_t, flow.words);
    access_find_groups(&emit);
    PlaceWhere where = {NULL, emit.serial_of};
    place_find(&places, &flow, &shapes, where, emit.vector, lay_out_inputs(&emit));
    if (emit.pieces > 1 && places.crowded && !wants_whole_warps(fn)) return NULL;
    make_labels(&emit);
    form_note(&emit);
    emit_find_barriers(&emit);
    uint32_t area = serial_lay_out(&emit, CU_ALIGN(lay_out_area(&emit), 64u));
    if (area > MAX_AREA) return NULL;
    uint32_t start = x_label(&emit.x);
    emit_enter(&emit, start);
    emit_dispatch(&emit, start);
    emit_entries(&emit);
    emit_blocks(&emit);
    emit_apart(&emit);
    x_finish(&emit.x);
    return keep(&emit, sizeof(JitState) + area);
}

// ---- use ---------------------------------------------------------------------------------------

uint32_t jit_lanes(const JitCode *code) {
    return code->lanes;
}
uint32_t jit_serial_loops(const JitCode *code) {
    return code->nserial;
}
bool jit_lanes_apart(const JitCode *code) {
    return code->apart;
}
size_t jit_state_size(const JitCode *code) {
    return code->state_size;
}
size_t jit_state_begun(const JitCode *code) {
    return sizeof(JitState) + code->param_at + code->param_bytes;
}
uint32_t jit_saved_size(const JitCode *code) {
    return code->saved_size;
}
uint32_t jit_blocks(const JitCode *code) {
    return code->blocks;
}
uint8_t *jit_params(const JitCode *code, JitState *state, uint32_t *bytes) {
    *bytes = code->param_bytes;
    return state->area + code->param_at;
}
const uint64_t *jit_resume(const JitCode *code) {
    return code->resume;
}
uint32_t jit_entries(const JitCode *code) {
    return code->nentries;
}
uint32_t jit_entry_pc(const JitCode *code, uint32_t entry) {
    return code->entry[entry].pc;
}
bool jit_has_undefined(const JitCode *code) {
    return code->nundefined != 0;
}
const JitRow *jit_undefined(const JitCode *code, uint32_t *n) {
    *n = code->nundefined;
    return code->undefined;
}

// Where there is native code there is AVX2.
#ifdef __x86_64__
#define VECTORS __attribute__((target("avx2")))
#else
#define VECTORS
#endif

// Lanes that run, all bits of each.
typedef struct {
    uint32_t n;
    int32_t of[JIT_LANES];
} LaneMask;

// Of a row of predicates lanes that run agree.
static bool bits_agree(const uint8_t *row, const JitLanes *lanes) {
    uint32_t bits;
    memcpy(&bits, row, sizeof bits);
    bits = bits >> lanes->lane8 & lanes->mask;
    return !bits || bits == lanes->mask;
}

// Compiled for each size of a row's lanes: those that run are in steps.
#define IN_STEPS(name, Lane, Signed)                                                               \
    VECTORS static bool name(const uint8_t *row, const JitLanes *lanes, const LaneMask *mask,      \
                             int64_t step) {                                                       \
        Lane have[JIT_LANES], differ = 0;                                                          \
        memcpy(have, row + lanes->lane8 * sizeof *have, mask->n * sizeof *have);                   \
        uint32_t at = (uint32_t)__builtin_ctz(lanes->mask);                                        \
        Lane first = (Lane)(have[at] - (Lane)step * (Lane)at);                                     \
        for (uint32_t i = 0; i < mask->n; i++)                                                     \
            differ |= (Lane)((have[i] ^ (Lane)(first + (Lane)step * (Lane)i)) &                    \
                             (Lane)(Signed)mask->of[i]);                                           \
        return !differ;                                                                            \
    }
IN_STEPS(words_in_steps, uint16_t, int16_t)
IN_STEPS(narrow_in_steps, uint32_t, int32_t)
IN_STEPS(wide_in_steps, uint64_t, int64_t)

static bool holds(const Claim *claim, const JitLanes *lanes, const LaneMask *mask) {
    const uint8_t *row = lanes->frame + claim->row.offset;
    switch (claim->row.size) {
    case 0: return bits_agree(row, lanes);
    case 1: return words_in_steps(row, lanes, mask, claim->step);
    case 2: return narrow_in_steps(row, lanes, mask, claim->step);
    default: return wide_in_steps(row, lanes, mask, claim->step);
    }
}

bool jit_is_regular(const JitCode *code, uint32_t entry, const JitLanes *lanes, bool all) {
    const Entry *at = &code->entry[entry];
    const Claim *claim = &code->claim[at->first_claim];
    if (!(lanes->mask & (lanes->mask - 1))) return true; // one lane
    LaneMask mask = {.n = code->lanes};
    for (uint32_t i = 0; i < mask.n; i++) mask.of[i] = -(int32_t)(lanes->mask >> i & 1);
    for (uint32_t i = 0; i < (all ? at->nall : at->nclaims); i++) {
        if (!holds(&claim[i], lanes, &mask)) return false;
    }
    return true;
}

// Runs lanes from an offset in the code on. (In front of it there is no type of a function, which
// clang's sanitizer would look for.)
#ifdef __clang__
__attribute__((no_sanitize("function")))
#endif
static void
enter(const JitCode *code, JitState *state, uint32_t at, JitLanes *lanes, uint32_t n) {
    typedef void Enter(JitState *, const void *);
    state->lanes = lanes;
    state->end = lanes + n;
    union {
        const void *bytes;
        Enter *enter;
    } start = {code->bytes};
    start.enter(state, code->bytes + at);
}

// The barrier at which all lanes stand and that they pass; NULL: some have stopped elsewhere, or
// must not.
static const Barrier *passed(const JitCode *code, JitState *state, JitLanes *lanes, uint32_t n) {
    bool one = state->stand && !(state->stand & (state->stand - 1));
    if (!one || state->nexit) return NULL;
    const Barrier *barrier = &code->barrier[__builtin_ctzll(state->stand)];
    return state->pass(state, barrier->pc, lanes, n) ? barrier : NULL;
}

// Lanes that stand at barriers exit there.
static void exit_at_barriers(const JitCode *code, JitState *state, JitLanes *lanes, uint32_t n) {
    for (uint32_t i = 0; i < n && state->stand; i++) {
        if (!lanes[i].barrier) continue;
        enter(code, state, code->barrier[lanes[i].barrier - 1].before, &lanes[i], 1);
    }
}

static void run_behind_barriers(const JitCode *code, JitState *state, JitLanes *lanes, uint32_t n) {
    const Barrier *barrier;
    while ((barrier = passed(code, state, lanes, n))) {
        state->stand = 0;
        if (barrier->during) enter(code, state, barrier->during, lanes, n);
        enter(code, state, barrier->behind, lanes, n);
    }
    exit_at_barriers(code, state, lanes, n);
}

void jit_run(const JitCode *code, uint32_t entry, JitState *state, JitLanes *lanes, uint32_t n) {
    uint32_t none = code->blocks - 1;
    if (state->running) memset(state->waiting, 0, code->blocks * sizeof *state->waiting);
    state->running = true;
    state->waiting[none] = 1; // the search for the next block that lanes wait at ends there
    state->first_waiting = none;
    state->stand = 0;
    enter(code, state, code->entry[entry].at, lanes, n);
    if (state->stand) run_behind_barriers(code, state, lanes, n);
    state->running = false;
}
