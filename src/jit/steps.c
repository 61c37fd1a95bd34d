// SPDX-License-Identifier: Apache-2.0
// Loads and stores of words whose places are in steps from lane to lane: elements of structures,
// pairs and fours of numbers, columns. The range has been checked as a whole.
#include "jit/memory.h"

// The offsets of lanes from that one on, from lane 0's.
static XOperand steps_from(const Access *access, uint32_t lane, int64_t step) {
    uint32_t offsets[16];
    for (uint32_t i = 0; i < CU_COUNT(offsets); i++) offsets[i] = (uint32_t)step * (lane + i);
    return x_constant(&access->emit->x, offsets, sizeof offsets);
}

// ---- AVX-512 -----------------------------------------------------------------------------------

// Memory in rows of as many words of 32 bits as a register has. A gather or a scatter takes as long
// as some twenty other instructions.
enum { WORDS = 16, MOST_ROWS = 6 };

// How many words after the first one of a register's lanes its `n`th one is.
static uint32_t word_at(const Access *access, int64_t step, uint32_t n) {
    uint32_t words = access->in->bytes / 4; // of an element
    return (uint32_t)step / 4 * (n / words) + n % words;
}

static uint32_t words_between(const Access *access, int64_t step) {
    return word_at(access, step, WORDS - 1) + 1;
}

// What a register takes when row `k`, from word `begin` on, comes to those before it: VPERMI2D's
// numbers of what it had, or WORDS more of the row's. At first it has the first row as it is.
static XOperand taken_of_row(const Access *access, int64_t step, uint32_t k, uint32_t begin) {
    uint32_t from[WORDS], last = (words_between(access, step) - 1) / WORDS;
    for (uint32_t i = 0; i < WORDS; i++) {
        uint32_t word = word_at(access, step, i), row = CU_MIN(word / WORDS, last);
        from[i] = row == k ? WORDS + word - begin : k > 1 ? i : word % WORDS;
    }
    return x_constant(&access->emit->x, from, sizeof from);
}

// Whole rows, and of each what belongs to the register. The last one ends with its last word: only
// what was checked is read.
static void load_rows(const Access *access, uint32_t reg, uint32_t lane, int64_t step, int32_t at) {
    XCode *x = &access->emit->x;
    uint32_t words = words_between(access, step), rows = (words + WORDS - 1) / WORDS;
    int32_t first = access->delta + at + (int32_t)(step * lane);
    uint32_t have = V_TMP2;
    x_vec(x, X_VMOVUPS, have, X_NO_REG, x_at(access->base, first));
    for (uint32_t k = 1; k < rows; k++) {
        uint32_t begin = CU_MIN(WORDS * k, words - WORDS);
        uint32_t to = k == rows - 1 ? reg : have == V_TMP2 ? V_TMP3 : V_TMP2;
        x_vec(x, X_VMOVUPS, to, X_NO_REG, taken_of_row(access, step, k, begin));
        x_vec(x, X_VPERMI2D, to, have, x_at(access->base, first + 4 * (int32_t)begin));
        have = to;
    }
}

// What row `k` takes of the register that has an element's words, beside what it has of those
// before; at first it has those of element 0.
static XOperand taken_of_element(const Access *access, int64_t step, uint32_t k, uint32_t element) {
    uint32_t from[WORDS], words = access->in->bytes / 4; // of an element
    for (uint32_t i = 0; i < WORDS; i++) {
        uint32_t at = WORDS * k + i, lane = at / ((uint32_t)step / 4);
        uint32_t within = at % ((uint32_t)step / 4), own = lane * words + within % words;
        bool is_its = within / words == element;
        from[i] = is_its ? WORDS + own : element > 1 ? i : own;
    }
    return x_constant(&access->emit->x, from, sizeof from);
}

// A piece's elements, between which there is nothing, as whole rows.
static void store_rows(const Access *access, int64_t step, uint32_t half) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    uint32_t n = access->in->nelement; // and rows
    uint32_t lane = emit->piece * piece_lanes(emit) + half * piece_lanes(emit) / 2;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t have = emit_vector(emit, access_element(access, 0), half, V_TMP2);
        for (uint32_t i = 1; i < n; i++) {
            uint32_t to = have == V_TMP3 ? V_TMP2 : V_TMP3;
            XOperand more = emit_vector_rm(emit, access_element(access, i), half, V_TMP);
            x_vec(x, X_VMOVUPS, to, X_NO_REG, taken_of_element(access, step, k, i));
            x_vec(x, X_VPERMI2D, to, have, more);
            have = to;
        }
        int32_t at = access->delta + (int32_t)step * (int32_t)lane + 4 * WORDS * (int32_t)k;
        x_vec(x, X_VMOVUPS_TO, have, X_NO_REG, x_at(access->base, at));
    }
}

// Two or four elements of each lane are all there is from its place to the next lane's.
static bool fills_rows(const Access *access, int64_t step) {
    bool whole = step == access->bytes && is_any_of(access->in->nelement, 2, 4);
    if (access_is_extended(access, access_element(access, 0))) return false;
    return is_wide_vector(access->emit) && access->in->op == JIT_STORE && whole;
}

