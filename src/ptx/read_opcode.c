// SPDX-License-Identifier: Apache-2.0
// The PTX reader: opcodes. The text of an opcode, ld.global.v2.f32, is matched once against the
// rows of insn.def and the result kept per spelling: all rows that it can be.
#include "ptx/read_opcode.h"

// Tables from names to rows, special registers and types. Of the rows with one base name ("mov")
// the first is kept, since the loop runs down: find_rows goes on from it.
void rd_index_rows(Reader *reader) {
    map_init(&reader->row_index, reader->arena);
    map_init(&reader->opcodes, reader->arena);
    map_init(&reader->sregs, reader->arena);
    map_init(&reader->types, reader->arena);
    for (uint32_t i = PTXI_COUNT; i-- > 1;) {
        const char *s = ptx_rows[i].name;
        if (!*s) continue;
        size_t n = strcspn(s, ".");
        map_put(&reader->row_index, atom_intern(reader->ctx, s, n), (void *)(uintptr_t)i);
    }
    for (uint32_t i = 1; i < PTXR_COUNT; i++) {
        map_put(&reader->sregs, atom_cstr(reader->ctx, ptx_sregs[i].text), (void *)(uintptr_t)i);
    }
    for (uint32_t i = 1; i < PTX_NTYPES; i++) {
        map_put(&reader->types, atom_cstr(reader->ctx, ptx_types[i].text), (void *)(uintptr_t)i);
    }
}

// ---- the slots of a row -------------------------------------------------------------------------

// If `text` continues with ".word" (and ends or goes on with '.' after it), the text after it.
static const char *eat(const char *text, const char *word) {
    if (*text != '.') return NULL;
    size_t n = strlen(word);
    if (strncmp(text + 1, word, n) != 0) return NULL;
    text += 1 + n;
    return *text == 0 || *text == '.' ? text : NULL;
}

// Matches the rest of an opcode against slots from `s` on, with backtracking over optional ones.
static bool match_slots(const PtxRow *row, uint32_t s, const char *text, Reading *reading) {
    if (text > reading->far) reading->far = text;
    if (s == PTX_MAX_SLOTS || !row->slot[s].kind) return *text == 0;
    PtxSlot slot = row->slot[s];
    // A type must be there and be one that the row allows.
    if (slot.kind == PTX_SLOT_TYPE) {
        for (uint32_t t = 1; t < PTX_NTYPES; t++) {
            if (!(row->types[slot.arg] >> t & 1)) continue;
            const char *rest = eat(text, ptx_types[t].text);
            reading->type[slot.arg] = (uint8_t)t;
            if (rest && match_slots(row, s + 1, rest, reading)) return true;
        }
        return false;
    }

    // A modifier: its words are tried in turn, then, if it may be left out, its absence.
    PtxClass k = (PtxClass)slot.arg;
    for (uint32_t v = 1; v <= ptx_class_count(k); v++) {
        const char *rest = eat(text, ptx_mod_name(k, v));
        if (!rest || !ptx_slot_allows(slot, v)) continue;
        uint64_t before = reading->mods;
        reading->mods |= (uint64_t)v << ptx_classes[k].shift;
        if (match_slots(row, s + 1, rest, reading)) return true;
        reading->mods = before;
    }
    return slot.kind == PTX_SLOT_OPT && match_slots(row, s + 1, text, reading);
}

// ---- other orders -------------------------------------------------------------------------------

// Whether ptxas takes the words of this opcode in any order.
static bool is_unordered(const char *opcode) {
    static const char *const names[] = {"atom.", "red.", "ld.", "st."};
    for (uint32_t i = 0; i < CU_COUNT(names); i++) {
        if (strncmp(opcode, names[i], strlen(names[i])) == 0) return true;
    }
    return false;
}

// Words that stand before others have a rank: order, scope, space, anything else.
enum { RANKS = 3 };

static uint32_t rank_of(const char *word, size_t n) {
    static const char *const ranked[RANKS][5] = {
        {"relaxed", "acquire", "release", "acq_rel", "volatile"},
        {"cta", "cluster", "gpu", "sys"},
        {"global", "shared", "shared::cta", "shared::cluster"}};
    for (uint32_t rank = 0; rank < RANKS; rank++) {
        for (uint32_t i = 0; i < CU_COUNT(ranked[rank]) && ranked[rank][i]; i++) {
            const char *own = ranked[rank][i];
            if (strlen(own) == n && memcmp(own, word, n) == 0) return rank;
        }
    }
    return RANKS;
}

