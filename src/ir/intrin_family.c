// SPDX-License-Identifier: Apache-2.0
// Families of NVVM intrinsics: names that follow a rule (intrin_family.def). A name is matched
// against the patterns by backtracking over the words of their sets; patterns are short and sets
// small, so the work is bounded by a few hundred comparisons, once per declaration or selection.
#include "base/target.h"
#include "base/feature.h"
#include "ir/ir_int.h"
#include "ir/intrin_id.h"

typedef struct {
    char set;
    uint8_t len;            // of the name
    char name[64], ptx[64]; // no pointers: nothing to relocate
    uint16_t sm, version;
} Item;

static const Item items[] = {
#define ITEM(set, name, ptx, sm, version) {set, sizeof(name) - 1, name, ptx, sm, version},
#define FAMILY(id, pattern, props, immarg, sm, version, form)
#include "ir/intrin_family.def"
};

typedef struct {
    const char *pattern, *form;
    uint16_t id;
} Row;

static const Row rows[] = {
#define ITEM(set, name, ptx, sm, version)
#define FAMILY(id, pattern, props, immarg, sm, version, form) {pattern, form, IR_I_F_##id},
#include "ir/intrin_family.def"
};

// ".p0", ".i32", ".v2f16", ".s_name" ...: the overload suffix of a name
static bool is_suffix(const char *p, const char *end) {
    if (p == end) return true;
    if (*p != '.' || end - p < 3) return false;
    if (p[1] == 's') return is_any_of(p[2], '_', 'l');
    if (p[1] == 'b') return p[2] == 'f';
    return strchr("pifva", p[1]) && p[2] >= '0' && p[2] <= '9';
}

// Whether the pattern makes the name in [p, end), but for an overload suffix. A `$x` stands for a
// word of set x; the words that fit are left in `found`.
static bool match(const char *pat, const char *p, const char *end, IrFamily *found) {
    for (; *pat; pat++, p++) {
        if (*pat == '$') {
            if (found->n == IR_FAMILY_WORDS) return false;
            for (size_t k = 0; k < CU_COUNT(items); k++) {
                const Item *it = &items[k];
                if (it->set != pat[1]) continue;
                size_t len = it->len;
                if (len > (size_t)(end - p) || memcmp(it->name, p, len) != 0) continue;
                found->set[found->n] = it->set;
                found->word[found->n++] = (uint16_t)k;
                if (match(pat + 2, p + len, end, found)) return true;
                found->n--;
            }
            return false;
        }
        if (p == end || *p != *pat) return false;
    }
    return is_suffix(p, end);
}

static const char prefix[] = "llvm.nvvm.";

// The first rule that makes the name counts; the minima of the row and of its words add up.
bool ir_family_match(const char *name, size_t len, IrFamily *found) {
    size_t n = sizeof prefix - 1;
    if (len <= n || memcmp(name, prefix, n) != 0) return false;
    for (size_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].pattern[0] != '$' && rows[k].pattern[0] != name[n]) continue;
        *found = (IrFamily){.id = rows[k].id, .form = rows[k].form};
        if (!match(rows[k].pattern, name + n, name + len, found)) continue;
        found->sm = ir_intrins[found->id].min_sm;
        found->version = ir_intrins[found->id].min_ptx;
        for (uint32_t j = 0; j < found->n; j++) {
            const Item *it = &items[found->word[j]];
            found->sm = CU_MAX(found->sm, it->sm); // a feature is more than a number
            found->version = CU_MAX(found->version, it->version);
        }
        return true;
    }
    return false;
}

// The nth word of that set in the intrinsic's name, as PTX spells it; NULL when there are fewer.
const char *ir_family_word(const IrFamily *f, char set, uint32_t nth) {
    for (uint32_t k = 0; k < f->n; k++) {
        if (f->set[k] == set && nth-- == 0) return items[f->word[k]].ptx;
    }
    return NULL;
}

