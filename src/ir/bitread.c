// SPDX-License-Identifier: Apache-2.0
// The bitstream container: blocks, abbreviations, records.
#include "ir/bitread_int.h"

// Only the first error counts. The stream is then at its end, so that every loop over it stops.
void *bits_fail(Bits *bits, const char *why) {
    if (!bits->error) {
        bits->error = why;
        bits->error_at = bits->pos;
    }
    bits->pos = bits->end;
    return NULL;
}

// n bits, least significant first, whatever their place. A number that the block has no bits for is
// an error.
static uint64_t take_slow(Bits *bits, uint32_t n) {
    if (n == 0) return 0;
    if (n > 64 || bits->end - bits->pos < n) {
        bits_fail(bits, "unexpected end of the bitcode");
        return 0;
    }
    uint64_t at = bits->pos >> 3, v = 0;
    uint32_t in = bits->pos & 7;
    bits->pos += n;
    for (uint32_t k = 0; 8 * k < in + n; k++) {
        uint64_t x = bits->data[at + k];
        v |= 8 * k >= in ? x << (8 * k - in) : x >> (in - 8 * k);
    }
    return n == 64 ? v : v & ((1ull << n) - 1);
}

// The next n bits. Nine bytes are not touched and the end is not looked at again: where one of the
// two might matter, take_slow does it.
static inline uint64_t take(Bits *bits, uint32_t n) {
    if (CU_UNLIKELY(n - 1 >= 57 || bits->end - bits->pos < 64 + n)) return take_slow(bits, n);
    uint64_t v;
    memcpy(&v, bits->data + (bits->pos >> 3), 8);
    v >>= bits->pos & 7;
    bits->pos += n;
    return v & ((1ull << n) - 1);
}

// A number in pieces of n bits, of which the highest says that another piece follows ("Variable
// Width Value"). More than 64 bits are an error.
static uint64_t take_vbr_slow(Bits *bits, uint32_t n) {
    uint64_t v = 0;
    if (n < 2 || n > 32) {
        bits_fail(bits, "bad abbreviation");
        return 0;
    }
    for (uint32_t shift = 0; !bits->error; shift += n - 1) {
        if (shift >= 64) {
            bits_fail(bits, "number too long");
            return 0;
        }
        uint64_t x = take(bits, n);
        v |= (x & ((1ull << (n - 1)) - 1)) << shift;
        if (!(x >> (n - 1))) break;
    }
    return v;
}

// The same, for the usual case: one or two pieces that one load of eight bytes holds.
static inline uint64_t take_vbr(Bits *bits, uint32_t n) {
    if (CU_LIKELY(n - 2 <= 30 && bits->end - bits->pos >= 96)) { // most numbers are one piece
        uint64_t v, top = 1ull << (n - 1);
        memcpy(&v, bits->data + (bits->pos >> 3), 8);
        v >>= bits->pos & 7;
        if (!(v & top)) {
            bits->pos += n;
            return v & (top - 1);
        }
        uint64_t second = v >> n;
        if (n <= 16 && !(second & top)) {
            bits->pos += 2 * n;
            return (v & (top - 1)) | (second & (top - 1)) << (n - 1);
        }
    }
    return take_vbr_slow(bits, n);
}

static void align32(Bits *bits) {
    bits->pos = CU_MIN((bits->pos + 31) & ~31ull, bits->end);
}

// One value of an abbreviation that is no array and no blob.
static uint64_t scalar(Bits *bits, const AbbrevOp *form) {
    switch (form->kind) {
    case 0: return form->value;
    case 1: return take(bits, (uint32_t)form->value);
    case 2: return take_vbr(bits, (uint32_t)form->value);
    case 4: return (uint8_t)bc_char6[take(bits, 6)];
    default: bits_fail(bits, "bad abbreviation"); return 0;
    }
}

// The first value of a record is its code, the rest its operands.
static void push(Bits *bits, Rec *r, uint64_t v, bool *first) {
    if (*first) {
        r->code = (uint32_t)v;
        *first = false;
    } else {
        vec_push(bits->a, &r->op, v);
    }
}

// The n elements of an array, of which the caller has checked that the block holds their bits. This
// is where the time of reading goes (names, string tables), hence the two fast loops.
static void array(Bits *bits, Rec *into, const AbbrevOp *form, uint64_t n, bool *first) {
    // the code itself may be the first element
    for (; n && *first && !bits->error; n--) push(bits, into, scalar(bits, form), first);
    if (n > UINT32_MAX - into->op.n) {
        bits_fail(bits, "bad array");
        return;
    }
    vec_reserve(bits->a, &into->op, into->op.n + (uint32_t)n);
    uint64_t *to = into->op.at + into->op.n;
    if (form->kind == BIT_VBR) {
        for (uint64_t k = 0; k < n; k++) to[k] = take_vbr(bits, (uint32_t)form->value);
    } else { // n elements are there: checked
        uint32_t w = form->kind == BIT_CHAR6 ? 6 : (uint32_t)form->value;
        uint64_t k = 0;
        while (w <= 8 && k < n && bits->end - bits->pos >= 128) { // characters, seven a load
            uint64_t v;
            memcpy(&v, bits->data + (bits->pos >> 3), 8);
            v >>= bits->pos & 7;
            uint64_t stop = CU_MIN(n, k + 7);
            bits->pos += (stop - k) * w;
            for (; k < stop; k++, v >>= w) to[k] = v & ((1ull << w) - 1);
        }
        for (; k < n; k++) to[k] = take(bits, w);
        for (k = 0; form->kind == BIT_CHAR6 && k < n; k++) to[k] = (uint8_t)bc_char6[to[k]];
    }
    if (!bits->error) into->op.n += (uint32_t)n;
}

