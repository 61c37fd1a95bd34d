// SPDX-License-Identifier: Apache-2.0
// The bitstream container: blocks, abbreviations, records.
#include "ir/bitread_int.h"

void *bits_fail(Bits *b, const char *why) {
    if (!b->error) {
        b->error = why;
        b->error_at = b->pos;
    }
    b->pos = b->end;
    return NULL;
}

static uint64_t take_slow(Bits *b, uint32_t n) { // near the end, or across nine bytes
    if (n == 0) return 0;
    if (n > 64 || b->end - b->pos < n) {
        bits_fail(b, "unexpected end of the bitcode");
        return 0;
    }
    uint64_t at = b->pos >> 3, v = 0;
    uint32_t in = b->pos & 7;
    b->pos += n;
    for (uint32_t k = 0; 8 * k < in + n; k++) {
        uint64_t x = b->data[at + k];
        v |= 8 * k >= in ? x << (8 * k - in) : x >> (in - 8 * k);
    }
    return n == 64 ? v : v & ((1ull << n) - 1);
}

static inline uint64_t take(Bits *b, uint32_t n) {
    if (CU_UNLIKELY(n - 1 >= 57 || b->end - b->pos < 64 + n)) return take_slow(b, n);
    uint64_t v;
    memcpy(&v, b->data + (b->pos >> 3), 8);
    v >>= b->pos & 7;
    b->pos += n;
    return v & ((1ull << n) - 1);
}

static uint64_t take_vbr_slow(Bits *b, uint32_t n) {
    uint64_t v = 0;
    if (n < 2 || n > 32) {
        bits_fail(b, "bad abbreviation");
        return 0;
    }
    for (uint32_t shift = 0; !b->error; shift += n - 1) {
        if (shift >= 64) {
            bits_fail(b, "number too long");
            return 0;
        }
        uint64_t x = take(b, n);
        v |= (x & ((1ull << (n - 1)) - 1)) << shift;
        if (!(x >> (n - 1))) break;
    }
    return v;
}

static inline uint64_t take_vbr(Bits *b, uint32_t n) {
    if (CU_LIKELY(n - 2 <= 30 && b->end - b->pos >= 96)) { // most numbers are one piece
        uint64_t v, top = 1ull << (n - 1);
        memcpy(&v, b->data + (b->pos >> 3), 8);
        v >>= b->pos & 7;
        if (!(v & top)) {
            b->pos += n;
            return v & (top - 1);
        }
        uint64_t second = v >> n;
        if (n <= 16 && !(second & top)) {
            b->pos += 2 * n;
            return (v & (top - 1)) | (second & (top - 1)) << (n - 1);
        }
    }
    return take_vbr_slow(b, n);
}

static void align32(Bits *b) {
    b->pos = CU_MIN((b->pos + 31) & ~31ull, b->end);
}

static uint64_t scalar(Bits *b, const AbbrevOp *op) {
    switch (op->kind) {
    case 0: return op->value;
    case 1: return take(b, (uint32_t)op->value);
    case 2: return take_vbr(b, (uint32_t)op->value);
    case 4: return (uint8_t)bc_char6[take(b, 6)];
    default: bits_fail(b, "bad abbreviation"); return 0;
    }
}

static void push(Bits *b, Rec *r, uint64_t v, bool *first) {
    if (*first) {
        r->code = (uint32_t)v;
        *first = false;
    } else {
        vec_push(b->a, &r->op, v);
    }
}

static void array(Bits *b, Rec *r, const AbbrevOp *e, uint64_t n, bool *first) {
    for (; n && *first && !b->error; n--) push(b, r, scalar(b, e), first);
    if (n > UINT32_MAX - r->op.n) {
        bits_fail(b, "bad array");
        return;
    }
    vec_reserve(b->a, &r->op, r->op.n + (uint32_t)n);
    uint64_t *to = r->op.at + r->op.n;
    if (e->kind == BIT_VBR) {
        for (uint64_t k = 0; k < n; k++) to[k] = take_vbr(b, (uint32_t)e->value);
    } else { // n elements are there: checked
        uint32_t w = e->kind == BIT_CHAR6 ? 6 : (uint32_t)e->value;
        uint64_t k = 0;
        while (w <= 8 && k < n && b->end - b->pos >= 128) { // characters, seven a load
            uint64_t v;
            memcpy(&v, b->data + (b->pos >> 3), 8);
            v >>= b->pos & 7;
            uint64_t stop = CU_MIN(n, k + 7);
            b->pos += (stop - k) * w;
            for (; k < stop; k++, v >>= w) to[k] = v & ((1ull << w) - 1);
        }
        for (; k < n; k++) to[k] = take(b, w);
        for (k = 0; e->kind == BIT_CHAR6 && k < n; k++) to[k] = (uint8_t)bc_char6[to[k]];
    }
    if (!b->error) r->op.n += (uint32_t)n;
}

