// SPDX-License-Identifier: Apache-2.0
// Translates a function: blocks in their order, then what stands apart, then the memory for it.
#include "jit/jit_int.h"

#include <sys/mman.h>
#include <unistd.h>

// ---- code around the function ------------------------------------------------------------------

static const uint8_t kept[] = {X_RBX, X_RBP, X_R12, X_R13, X_R14, X_R15};

// Called as a function of (state, mask, address of an entry).
static void emit_enter(Emit *emit) {
    XCode *x = &emit->x;
    for (uint32_t i = 0; i < CU_COUNT(kept); i++) x_push(x, kept[i]);
    x_op_imm(x, X_SUB_I, 64, 0, x_reg(X_RSP), 24); // a place for part(), and calls are aligned
    x_op(x, X_MOV, 64, R_STATE, x_reg(X_RDI));
    x_op(x, X_MOV, 32, R_MASK, x_reg(X_RSI));
    emit_lane_mask(emit, R_MASK, V_TMP);
    x_vec(x, X_VMOVUPS_TO, V_TMP, X_NO_REG, STATE(lane_mask));
    x_jump_to(x, x_reg(X_RDX));
}

// The lanes that ran are done with: those that wait go on, from the first block on.
static void emit_dispatch(Emit *emit) {
    XCode *x = &emit->x;
    x_bind(x, emit->dispatch);
    if (emit->parts) {
        x_op(x, X_MOV, 32, R_TMP, STATE(first_waiting));
        x_op_imm(x, X_CMP_I, 32, 0, x_reg(R_TMP), (int32_t)emit->flow->n);
        x_jump(x, XC_E, emit->leave);
        x_op(x, X_MOV, 64, R_TMP2, STATE(resume));
        x_jump_to(x, x_indexed(R_TMP2, R_TMP, 8, 0));
    }
    x_bind(x, emit->leave);
    x_zero_upper(x);
    x_op_imm(x, X_ADD_I, 64, 0, x_reg(X_RSP), 24);
    for (uint32_t i = CU_COUNT(kept); i-- > 0;) x_pop(x, kept[i]);
    x_ret(x);
}

// ---- entries -----------------------------------------------------------------------------------

static bool follows_stop(const Flow *flow, uint32_t block) {
    for (uint32_t e = flow->pred_first[block]; e < flow->pred_first[block + 1]; e++) {
        const JitInst *last = flow_last(flow, &flow->block[flow->pred[e]]);
        if (last && last->op == JIT_STOP) return true;
    }
    return false;
}

// There is nothing to run: it ends before it begins.
static bool is_empty(const Emit *emit, const Block *block) {
    uint32_t i = block->first;
    while (i < block->end && emit->fn->inst.at[i].op == JIT_LABEL) i++;
    return i < block->end && emit->fn->inst.at[i].op == JIT_STOP;
}

static void emit_entries(Emit *emit) {
    const Flow *flow = emit->flow;
    for (uint32_t b = 0; b < flow->n; b++) {
        const Block *block = &flow->block[b];
        if (b && block->last == NO_BLOCK && !follows_stop(flow, b)) continue;
        if (is_empty(emit, block)) continue;
        Entry entry = {emit->fn->inst.at[block->first].pc, b, emit->x.code.n};
        vec_push(emit->x.arena, &emit->code->entry, entry);
        emit_load_rows(emit, block->live_in);
        x_jump(&emit->x, XC_ALWAYS, emit->begin[b]);
    }
}

// ---- blocks ------------------------------------------------------------------------------------

static void add_row(void *set, uint32_t row) {
    ((uint64_t *)set)[row / 64] |= 1ull << row % 64;
}
static void remove_row(void *set, uint32_t row) {
    ((uint64_t *)set)[row / 64] &= ~(1ull << row % 64);
}

// The sets of rows that live before each instruction of the block, and behind the last.
static uint64_t *live_sets(Emit *emit, const Block *block) {
    const Flow *flow = emit->flow;
    uint32_t n = block->end - block->first, words = flow->words;
    uint64_t *live = arena_array(emit->x.arena, uint64_t, (size_t)(n + 1) * words);
    memcpy(live + (size_t)n * words, block->live_out, words * sizeof *live);
    for (uint32_t i = n; i-- > 0;) {
        uint64_t *at = live + (size_t)i * words;
        memcpy(at, at + words, words * sizeof *live);
        flow_writes(flow->fn, &flow->fn->inst.at[block->first + i], remove_row, at);
        flow_reads(flow->fn, &flow->fn->inst.at[block->first + i], add_row, at);
    }
    return live;
}

static void emit_inst(Emit *emit, uint32_t inst) {
    const JitInst *in = &emit->fn->inst.at[inst];
    switch ((JitOp)in->op) {
    case JIT_LABEL:
    case JIT_BRANCH: break;
    case JIT_STOP: emit_exit(emit, emit->before, in->pc); break;
    case JIT_OTHER: emit_other(emit, in, emit->live, UINT32_MAX); break;
    case JIT_LOAD:
    case JIT_STORE: emit_access(emit, inst); break;
    default:
        if (!emit_arith(emit, in)) emit_other(emit, in, emit->live, UINT32_MAX);
    }
}