// A record by its abbreviation. An array ends the abbreviation (define_abbrev), a blob as well.
static void abbreviated(Bits *bits, Rec *into, const Abbrev *ab) {
    bool first = true;
    for (uint32_t i = 0; i < ab->n && !bits->error; i++) {
        const AbbrevOp *op = &ab->op[i];
        if (op->kind == 3) {
            uint64_t n = take_vbr(bits, 6);
            const AbbrevOp *e = &ab->op[i + 1];
            uint64_t least = e->kind == BIT_CHAR6 ? 6 : e->value; // bits of an element
            // before memory is taken for it
            if (n > (bits->end - bits->pos) / least) {
                bits_fail(bits, "bad array");
                return;
            }
            array(bits, into, e, n, &first);
            return;
        }
        if (op->kind == 5) {
            uint64_t n = take_vbr(bits, 6);
            align32(bits);
            if (n > (bits->end - bits->pos) / 8) {
                bits_fail(bits, "bad blob");
                return;
            }
            into->blob = bits->data + bits->pos / 8;
            into->nblob = n;
            bits->pos += n * 8;
            align32(bits);
            continue;
        }
        push(bits, into, scalar(bits, op), &first);
    }
}

// Reads an abbreviation and refuses whatever the readers of records could not deal with: numbers
// that are too wide, arrays of arrays, anything behind an array or blob.
static void define_abbrev(Bits *bits, Abbrevs *into) {
    Abbrev ab = {0};
    uint64_t n = take_vbr(bits, 5);
    if (n == 0 || n > 128) {
        bits_fail(bits, "bad abbreviation");
        return;
    }
    AbbrevOp *ops = arena_array(bits->a, AbbrevOp, n);
    ab.op = ops;
    for (uint64_t i = 0; i < n && !bits->error; i++) {
        AbbrevOp *op = &ops[ab.n++];
        if (take(bits, 1)) {
            op->value = take_vbr(bits, 8);
            continue;
        }
        op->kind = (uint8_t)take(bits, 3);
        if (op->kind == 1 || op->kind == 2) op->value = take_vbr(bits, 5);

        // zero and one bit a piece, and widths beyond what take and take_vbr do
        if (op->kind > BIT_BLOB || op->kind == 0) bits_fail(bits, "bad abbreviation");
        if (op->kind == BIT_FIXED && op->value > 64) bits_fail(bits, "bad abbreviation");
        if (op->kind == BIT_VBR && op->value > 32) bits_fail(bits, "bad abbreviation");
        if (is_any_of(op->kind, BIT_FIXED, BIT_VBR) && op->value == 0) {
            op->kind = 0; // zero bits: the literal 0
        }
        if (op->kind == BIT_VBR && op->value == 1) bits_fail(bits, "bad abbreviation");
    }
    for (uint32_t i = 0; i < ab.n && !bits->error; i++) { // an array is last but one, a blob last
        uint8_t k = ab.op[i].kind, e = i + 1 < ab.n ? ab.op[i + 1].kind : 0;
        bool plain_element = is_any_of(e, BIT_FIXED, BIT_VBR, BIT_CHAR6);
        if (k == BIT_ARRAY && !(i + 2 == ab.n && plain_element))
            bits_fail(bits, "bad abbreviation");
        if (k == BIT_BLOB && i + 1 != ab.n) bits_fail(bits, "bad abbreviation");
    }
    if (!bits->error && (ab.op[0].kind == BIT_BLOB)) bits_fail(bits, "bad abbreviation");
    vec_push(bits->a, into, ab);
}

// Numbers of pieces of six bits, nine pieces a load, as long as the block is not near its end.
static uint64_t short_numbers(Bits *bits, uint64_t n, uint64_t *to) {
    uint64_t i = 0, v = 0, start = bits->pos, pos = start, sum = 0;
    uint32_t shift = 0;
    while (i < n && bits->end - pos >= 128) {
        memcpy(&v, bits->data + (pos >> 3), 8);
        v >>= pos & 7;
        for (uint32_t k = 0; k < 9 && i < n; k++) {
            sum |= (v & 31) << shift;
            pos += 6;
            bool more = v & 32;
            v >>= 6;
            if (more) {
                shift += 5;
                if (shift >= 64) goto out; // too long: the general way says so
                continue;
            }
            to[i++] = sum;
            sum = 0;
            shift = 0;
            start = pos;
        }
    }
out:
    bits->pos = start;
    return i;
}