// The k-th name of all that the rules make, for tests; false when there are no more.
bool ir_family_name(uint32_t k, Buf *out) {
    for (size_t r = 0; r < CU_COUNT(rows); r++) {
        // the names of a pattern: the product of the sizes of its sets
        uint32_t total = 1;
        for (const char *p = rows[r].pattern; *p; p++) {
            if (*p != '$') continue;
            uint32_t n = 0;
            for (size_t j = 0; j < CU_COUNT(items); j++) n += items[j].set == p[1];
            total *= n;
        }
        if (k >= total) {
            k -= total;
            continue;
        }
        buf_puts(out, prefix);
        for (const char *p = rows[r].pattern; *p; p++) {
            if (*p != '$') {
                buf_putc(out, *p);
                continue;
            }
            uint32_t n = 0, pick;
            p++;
            for (size_t j = 0; j < CU_COUNT(items); j++) n += items[j].set == *p;
            // k in the mixed base of those sizes, the first set changing fastest
            pick = k % n;
            k /= n;
            for (size_t j = 0; j < CU_COUNT(items); j++) {
                if (items[j].set == *p && pick-- == 0) buf_puts(out, items[j].name);
            }
        }
        return true;
    }
    return false;
}

// ---- fragments of matrices ----

// Bits of an element type at the start of a name; 32 for those that the table lacks.
static uint32_t type_bits(const char *t) {
    static const struct {
        const char *name;
        uint32_t bits;
    } k[] = {{"f16", 16}, {"bf16", 16}, {"tf32", 32}, {"f32", 32}, {"s32", 32}, {"f64", 64},
             {"s8", 8},   {"u8", 8},    {"s4", 4},    {"u4", 4},   {"b1", 1},   {"e4m3", 8},
             {"e5m2", 8}, {"e3m2", 8},  {"e2m3", 8},  {"e2m1", 8}};
    for (size_t i = 0; i < CU_COUNT(k); i++) {
        size_t n = strlen(k[i].name);
        if (strncmp(t, k[i].name, n) == 0 && (t[n] == '.' || !t[n])) return k[i].bits;
    }
    return 32;
}

// How many registers of 32 bits (or 64) each thread of a warp has for so many cells, at least one.
static uint32_t registers(uint32_t cells, uint32_t bits) {
    uint32_t unit = bits == 64 ? 64 : 32, n = cells * bits / 32 / unit;
    return n ? n : 1;
}

// Bits of an element of A and B: from the name's ".d.a.b.c", or from the words of A and B alone.
static void element_bits(const IrFamily *family, uint32_t bits[2]) {
    const char *types = ir_family_word(family, 'E', 0), *scale = ir_family_word(family, '#', 0);
    bits[0] = bits[1] = 1;
    for (uint32_t k = 0; k < 2; k++) {
        const char *w = ir_family_word(family, '@', k), *v = ir_family_word(family, '=', k);
        if (types) types = strchr(types + 1, '.');
        const char *word = w ? w : v;
        if (types) word = types + 1;
        if (word) bits[k] = type_bits(word);
    }
    if (ir_family_word(family, ')', 0)) bits[0] = bits[1] = 64;
    if (!scale) scale = ir_family_word(family, '"', 0);
    // 4-bit elements lie in bytes, but for the kinds that have no other
    if (scale && strncmp(scale, "mxf4", 4) == 0) bits[0] = bits[1] = 4;
}

// Registers of the fragments A and B (PTX ISA, "Matrix Fragments"); what remains is C. The loads of
// wmma give f16 fragments twice, m8n8k4 works on four quads at once, and of a sparse A half is
// there.
bool ir_family_fragments(const IrFamily *family, uint32_t *a, uint32_t *b) {
    const char *shape = ir_family_word(family, 'G', 0);
    if (!shape) shape = ir_family_word(family, ')', 0);
    if (!shape) return false;
    uint32_t dim[3] = {0}, bits[2];
    for (int k = 0; k < 3; k++) {
        shape++; // m n k
        while (*shape >= '0' && *shape <= '9') dim[k] = dim[k] * 10 + (uint32_t)(*shape++ - '0');
    }
    if (ir_family_word(family, 'F', 0)) { // wmma on f16
        *a = *b = 8;
        return true;
    }
    element_bits(family, bits);
    bool quads = dim[0] == 8 && dim[1] == 8 && dim[2] == 4 && bits[0] == 16;
    bool sparse = ir_family_word(family, '~', 0) != NULL;
    *a = quads ? 2 : registers(dim[0] * dim[2] >> sparse, bits[0]);
    *b = quads ? 2 : registers(dim[1] * dim[2], bits[1]);
    return true;
}
