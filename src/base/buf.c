// SPDX-License-Identifier: Apache-2.0
// Growing output buffers. Numbers are printed by hand: printf is too slow for the PTX emitter.
#include "base/base.h"

#include <stdio.h>

void buf_init(Buf *out, Arena *arena) {
    *out = (Buf){.arena = arena};
}

// Doubles; the old bytes stay in the arena, which is why large outputs reserve first.
void buf_reserve(Buf *out, size_t more) {
    if (out->cap - out->n >= more) return;
    size_t cap = CU_MAX(out->cap * 2, CU_MAX(out->n + more, (size_t)256));
    char *at = arena_alloc(out->arena, cap, 1);
    if (out->n) memcpy(at, out->at, out->n);
    out->at = at;
    out->cap = cap;
}

void buf_puts(Buf *out, const char *s) {
    buf_write(out, s, strlen(s));
}

static size_t decimal_digits(uint64_t v) {
    size_t n = 1;
    for (; v >= 10000; v /= 10000) n += 4;
    return n + (v >= 10) + (v >= 100) + (v >= 1000);
}

// Digits come out last first, so where the last one goes must be known.
void buf_u64(Buf *out, uint64_t v) {
    size_t n = decimal_digits(v);
    if (CU_UNLIKELY(out->cap - out->n < n)) buf_reserve(out, n);
    char *to = out->at + (out->n += n);
    for (; v >= 10; v /= 10) *--to = (char)('0' + v % 10);
    *--to = (char)('0' + v);
}

void buf_i64(Buf *out, int64_t v) {
    if (v < 0) buf_putc(out, '-');
    buf_u64(out, v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
}

// At least one digit, whatever `digits` says.
void buf_hex(Buf *out, uint64_t v, int digits) {
    char tmp[16];
    int i = 16;
    do tmp[--i] = "0123456789abcdef"[v & 15];
    while ((v >>= 4) || 16 - i < digits);
    buf_write(out, tmp + i, (size_t)(16 - i));
}

// Eight bytes behind an atom's text may be read (atom.c): short ones are copied with what follows.
void buf_atom(Ctx *ctx, Buf *out, Atom a) {
    enum { SHORT = 8 };
    const AtomInfo *info = atom_info(ctx, a);
    if (info->len > SHORT || out->cap - out->n < SHORT) {
        buf_write(out, info->s, info->len);
        return;
    }
    memcpy(out->at + out->n, info->s, SHORT);
    out->n += info->len;
}

// Formats of %s, %u, %d, %c and %% alone need no printf; most are.
static bool is_simple(const char *fmt) {
    for (const char *p = fmt; *p; p++) {
        if (*p == '%' && !is_any_of(*++p, 's', 'u', 'd', 'c', '%')) return false;
    }
    return true;
}

// The conversions that is_simple accepts; the result is terminated, as printf's is.
static void print_simple(Buf *out, const char *fmt, va_list ap) {
    for (const char *p = fmt, *s;; fmt = p + 2) {
        for (p = fmt; *p && *p != '%';) p++;
        buf_write(out, fmt, (size_t)(p - fmt));
        if (!*p) break;
        switch (p[1]) {
        case 's':
            s = va_arg(ap, const char *);
            buf_puts(out, s ? s : "(null)");
            break;
        case 'u': buf_u64(out, va_arg(ap, unsigned)); break;
        case 'd': buf_i64(out, va_arg(ap, int)); break;
        case 'c': buf_putc(out, (char)va_arg(ap, int)); break;
        default: buf_putc(out, '%');
        }
    }
    buf_cstr(out);
}

// Tries the room at hand first, so that most texts are formatted once.
void buf_vprintf(Buf *out, const char *fmt, va_list ap) {
    if (is_simple(fmt)) {
        print_simple(out, fmt, ap);
        return;
    }
    va_list ap2;
    va_copy(ap2, ap);
    buf_reserve(out, 64);
    size_t room = out->cap - out->n;
    int n = vsnprintf(out->at + out->n, room, fmt, ap);
    if (n > 0 && (size_t)n >= room) {
        buf_reserve(out, (size_t)n + 1);
        vsnprintf(out->at + out->n, (size_t)n + 1, fmt, ap2);
    }
    va_end(ap2);
    if (n > 0) out->n += (size_t)n;
}

// See is_simple for the formats that cost no printf.
void buf_printf(Buf *out, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(out, fmt, ap);
    va_end(ap);
}

// Bytes that are no UTF-8 become U+FFFD, one each: the output is always valid JSON [RFC 8259, 8.1].
void buf_json(Buf *out, const char *s) {
    buf_putc(out, '"');
    for (const unsigned char *p = (const unsigned char *)s; *p;) {
        uint32_t n = *p < 0x80 ? 1 : *p >= 0xf0 && *p < 0xf5 ? 4 : *p >= 0xe0 ? 3 : 2;
        bool ok = *p < 0x80 || (*p >= 0xc2 && *p < 0xf5);
        for (uint32_t i = 1; ok && i < n; i++) ok = (p[i] & 0xc0) == 0x80;
        if (!ok) {
            buf_puts(out, "\\ufffd");
            p++;
            continue;
        }
        if (*p == '"' || *p == '\\') buf_putc(out, '\\');
        if (*p == '\n')
            buf_puts(out, "\\n");
        else if (*p == '\t')
            buf_puts(out, "\\t");
        else if (*p < 0x20)
            buf_printf(out, "\\u%04x", *p);
        else
            buf_write(out, (const char *)p, n);
        p += n;
    }
    buf_putc(out, '"');
}

const char *buf_cstr(Buf *out) {
    buf_reserve(out, 1);
    out->at[out->n] = 0;
    return out->at;
}