// A register's words: its lanes from that one on have places `step` apart.
static void touch_in_steps(const Access *access, uint32_t half, uint32_t reg, uint32_t lane,
                           int64_t step, int32_t at) {
    Emit *emit = access->emit;
    bool wide = access->in->bytes == 8;
    if (access->in->op == JIT_LOAD && words_between(access, step) <= WORDS * MOST_ROWS) {
        load_rows(access, reg, lane, step, at);
        return;
    }
    x_vec(&emit->x, X_VMOVUPS, V_TMP2, X_NO_REG, steps_from(access, lane, step));
    emit_running_mask(emit, wide, half);
    if (access->in->op == JIT_LOAD)
        x_gather(&emit->x, wide, reg, access->base, V_TMP2, access->delta + at);
    else
        x_scatter(&emit->x, wide, reg, access->base, V_TMP2, access->delta + at);
}

// ---- AVX2 --------------------------------------------------------------------------------------

// A word after the other. Takes V_TMP3; a store takes R_TMP2.
static void load_in_steps(const Access *access, uint32_t reg, uint32_t lane, int64_t step,
                          int32_t at) {
    XCode *x = &access->emit->x;
    bool wide = access->in->bytes == 8;
    uint32_t lanes = wide ? 2 : 4; // of 128 bits
    for (uint32_t i = 0; i < 2 * lanes; i++) {
        uint32_t part = i < lanes ? reg : V_TMP3;
        int32_t more = access->delta + at + (int32_t)(step * (lane + i));
        XOperand place = x_at(access->base, more);
        if (i % lanes == 0)
            x_vec(x, wide ? X_VMOVQ : X_VMOVD, part, X_NO_REG, place);
        else
            x_vec_imm(x, wide ? X_VPINSRQ : X_VPINSRD, part, part, place, i % lanes);
    }
    x_vec_imm(x, X_VINSERT128, reg, reg, x_reg(V_TMP3), 1);
}

static void store_in_steps(const Access *access, uint32_t reg, uint32_t lane, int64_t step,
                           int32_t at) {
    XCode *x = &access->emit->x;
    bool wide = access->in->bytes == 8;
    uint32_t lanes = wide ? 2 : 4;
    x_vec_imm(x, X_VEXTRACT128, reg, X_NO_REG, x_reg(V_TMP3), 1);
    for (uint32_t i = 0; i < 2 * lanes; i++) {
        uint32_t skip = x_label(x);
        int32_t more = access->delta + at + (int32_t)(step * (lane + i));
        x_op_imm(x, X_TEST_I, 32, 0, x_reg(R_MASK), (int32_t)(1u << (lane + i)));
        x_jump(x, XC_E, skip);
        x_vec_imm(x, wide ? X_VPEXTRQ_TO : X_VPEXTRD_TO, i < lanes ? reg : V_TMP3, X_NO_REG,
                  x_at(access->base, more), i % lanes);
        x_bind(x, skip);
    }
}

// ---- both --------------------------------------------------------------------------------------

static void piece_in_steps(const Access *access, const JitOperand *operand, int64_t step,
                           int32_t at) {
    Emit *emit = access->emit;
    bool load = access->in->op == JIT_LOAD;
    for (uint32_t half = 0; half < access_halves(access, operand); half++) {
        uint32_t lane = emit->piece * piece_lanes(emit) + half * piece_lanes(emit) / 2;
        uint32_t reg = load ? access_element_to(access, operand, half)
                            : access_element_from(access, operand, half);
        if (is_wide_vector(emit))
            touch_in_steps(access, half, reg, lane, step, at);
        else if (load)
            load_in_steps(access, reg, lane, step, at);
        else
            store_in_steps(access, reg, lane, step, at);
        if (load) access_element_done(access, operand, half, reg);
    }
}

// All of the range may be touched. Stores go from the first lanes to the last.
static void each_in_steps(const Access *access, int64_t step) {
    Emit *emit = access->emit;
    for (uint32_t i = 0; i < access->in->nelement; i++) {
        const JitOperand *operand = access_element(access, i);
        int32_t at = (int32_t)(i * access->in->bytes);
        if (access->in->op == JIT_STORE) {
            for (emit->piece = 0; emit->piece < emit->pieces; emit->piece++)
                piece_in_steps(access, operand, step, at);
            emit->piece = 0;
        } else if (operand->kind == JIT_IS_ROW) { // else nobody reads it
            EACH_PIECE(emit, emit_pieces(emit, operand->at))
            piece_in_steps(access, operand, step, at);
        }
    }
}

void access_in_steps(const Access *access, int64_t step) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    uint32_t part = x_label(x), done = x_label(x);
    bool fills = fills_rows(access, step);
    if (fills) {
        x_op_imm(x, X_CMP_I, 32, 0, x_reg(R_MASK), all_lanes(emit));
        x_jump(x, XC_NE, part);
        EACH_PIECE(emit, emit->pieces) {
            for (uint32_t half = 0; half < halves_of(access_element(access, 0)->size); half++)
                store_rows(access, step, half);
        }
        x_jump(x, XC_ALWAYS, done);
    }
    x_bind(x, part);
    each_in_steps(access, step);
    x_bind(x, done);
}