static void abbreviated(Bits *b, Rec *r, const Abbrev *ab) {
    bool first = true;
    for (uint32_t i = 0; i < ab->n && !b->error; i++) {
        const AbbrevOp *op = &ab->op[i];
        if (op->kind == 3) {
            uint64_t n = take_vbr(b, 6);
            const AbbrevOp *e = &ab->op[i + 1];
            uint64_t least = e->kind == BIT_CHAR6 ? 6 : e->value; // bits of an element
            if (n > (b->end - b->pos) / least) {
                bits_fail(b, "bad array");
                return;
            }
            array(b, r, e, n, &first);
            return;
        }
        if (op->kind == 5) {
            uint64_t n = take_vbr(b, 6);
            align32(b);
            if (n > (b->end - b->pos) / 8) {
                bits_fail(b, "bad blob");
                return;
            }
            r->blob = b->data + b->pos / 8;
            r->nblob = n;
            b->pos += n * 8;
            align32(b);
            continue;
        }
        push(b, r, scalar(b, op), &first);
    }
}

static void define_abbrev(Bits *b, Abbrevs *into) {
    Abbrev ab = {0};
    uint64_t n = take_vbr(b, 5);
    if (n == 0 || n > 128) {
        bits_fail(b, "bad abbreviation");
        return;
    }
    AbbrevOp *ops = arena_array(b->a, AbbrevOp, n);
    ab.op = ops;
    for (uint64_t i = 0; i < n && !b->error; i++) {
        AbbrevOp *op = &ops[ab.n++];
        if (take(b, 1)) {
            op->value = take_vbr(b, 8);
            continue;
        }
        op->kind = (uint8_t)take(b, 3);
        if (op->kind == 1 || op->kind == 2) op->value = take_vbr(b, 5);
        if (op->kind > BIT_BLOB || op->kind == 0) bits_fail(b, "bad abbreviation");
        if (op->kind == BIT_FIXED && op->value > 64) bits_fail(b, "bad abbreviation");
        if (op->kind == BIT_VBR && op->value > 32) bits_fail(b, "bad abbreviation");
        if ((op->kind == BIT_FIXED || op->kind == BIT_VBR) && op->value == 0) {
            op->kind = 0; // zero bits: the literal 0
        }
        if (op->kind == BIT_VBR && op->value == 1) bits_fail(b, "bad abbreviation");
    }
    for (uint32_t i = 0; i < ab.n && !b->error; i++) { // an array is last but one, a blob last
        uint8_t k = ab.op[i].kind, e = i + 1 < ab.n ? ab.op[i + 1].kind : 0;
        bool array = i + 2 == ab.n && (e == BIT_FIXED || e == BIT_VBR || e == BIT_CHAR6);
        if ((k == BIT_ARRAY && !array) || (k == BIT_BLOB && i + 1 != ab.n)) {
            bits_fail(b, "bad abbreviation");
        }
    }
    if (!b->error && (ab.op[0].kind == BIT_BLOB)) bits_fail(b, "bad abbreviation");
    vec_push(b->a, into, ab);
}

// Numbers of pieces of six bits, nine pieces a load, as long as the block is not near its end.
static uint64_t short_numbers(Bits *b, uint64_t n, uint64_t *to) {
    uint64_t i = 0, v = 0, start = b->pos, pos = start, sum = 0;
    uint32_t shift = 0;
    while (i < n && b->end - pos >= 128) {
        memcpy(&v, b->data + (pos >> 3), 8);
        v >>= pos & 7;
        for (uint32_t k = 0; k < 9 && i < n; k++) {
            sum |= (v & 31) << shift;
            pos += 6;
            bool more = v & 32;
            v >>= 6;
            if (more) {
                shift += 5;
                if (shift >= 60) goto out; // rare, or wrong: the general way
                continue;
            }
            to[i++] = sum;
            sum = 0;
            shift = 0;
            start = pos;
        }
    }
out:
    b->pos = start;
    return i;
}

