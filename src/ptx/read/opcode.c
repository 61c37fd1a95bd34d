// SPDX-License-Identifier: Apache-2.0
// The PTX reader: opcodes. The text of an opcode, ld.global.v2.f32, is matched once against the
// rows of insn.def and the result kept per spelling: all rows that it can be.
#include "ptx/read/opcode.h"

#include "ids/insn_count.h"
#include "ids/sreg_count.h"
#include "ptx/form/op.h"

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
static bool match_slots(const PtxRow *row, uint32_t s, const char *text, Reading *found) {
    if (text > found->far) found->far = text;
    if (s == PTX_MAX_SLOTS || !row->slot[s].kind) return *text == 0;
    PtxSlot slot = row->slot[s];
    // A type must be there and be one that the row allows.
    if (slot.kind == PTX_SLOT_TYPE) {
        for (uint32_t t = 1; t < PTX_NTYPES; t++) {
            if (!(row->types[slot.arg] >> t & 1)) continue;
            const char *rest = eat(text, ptx_types[t].text);
            found->type[slot.arg] = (uint8_t)t;
            if (rest && match_slots(row, s + 1, rest, found)) return true;
        }
        return false;
    }

    // A modifier: its words are tried in turn, then, if it may be left out, its absence.
    PtxClass k = (PtxClass)slot.arg;
    for (uint32_t v = 1; v <= ptx_class_count(k); v++) {
        const char *rest = eat(text, ptx_mod_name(k, v));
        if (!rest || !ptx_slot_allows(slot, v)) continue;
        uint64_t before = found->mods;
        found->mods |= (uint64_t)v << ptx_classes[k].shift;
        if (match_slots(row, s + 1, rest, found)) return true;
        found->mods = before;
    }
    return slot.kind == PTX_SLOT_OPT && match_slots(row, s + 1, text, found);
}

// ---- other orders -------------------------------------------------------------------------------

// What ptxas allows (asked about all exchanges of two neighbours in 285 opcodes that it takes):
// behind the words that name the instruction the others may stand in any order, but for those of
// one family among themselves: types, state spaces, layouts.
typedef enum { FREE, OF_TYPES, OF_SPACES, OF_LAYOUTS } Family;

typedef struct {
    const char *at; // behind the dot
    uint32_t n;
    Family family;
    bool used;
} Word;

enum { MAX_WORDS = 24 };

typedef struct {
    uint32_t n;
    Word at[MAX_WORDS];
} Words;

static bool is_word(const Word *word, const char *text) {
    return strncmp(word->at, text, word->n) == 0 && !text[word->n];
}

static bool is_one_of(const Word *word, const char *const *texts, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (is_word(word, texts[i])) return true;
    }
    return false;
}

static Family family_of(const Word *word) {
    static const char *const spaces[] = {"global", "shared", "shared::cta", "shared::cluster"};
    static const char *const layouts[] = {"row", "col"};
    if (is_one_of(word, spaces, CU_COUNT(spaces))) return OF_SPACES;
    if (is_one_of(word, layouts, CU_COUNT(layouts))) return OF_LAYOUTS;
    for (uint32_t t = 1; t < PTX_NTYPES; t++) {
        if (is_word(word, ptx_types[t].text)) return OF_TYPES;
    }
    return FREE;
}

// False: more words than any instruction has.
static bool words_of(const char *opcode, Words *out) {
    out->n = 0;
    for (const char *dot = strchr(opcode, '.'); dot; dot = strchr(dot + 1, '.')) {
        if (out->n == MAX_WORDS) return false;
        Word *word = &out->at[out->n++];
        *word = (Word){.at = dot + 1, .n = (uint32_t)strcspn(dot + 1, ".")};
        word->family = family_of(word);
    }
    return true;
}

// Those of its family that stand before it have been taken.
static bool is_next(const Words *words, uint32_t k) {
    Family family = words->at[k].family;
    for (uint32_t i = 0; i < k && family != FREE; i++) {
        if (!words->at[i].used && words->at[i].family == family) return false;
    }
    return !words->at[k].used;
}

// How many words from k on are the text, which has dots where it is several; 0: they are another.
static uint32_t count_of(const Words *words, uint32_t k, const char *text) {
    for (uint32_t n = 0; k + n < words->n; n++) {
        const Word *word = &words->at[k + n];
        size_t length = strcspn(text, ".");
        if (word->used || word->n != length || memcmp(word->at, text, length) != 0) return 0;
        if (!text[length]) return n + 1;
        text += length + 1;
    }
    return 0;
}

static void mark(Words *words, uint32_t k, uint32_t n, bool used) {
    for (uint32_t i = 0; i < n; i++) words->at[k + i].used = used;
}

static bool fits_slots(const PtxRow *row, uint32_t s, Words *written, Reading *found);