// NVIDIA's compiler makes use of it that ptxas takes words in any order:
// "atom.add.acq_rel.gpu.u32", "atom.global.sys.add.f64".
static const char *usual_order(Reader *reader, const char *opcode) {
    if (!is_unordered(opcode)) return opcode;
    Buf out;
    buf_init(&out, &reader->ctx->scratch);
    buf_write(&out, opcode, strcspn(opcode, "."));
    // A pass for each rank, and one for all other words.
    for (uint32_t rank = 0; rank <= RANKS; rank++) {
        for (const char *dot = strchr(opcode, '.'), *end; dot; dot = *end ? end : NULL) {
            end = dot + 1 + strcspn(dot + 1, ".");
            size_t n = (size_t)(end - dot);
            if (rank_of(dot + 1, n - 1) == rank) buf_write(&out, dot, n);
        }
    }
    return buf_cstr(&out);
}

// Types may stand before other words: "lg2.approx.f32.ftz". Here they come last.
static const char *types_last(Reader *reader, const char *s) {
    Buf out;
    buf_init(&out, &reader->ctx->scratch);
    buf_write(&out, s, strcspn(s, "."));
    for (int types = 0; types < 2; types++) {
        // Those that begin as .f32, .b16, .s64, .u8 do.
        for (const char *p = strchr(s, '.'), *end; p; p = *end ? end : NULL) {
            end = p + 1 + strcspn(p + 1, ".");
            bool type = strchr("bfsu", p[1]) && p[2] >= '0' && p[2] <= '9';
            if (type == types) buf_write(&out, p, (size_t)(end - p));
        }
    }
    return buf_cstr(&out);
}

// ---- rows ---------------------------------------------------------------------------------------

// Whether `text` begins with the word and goes on with a dot, or ends.
static bool begins_with_word(const char *text, const char *word, size_t n) {
    return strncmp(text, word, n) == 0 && (!text[n] || text[n] == '.');
}

// The rows, from i on, that the opcode can be. Returns the end of what fitted best.
static const char *find_rows(Opcode *opcode, const char *text, uint32_t i) {
    const char *far = text;
    size_t base = strcspn(text, ".");
    for (; i < PTXI_COUNT && opcode->n < MAX_READINGS; i++) {
        const PtxRow *row = &ptx_rows[i];
        if (!row->name[0] || !begins_with_word(row->name, text, base)) continue;
        size_t n = strlen(row->name);
        if (!begins_with_word(text, row->name, n)) continue;

        Reading reading = {.op = (uint16_t)i, .far = text};
        bool fits = match_slots(row, 0, text + n, &reading);
        far = CU_MAX(far, reading.far);
        if (!fits) continue;
        opcode->reading[opcode->n++] = reading;
        if (is_any_of(row->ops[0], 'L', 'C') || strstr(row->ops, ",l")) opcode->label_ok = true;
    }
    return far;
}

// Families without rows: only their names are known, their operands are read as they come.
static bool is_foreign(const char *s) {
    static const char *const name[] = {"tcgen05.", "multimem."};
    for (uint32_t i = 0; i < CU_COUNT(name); i++) {
        if (strncmp(s, name[i], strlen(name[i])) == 0) return true;
    }
    return false;
}

// The first word that no row took is the one to be named.
static void report_word(Reader *reader, const char *text, const char *far) {
    int word = *far == '.' ? 1 + (int)strcspn(far + 1, ".") : 0;
    const char *which = "";
    if (word && far != text) which = arena_printf(&reader->ctx->scratch, ": '%.*s'", word, far);
    rd_error(reader, DIAG_OF(ptx, bad_modifier), text, which);
}

// The rows that an opcode may be; NULL after reporting when there is none.
Opcode *rd_find_opcode(Reader *reader, Atom name) {
    Opcode *known = map_get(&reader->opcodes, name);
    if (known) return known;

    const char *text = atom_str(reader->ctx, name);
    Atom base = atom_intern(reader->ctx, text, strcspn(text, "."));
    uint32_t first = (uint32_t)(uintptr_t)map_get(&reader->row_index, base);
    if (!first && !is_foreign(text)) {
        rd_error(reader, DIAG_OF(ptx, unknown_insn), text);
        return NULL;
    }

    Opcode *opcode = arena_new(reader->arena, Opcode);
    if (first) {
        // As written, then with the words that ptxas takes elsewhere where we want them.
        const char *far = find_rows(opcode, text, first);
        if (!opcode->n) find_rows(opcode, usual_order(reader, text), first);
        if (!opcode->n) find_rows(opcode, types_last(reader, text), first);
        if (!opcode->n) {
            report_word(reader, text, far);
            return NULL;
        }
    } else {
        opcode->reading[opcode->n++] = (Reading){.op = PTXI_foreign};
    }
    map_put(&reader->opcodes, name, opcode);
    return opcode;
}