static void unabbreviated(Bits *b, Rec *r) {
    r->code = (uint32_t)take_vbr(b, 6);
    uint64_t n = take_vbr(b, 6);
    if (n > (b->end - b->pos) / 6) {
        bits_fail(b, "bad record");
        return;
    }
    vec_reserve(b->a, &r->op, (uint32_t)n);
    uint64_t i = short_numbers(b, n, r->op.at);
    for (; i < n && !b->error; i++) r->op.at[i] = take_vbr(b, 6);
    r->op.n = (uint32_t)i;
}

int bits_next(Bits *b, Rec *r) {
    r->op.n = 0;
    r->blob = NULL;
    if (b->pos >= b->end && b->depth) bits_fail(b, "block without an end");
    while (!b->error && b->pos < b->end) {
        b->item_at = b->pos;
        uint64_t id = take(b, b->width);
        switch (id) {
        case 0: align32(b); return BITS_END;
        case 1: r->code = (uint32_t)take_vbr(b, 8); return b->error ? BITS_END : BITS_BLOCK;
        case 2: define_abbrev(b, &b->abb); break;
        case 3: unabbreviated(b, r); return b->error ? BITS_END : BITS_RECORD;
        default:
            if (id - 4 >= b->abb.n) {
                bits_fail(b, "unknown abbreviation");
                return BITS_END;
            }
            abbreviated(b, r, &b->abb.at[id - 4]);
            return b->error ? BITS_END : BITS_RECORD;
        }
    }
    return BITS_END;
}

static uint64_t block_header(Bits *b, uint32_t *width) { // length in bits
    *width = (uint32_t)take_vbr(b, 4);
    align32(b);
    uint64_t n = take(b, 32) * 32;
    if (n > b->end - b->pos || *width < 2 || *width > 32) {
        bits_fail(b, "bad block");
        return 0;
    }
    return n;
}

void bits_skip(Bits *b) {
    uint32_t w;
    b->pos += block_header(b, &w);
}

static bool read_blockinfo(Bits *b) {
    Rec r = {0};
    Abbrevs *cur = NULL;
    while (!b->error && b->pos < b->end) {
        uint64_t id = take(b, b->width);
        if (id == 0) {
            align32(b);
            return true;
        }
        if (id == 1) {
            take_vbr(b, 8);
            bits_skip(b);
            continue;
        }
        if (id == 2) {
            if (!cur) return bits_fail(b, "abbreviation of no block") != NULL;
            define_abbrev(b, cur);
        } else if (id == 3) {
            r.op.n = 0;
            unabbreviated(b, &r);
            if (r.code != 1 || !r.op.n) continue;
            void **slot = map_slot(&b->info, r.op.at[0] + 1);
            if (!*slot) *slot = arena_new(b->a, Abbrevs);
            cur = *slot;
        } else {
            return bits_fail(b, "bad block info") != NULL;
        }
    }
    return false;
}

bool bits_enter(Bits *b, uint32_t id, BlockMark *m) {
    if (++b->depth > 32) return bits_fail(b, "nested too deeply") != NULL;
    m->width = b->width;
    m->abb = b->abb;
    uint32_t w;
    uint64_t n = block_header(b, &w);
    m->outer = b->end;
    m->end = b->pos + n;
    if (!b->error) b->end = m->end;
    b->width = w;
    b->abb = (Abbrevs){0};
    const Abbrevs *info = map_get(&b->info, (uint64_t)id + 1);
    for (uint32_t i = 0; info && i < info->n; i++) vec_push(b->a, &b->abb, info->at[i]);
    if (id == 0 && !b->error) { // BLOCKINFO is for this reader itself
        read_blockinfo(b);
        bits_leave(b, m);
    }
    return !b->error;
}

void bits_leave(Bits *b, const BlockMark *m) {
    b->depth--;
    b->width = m->width;
    b->abb = m->abb;
    b->end = m->outer;
    if (!b->error) b->pos = m->end;
}
