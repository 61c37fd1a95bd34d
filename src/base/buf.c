// SPDX-License-Identifier: Apache-2.0
// Growing output buffers. Numbers are printed by hand: printf is too slow for the PTX emitter.
#include "base/base.h"

#include <stdio.h>

void buf_init(Buf *b, Arena *a) {
    *b = (Buf){.arena = a};
}

void buf_reserve(Buf *b, size_t more) {
    if (b->cap - b->n >= more) return;
    size_t cap = CU_MAX(b->cap * 2, CU_MAX(b->n + more, (size_t)256));
    char *at = arena_alloc(b->arena, cap, 1);
    if (b->n) memcpy(at, b->at, b->n);
    b->at = at;
    b->cap = cap;
}

void buf_write(Buf *b, const char *s, size_t n) {
    if (!n) return;
    buf_reserve(b, n);
    memcpy(b->at + b->n, s, n);
    b->n += n;
}

void buf_puts(Buf *b, const char *s) {
    buf_write(b, s, strlen(s));
}

void buf_u64(Buf *b, uint64_t v) {
    char tmp[20];
    int i = 20;
    do tmp[--i] = (char)('0' + v % 10);
    while (v /= 10);
    buf_write(b, tmp + i, (size_t)(20 - i));
}

void buf_i64(Buf *b, int64_t v) {
    if (v < 0) buf_putc(b, '-');
    buf_u64(b, v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
}

void buf_hex(Buf *b, uint64_t v, int digits) {
    char tmp[16];
    int i = 16;
    do tmp[--i] = "0123456789abcdef"[v & 15];
    while ((v >>= 4) || 16 - i < digits);
    buf_write(b, tmp + i, (size_t)(16 - i));
}

void buf_atom(Ctx *ctx, Buf *b, Atom a) {
    AtomInfo *info = atom_info(ctx, a);
    buf_write(b, info->s, info->len);
}

// Formats of %s, %u, %d, %c and %% alone need no printf; most are.
static bool is_simple(const char *fmt) {
    for (const char *p = fmt; (p = strchr(p, '%')) != NULL; p += 2) {
        if (!p[1] || !strchr("sudc%", p[1])) return false;
    }
    return true;
}

static void print_simple(Buf *b, const char *fmt, va_list ap) {
    for (const char *p, *s; (p = strchr(fmt, '%')) != NULL; fmt = p + 2) {
        buf_write(b, fmt, (size_t)(p - fmt));
        switch (p[1]) {
        case 's':
            s = va_arg(ap, const char *);
            buf_puts(b, s ? s : "(null)");
            break;
        case 'u': buf_u64(b, va_arg(ap, unsigned)); break;
        case 'd': buf_i64(b, va_arg(ap, int)); break;
        case 'c': buf_putc(b, (char)va_arg(ap, int)); break;
        default: buf_putc(b, '%');
        }
    }
    buf_puts(b, fmt);
    buf_cstr(b);
}

void buf_vprintf(Buf *b, const char *fmt, va_list ap) {
    if (is_simple(fmt)) {
        print_simple(b, fmt, ap);
        return;
    }
    va_list ap2;
    va_copy(ap2, ap);
    buf_reserve(b, 64);
    size_t room = b->cap - b->n;
    int n = vsnprintf(b->at + b->n, room, fmt, ap);
    if (n > 0 && (size_t)n >= room) {
        buf_reserve(b, (size_t)n + 1);
        vsnprintf(b->at + b->n, (size_t)n + 1, fmt, ap2);
    }
    va_end(ap2);
    if (n > 0) b->n += (size_t)n;
}

void buf_printf(Buf *b, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(b, fmt, ap);
    va_end(ap);
}

void buf_json(Buf *o, const char *s) {
    buf_putc(o, '"');
    for (const unsigned char *p = (const unsigned char *)s; *p;) {
        uint32_t n = *p < 0x80 ? 1 : *p >= 0xf0 && *p < 0xf5 ? 4 : *p >= 0xe0 ? 3 : 2;
        bool ok = *p < 0x80 || (*p >= 0xc2 && *p < 0xf5);
        for (uint32_t i = 1; ok && i < n; i++) ok = (p[i] & 0xc0) == 0x80;
        if (!ok) {
            buf_puts(o, "\\ufffd");
            p++;
            continue;
        }
        if (*p == '"' || *p == '\\') buf_putc(o, '\\');
        if (*p == '\n')
            buf_puts(o, "\\n");
        else if (*p == '\t')
            buf_puts(o, "\\t");
        else if (*p < 0x20)
            buf_printf(o, "\\u%04x", *p);
        else
            buf_write(o, (const char *)p, n);
        p += n;
    }
    buf_putc(o, '"');
}

const char *buf_cstr(Buf *b) {
    buf_reserve(b, 1);
    b->at[b->n] = 0;
    return b->at;
}