// A record without abbreviation: code, number of operands and operands, all in pieces of six bits.
static void unabbreviated(Bits *bits, Rec *into) {
    into->code = (uint32_t)take_vbr(bits, 6);
    uint64_t n = take_vbr(bits, 6);
    if (n > (bits->end - bits->pos) / 6) {
        bits_fail(bits, "bad record");
        return;
    }
    vec_reserve(bits->a, &into->op, (uint32_t)n);
    uint64_t i = short_numbers(bits, n, into->op.at);
    for (; i < n && !bits->error; i++) into->op.at[i] = take_vbr(bits, 6);
    into->op.n = (uint32_t)i;
}

// Definitions of abbreviations between the records are taken in on the way.
int bits_next(Bits *bits, Rec *into) {
    into->op.n = 0;
    into->blob = NULL;
    if (bits->pos >= bits->end && bits->depth) bits_fail(bits, "block without an end");
    while (!bits->error && bits->pos < bits->end) {
        bits->item_at = bits->pos;
        // ids 0 to 3 are END_BLOCK, ENTER_SUBBLOCK, DEFINE_ABBREV and UNABBREV_RECORD
        uint64_t id = take(bits, bits->width);
        switch (id) {
        case 0: align32(bits); return BITS_END;
        case 1:
            into->code = (uint32_t)take_vbr(bits, 8);
            return bits->error ? BITS_END : BITS_BLOCK;
        case 2: define_abbrev(bits, &bits->abb); break;
        case 3: unabbreviated(bits, into); return bits->error ? BITS_END : BITS_RECORD;
        default:
            if (id - 4 >= bits->abb.n) {
                bits_fail(bits, "unknown abbreviation");
                return BITS_END;
            }
            abbreviated(bits, into, &bits->abb.at[id - 4]);
            return bits->error ? BITS_END : BITS_RECORD;
        }
    }
    return BITS_END;
}

// What stands behind a block's id: the width of its abbreviation ids and its length, which is
// returned in bits; 0 after an error.
static uint64_t block_header(Bits *bits, uint32_t *width) {
    *width = (uint32_t)take_vbr(bits, 4);
    align32(bits);
    uint64_t n = take(bits, 32) * 32;
    if (n > bits->end - bits->pos || *width < 2 || *width > 32) {
        bits_fail(bits, "bad block");
        return 0;
    }
    return n;
}

void bits_skip(Bits *bits) {
    uint32_t w;
    bits->pos += block_header(bits, &w);
}

// BLOCKINFO: abbreviations that each block of some id begins with. SETBID (record 1) says which
// block the definitions behind it are for.
static bool read_blockinfo(Bits *bits) {
    Rec rec = {0};
    Abbrevs *cur = NULL;
    while (!bits->error && bits->pos < bits->end) {
        uint64_t id = take(bits, bits->width);
        if (id == 0) {
            align32(bits);
            return true;
        }
        // a block within: there is none that we know of
        if (id == 1) {
            take_vbr(bits, 8);
            bits_skip(bits);
            continue;
        }
        if (id == 2) {
            if (!cur) return bits_fail(bits, "abbreviation of no block") != NULL;
            define_abbrev(bits, cur);
        } else if (id == 3) {
            rec.op.n = 0;
            unabbreviated(bits, &rec);
            if (rec.code != 1 || !rec.op.n) continue;
            void **slot = map_slot(&bits->info, rec.op.at[0] + 1);
            if (!*slot) *slot = arena_new(bits->a, Abbrevs);
            cur = *slot;
        } else {
            return bits_fail(bits, "bad block info") != NULL;
        }
    }
    return false;
}

// The block's abbreviations begin with those of BLOCKINFO. That block itself is read here and left
// at once.
bool bits_enter(Bits *bits, uint32_t id, BlockMark *outside) {
    if (++bits->depth > 32) return bits_fail(bits, "nested too deeply") != NULL;
    outside->width = bits->width;
    outside->abb = bits->abb;
    uint32_t w;
    uint64_t n = block_header(bits, &w);
    outside->outer = bits->end;
    outside->end = bits->pos + n;
    if (!bits->error) bits->end = outside->end;
    bits->width = w;
    bits->abb = (Abbrevs){0};
    const Abbrevs *info = map_get(&bits->info, (uint64_t)id + 1);
    for (uint32_t i = 0; info && i < info->n; i++) vec_push(bits->a, &bits->abb, info->at[i]);
    if (id == 0 && !bits->error) { // BLOCKINFO is for this reader itself
        read_blockinfo(bits);
        bits_leave(bits, outside);
    }
    return !bits->error;
}

// The position is the end that the block's header told, whatever was read of it.
void bits_leave(Bits *bits, const BlockMark *m) {
    bits->depth--;
    bits->width = m->width;
    bits->abb = m->abb;
    bits->end = m->outer;
    if (!bits->error) bits->pos = m->end;
}