static void emit_blocks(Emit *emit) {
    const Flow *flow = emit->flow;
    for (uint32_t b = 0; b < flow->n; b++) {
        const Block *block = &flow->block[b];
        uint64_t *live = live_sets(emit, block);
        emit_block_start(emit, b);
        for (uint32_t i = block->first; i < block->end; i++) {
            emit->before = live + (size_t)(i - block->first) * flow->words;
            emit->live = emit->before + flow->words;
            emit_inst(emit, i);
        }
        emit_branch(emit, b);
    }
}

static void emit_apart(Emit *emit) {
    VEC_FOREACH (Apart, apart, &emit->meet) emit_meeting(emit, apart);
    for (uint32_t b = 0; emit->parts && b < emit->flow->n; b++) emit_resume(emit, b);
    VEC_FOREACH (Apart, apart, &emit->missed) {
        x_bind(&emit->x, apart->label);
        emit_other(emit, &emit->fn->inst.at[apart->inst], apart->live, apart->cache);
        x_jump(&emit->x, XC_ALWAYS, apart->back);
    }
    VEC_FOREACH (Apart, apart, &emit->stop) {
        x_bind(&emit->x, apart->label);
        emit_exit(emit, apart->live, emit->fn->inst.at[apart->inst].pc);
    }
}

// ---- memory ------------------------------------------------------------------------------------

// Where lanes that wait at a block have their values, behind the slots of all rows.
static uint32_t lay_out_area(Emit *emit) {
    const Flow *flow = emit->flow;
    uint32_t size = CU_ALIGN(emit->places->slots, 64u);
    for (uint32_t b = 0; b < flow->n && emit->parts; b++) {
        emit->waiting_at[b] = size;
        EACH_ROW(row, flow->block[b].live_in, flow) {
            bool two = emit->shapes->held[row] == HELD_VECTOR && flow->fn->row.at[row].size == 3;
            size += two ? 64 : 32;
        }
    }
    return size;
}

// First writable, then executable.
static bool publish(JitCode *code, const XCode *x) {
    long page = sysconf(_SC_PAGESIZE);
    code->size = x->code.n;
    code->mapped = CU_ALIGN((size_t)x->code.n, (size_t)page);
    void *at = mmap(NULL, code->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) return false;
    memcpy(at, x->code.at, x->code.n);
    code->bytes = at;
    if (mprotect(at, code->mapped, PROT_READ | PROT_EXEC) == 0) return true;
    jit_free(code);
    return false;
}

void jit_free(JitCode *code) {
    if (code->bytes) munmap(code->bytes, code->mapped);
    code->bytes = NULL;
}

static void make_labels(Emit *emit) {
    uint32_t n = emit->flow->n;
    Arena *arena = emit->x.arena;
    emit->arrive = arena_array(arena, uint32_t, n);
    emit->begin = arena_array(arena, uint32_t, n);
    emit->resume = arena_array(arena, uint32_t, n);
    emit->waiting_at = arena_array(arena, uint32_t, n);
    for (uint32_t b = 0; b < n; b++) {
        emit->arrive[b] = x_label(&emit->x);
        emit->begin[b] = x_label(&emit->x);
        emit->resume[b] = x_label(&emit->x);
        emit->parts |= emit->shapes->parts[b];
    }
    emit->dispatch = x_label(&emit->x);
    emit->leave = x_label(&emit->x);
}

JitCode *jit_translate(const JitFunc *fn, Arena *arena) {
    JitCode *code = arena_new(arena, JitCode);
    code->fn = fn;
    if (!flow_find(&code->flow, fn, arena)) return NULL;
    shape_find(&code->shapes, &code->flow);
    place_find(&code->places, &code->flow, &code->shapes);
    Emit emit = {.code = code,
                 .fn = fn,
                 .flow = &code->flow,
                 .shapes = &code->shapes,
                 .places = &code->places};
    x_init(&emit.x, arena);
    make_labels(&emit);
    code->state_size = sizeof(JitState) + lay_out_area(&emit);
    emit_enter(&emit);
    emit_dispatch(&emit);
    emit_entries(&emit);
    emit_blocks(&emit);
    emit_apart(&emit);
    x_finish(&emit.x);
    code->blocks = code->flow.n + 1;
    code->caches = emit.ncache;
    if (!publish(code, &emit.x)) return NULL;
    EACH_ROW(row, code->flow.block[0].live_in, &code->flow)
    vec_push(arena, &code->undefined, row);
    code->resume = arena_array(arena, uint64_t, code->flow.n);
    for (uint32_t b = 0; b < code->flow.n && emit.parts; b++)
        code->resume[b] = (uintptr_t)code->bytes + emit.x.label.at[emit.resume[b]];
    return code;
}