static bool fits_type(const PtxRow *row, uint32_t s, Words *written, Reading *found) {
    PtxSlot slot = row->slot[s];
    for (uint32_t t = 1; t < PTX_NTYPES; t++) {
        if (!(row->types[slot.arg] >> t & 1)) continue;
        for (uint32_t k = 0; k < written->n; k++) {
            if (!is_word(&written->at[k], ptx_types[t].text) || !is_next(written, k)) continue;
            found->type[slot.arg] = (uint8_t)t;
            written->at[k].used = true;
            if (fits_slots(row, s + 1, written, found)) return true;
            written->at[k].used = false;
        }
    }
    return false;
}

static bool fits_modifier(const PtxRow *row, uint32_t s, Words *written, Reading *found) {
    PtxSlot slot = row->slot[s];
    PtxClass class = (PtxClass)slot.arg;
    for (uint32_t v = 1; v <= ptx_class_count(class); v++) {
        if (!ptx_slot_allows(slot, v)) continue;
        for (uint32_t k = 0; k < written->n; k++) {
            uint32_t n = count_of(written, k, ptx_mod_name(class, v));
            if (!n || !is_next(written, k)) continue;
            // the half of a product and that a quotient is `full` belong to the name
            bool named = class == PTXC_HALF || (class == PTXC_APPROX && v == PTX_APPROX_FULL);
            if (named && k && !written->at[k - 1].used) continue;
            uint64_t before = found->mods;
            found->mods |= (uint64_t)v << ptx_classes[class].shift;
            mark(written, k, n, true);
            if (fits_slots(row, s + 1, written, found)) return true;
            mark(written, k, n, false);
            found->mods = before;
        }
    }
    return slot.kind == PTX_SLOT_OPT && fits_slots(row, s + 1, written, found);
}

// The slots from s on take all words that are left, wherever they stand.
static bool fits_slots(const PtxRow *row, uint32_t s, Words *written, Reading *found) {
    if (s < PTX_MAX_SLOTS && row->slot[s].kind)
        return row->slot[s].kind == PTX_SLOT_TYPE ? fits_type(row, s, written, found)
                                                  : fits_modifier(row, s, written, found);
    for (uint32_t k = 0; k < written->n; k++) {
        if (!written->at[k].used) return false;
    }
    return true;
}

// The same word, and not taken yet.
static bool is_same(const Word *word, const Word *of_name) {
    return !word->used && word->n == of_name->n && memcmp(word->at, of_name->at, word->n) == 0;
}

// The words of the row's name: each in its place, but for some that may stand anywhere.
static bool take_name(const PtxRow *row, Words *written) {
    static const char *const anywhere[] = {"sync",   "aligned", "any", "all",
                                           "ballot", "approx",  "nc",  "ftz"};
    Words name;
    uint32_t place = 0;
    if (!words_of(row->name, &name)) return false;
    for (uint32_t i = 0; i < written->n; i++) written->at[i].used = false;
    for (uint32_t i = 0; i < name.n; i++) {
        bool moves = is_one_of(&name.at[i], anywhere, CU_COUNT(anywhere));
        uint32_t k = moves ? 0 : place++;
        while (moves && k < written->n && !is_same(&written->at[k], &name.at[i])) k++;
        if (k >= written->n || !is_same(&written->at[k], &name.at[i])) return false;
        written->at[k].used = true;
    }
    return true;
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

// The rows, from i on, that the opcode can be with its words in another order.
static void find_reordered(Opcode *opcode, const char *text, uint32_t i) {
    size_t base = strcspn(text, ".");
    Words words;
    if (!words_of(text, &words)) return;
    for (; i < PTXI_COUNT && opcode->n < MAX_READINGS; i++) {
        const PtxRow *row = &ptx_rows[i];
        if (!row->name[0] || !begins_with_word(row->name, text, base)) continue;
        Reading reading = {.op = (uint16_t)i, .far = text};
        if (!take_name(row, &words) || !fits_slots(row, 0, &words, &reading)) continue;
        opcode->reading[opcode->n++] = reading;
        if (is_any_of(row->ops[0], 'L', 'C') || strstr(row->ops, ",l")) opcode->label_ok = true;
    }
}

// Families without rows: only their names are known, their operands are read as they come.
static bool is_foreign(const char *s) {
    static const char *const name[] = {"tcgen05.", "multimem.", "fabric.try_", "spcompress.",
                                       "spdecompress."};
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
    if (is_foreign(text)) first = 0;
    if (!first && !is_foreign(text)) {
        rd_error(reader, DIAG_OF(ptx, unknown_insn), text);
        return NULL;
    }

    Opcode *opcode = arena_new(reader->arena, Opcode);
    if (first) {
        // As the manual has it, then in the other orders that ptxas takes.
        const char *far = find_rows(opcode, text, first);
        if (!opcode->n) find_reordered(opcode, text, first);
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