// ---- use ---------------------------------------------------------------------------------------

size_t jit_state_size(const JitCode *code) {
    return code->state_size;
}
uint32_t jit_blocks(const JitCode *code) {
    return code->blocks;
}
uint32_t jit_caches(const JitCode *code) {
    return code->caches;
}
const uint64_t *jit_resume(const JitCode *code) {
    return code->resume;
}
uint32_t jit_code_size(const JitCode *code) {
    return code->size;
}
const void *jit_code_bytes(const JitCode *code) {
    return code->bytes;
}

uint32_t jit_entry(const JitCode *code, uint32_t pc) {
    for (uint32_t i = 0; i < code->entry.n; i++) {
        if (code->entry.at[i].pc == pc) return i;
    }
    return UINT32_MAX;
}

bool jit_undefined(const JitCode *code, uint32_t i, JitRow *row) {
    if (i >= code->undefined.n) return false;
    *row = code->fn->row.at[code->undefined.at[i]];
    return true;
}

static uint64_t lane_value(const uint8_t *row, uint32_t size, uint32_t lane) {
    uint64_t value = 0;
    if (size) {
        memcpy(&value, row + ((size_t)lane << size), 1u << size);
        return value;
    }
    return row[lane / 8] >> lane % 8 & 1;
}

static bool row_is_regular(const JitCode *code, uint32_t row, const JitState *state,
                           uint32_t mask) {
    uint32_t size = code->fn->row.at[row].size, first = (uint32_t)__builtin_ctz(mask);
    const uint8_t *at = state->frame + code->fn->row.at[row].offset;
    uint64_t step = (uint64_t)code->shapes.value[row].step;
    uint64_t have = lane_value(at, size, state->lane8 + first);
    uint64_t all = size == 3 ? ~0ull : UINT32_MAX;
    for (uint32_t lane = first + 1; lane < JIT_LANES; lane++) {
        if (!(mask >> lane & 1)) continue;
        uint64_t want = (have + step * (lane - first)) & all;
        if (lane_value(at, size, state->lane8 + lane) != want) return false;
    }
    return true;
}

bool jit_is_regular(const JitCode *code, uint32_t entry, const JitState *state, uint32_t mask) {
    const uint64_t *live = code->flow.block[code->entry.at[entry].block].live_in;
    EACH_ROW(row, live, &code->flow) {
        bool claimed = code->shapes.held[row] == HELD_SCALAR ||
                       (code->shapes.held[row] == HELD_VECTOR &&
                        code->shapes.value[row].shape == SHAPE_UNIFORM);
        if (claimed && !row_is_regular(code, row, state, mask)) return false;
    }
    return true;
}

void jit_run(const JitCode *code, uint32_t entry, JitState *state, uint32_t mask) {
    typedef void Enter(JitState *, uint32_t, const void *);
    uint32_t none = code->flow.n;
    if (state->running) memset(state->waiting, 0, code->blocks * sizeof *state->waiting);
    state->running = true;
    state->waiting[none] = 1; // the search for the next block that lanes wait at ends there
    state->first_waiting = none;
    union {
        const void *bytes;
        Enter *enter;
    } start = {code->bytes};
    start.enter(state, mask, code->bytes + code->entry.at[entry].at);
    state->running = false;
}

// ---- for people --------------------------------------------------------------------------------

void jit_print(const JitCode *code, Buf *out) {
    static const char *const shapes[] = {"unknown", "uniform", "affine", "vector"};
    const Flow *flow = &code->flow;
    buf_printf(out, "%s: %u blocks, %u rows, %u bytes\n", code->fn->name, flow->n, code->fn->row.n,
               code->size);
    for (uint32_t b = 0; b < flow->n; b++) {
        const Block *block = &flow->block[b];
        const JitInst *last = flow_last(flow, block);
        buf_printf(out, "  block %u: pc %u to %u, depth %u%s, to", b,
                   last ? code->fn->inst.at[block->first].pc : 0, last ? last->pc : 0, block->depth,
                   code->shapes.parts[b] ? ", lanes may part" : "");
        for (uint32_t k = 0; k < block->nsucc; k++) buf_printf(out, " %u", block->succ[k]);
        buf_putc(out, '\n');
    }
    for (uint32_t r = 0; r < code->fn->row.n; r++) {
        if (code->shapes.held[r] < HELD_SCALAR) continue;
        buf_printf(out, "  row %u (%u): %s", r, code->fn->row.at[r].offset,
                   shapes[code->shapes.value[r].shape]);
        if (code->shapes.value[r].step)
            buf_printf(out, " %lld", (long long)code->shapes.value[r].step);
        if (code->places.reg[0][r] == NO_REG)
            buf_puts(out, ", in memory\n");
        else
            buf_printf(out, ", register %u\n", code->places.reg[0][r]);
    }
}
