// SPDX-License-Identifier: Apache-2.0
// Attributes in bitcode: their numbers, and the numbers of those that we keep as text (attr.def,
// ATTR_TEXT).
#include "ir/bitcode.h"

#include <stdlib.h>

static const uint8_t codes[IR_NATTRS] = {
    [IR_ATTR_ALIGN] = 1,
    [IR_ATTR_ALWAYSINLINE] = 2,
    [IR_ATTR_BYVAL] = 3,
    [IR_ATTR_INLINEHINT] = 4,
    [IR_ATTR_INREG] = 5,
    [IR_ATTR_MINSIZE] = 6,
    [IR_ATTR_NAKED] = 7,
    [IR_ATTR_NEST] = 8,
    [IR_ATTR_NOALIAS] = 9,
    [IR_ATTR_NOBUILTIN] = 10,
    [IR_ATTR_NOCAPTURE] = 11,
    [IR_ATTR_NODUPLICATE] = 12,
    [IR_ATTR_NOIMPLICITFLOAT] = 13,
    [IR_ATTR_NOINLINE] = 14,
    [IR_ATTR_NONLAZYBIND] = 15,
    [IR_ATTR_NOREDZONE] = 16,
    [IR_ATTR_NORETURN] = 17,
    [IR_ATTR_NOUNWIND] = 18,
    [IR_ATTR_OPTSIZE] = 19,
    [IR_ATTR_READNONE] = 20,
    [IR_ATTR_READONLY] = 21,
    [IR_ATTR_RETURNED] = 22,
    [IR_ATTR_RETURNS_TWICE] = 23,
    [IR_ATTR_SIGNEXT] = 24,
    [IR_ATTR_ALIGNSTACK] = 25,
    [IR_ATTR_SSP] = 26,
    [IR_ATTR_SSPREQ] = 27,
    [IR_ATTR_SSPSTRONG] = 28,
    [IR_ATTR_SRET] = 29,
    [IR_ATTR_SANITIZE_ADDRESS] = 30,
    [IR_ATTR_SANITIZE_THREAD] = 31,
    [IR_ATTR_SANITIZE_MEMORY] = 32,
    [IR_ATTR_UWTABLE] = 33,
    [IR_ATTR_ZEROEXT] = 34,
    [IR_ATTR_BUILTIN] = 35,
    [IR_ATTR_COLD] = 36,
    [IR_ATTR_OPTNONE] = 37,
    [IR_ATTR_INALLOCA] = 38,
    [IR_ATTR_NONNULL] = 39,
    [IR_ATTR_JUMPTABLE] = 40,
    [IR_ATTR_DEREFERENCEABLE] = 41,
    [IR_ATTR_DEREFERENCEABLE_OR_NULL] = 42,
    [IR_ATTR_CONVERGENT] = 43,
    [IR_ATTR_SAFESTACK] = 44,
    [IR_ATTR_SWIFTSELF] = 46,
    [IR_ATTR_SWIFTERROR] = 47,
    [IR_ATTR_NORECURSE] = 48,
    [IR_ATTR_ALLOCSIZE] = 51,
    [IR_ATTR_WRITEONLY] = 52,
    [IR_ATTR_SPECULATABLE] = 53,
    [IR_ATTR_STRICTFP] = 54,
    [IR_ATTR_SANITIZE_HWADDRESS] = 55,
    [IR_ATTR_NOCF_CHECK] = 56,
    [IR_ATTR_OPTFORFUZZING] = 57,
    [IR_ATTR_SHADOWCALLSTACK] = 58,
    [IR_ATTR_SPECULATIVE_LOAD_HARDENING] = 59,
    [IR_ATTR_IMMARG] = 60,
    [IR_ATTR_WILLRETURN] = 61,
    [IR_ATTR_NOFREE] = 62,
    [IR_ATTR_NOSYNC] = 63,
    [IR_ATTR_SANITIZE_MEMTAG] = 64,
    [IR_ATTR_PREALLOCATED] = 65,
    [IR_ATTR_NOMERGE] = 66,
    [IR_ATTR_NULL_POINTER_IS_VALID] = 67,
    [IR_ATTR_NOUNDEF] = 68,
    [IR_ATTR_BYREF] = 69,
    [IR_ATTR_MUSTPROGRESS] = 70,
    [IR_ATTR_NOCALLBACK] = 71,
    [IR_ATTR_HOT] = 72,
    [IR_ATTR_NOPROFILE] = 73,
    [IR_ATTR_VSCALE_RANGE] = 74,
    [IR_ATTR_SWIFTASYNC] = 75,
    [IR_ATTR_NOSANITIZE_COVERAGE] = 76,
    [IR_ATTR_ELEMENTTYPE] = 77,
    [IR_ATTR_DISABLE_SANITIZER] = 78,
    [IR_ATTR_NOSANITIZE_BOUNDS] = 79,
    [IR_ATTR_ALLOCALIGN] = 80,
    [IR_ATTR_ALLOCPTR] = 81,
    [IR_ATTR_ALLOCKIND] = 82,
    [IR_ATTR_PRESPLITCOROUTINE] = 83,
    [IR_ATTR_FN_RET_THUNK] = 84,
    [IR_ATTR_SKIPPROFILE] = 85,
    [IR_ATTR_MEMORY] = 86,
    [IR_ATTR_NOFPCLASS] = 87,
    [IR_ATTR_OPTDEBUG] = 88,
    [IR_ATTR_WRITABLE] = 89,
    [IR_ATTR_CORO_DESTROY] = 90,
    [IR_ATTR_DEAD_ON_UNWIND] = 91,
    [IR_ATTR_RANGE] = 92,
    [IR_ATTR_SANITIZE_NUMERICAL] = 93,
    [IR_ATTR_INITIALIZES] = 94,
    [IR_ATTR_HYBRID_PATCHABLE] = 95,
    [IR_ATTR_NODIVERGENCESOURCE] = 100,
};
enum { LAST_CODE = 110 }; // LLVM 23's

uint8_t bc_attr_code(IrAttr a) {
    return codes[a];
}

// Our attribute of a number of LLVM's, or -1: for those we do not know, see bc_attr_exists.
int bc_attr_of(uint64_t code) {
    for (int a = 0; code && a < IR_NATTRS; a++) {
        if (codes[a] == code) return a;
    }
    return -1;
}

// Whether some LLVM has an attribute of this number: an unknown one is then left out, not an error.
bool bc_attr_exists(uint64_t code) {
    return code && code <= LAST_CODE;
}

// ---- texts ----

static const struct {
    const char *name;
    uint32_t mask;
} fp_classes[] = {{"all", 1023},  {"nan", 3},     {"snan", 1},   {"qnan", 2},
                  {"inf", 0x204}, {"ninf", 4},    {"pinf", 512}, {"norm", 0x108},
                  {"nnorm", 8},   {"pnorm", 256}, {"sub", 0x90}, {"nsub", 16},
                  {"psub", 128},  {"zero", 0x60}, {"nzero", 32}, {"pzero", 64}};
static const char *const alloc_kinds[] = {"alloc",         "realloc", "free",
                                          "uninitialized", "zeroed",  "aligned"};

// What stands in the parentheses for the number `v` of bitcode, as LLVM prints it (LangRef,
// "Function Attributes", "Parameter Attributes"). Nothing for forms that need none.
void bc_attr_text(IrAttr attr, uint64_t v, Buf *out) {
    uint32_t hi = (uint32_t)(v >> 32), lo = (uint32_t)v;
    const char *sep = "";
    switch (attr) {
    case IR_ATTR_UWTABLE:
        if (v == 1) buf_puts(out, "sync");
        break;
    case IR_ATTR_ALLOCSIZE:
        // two argument indices; the second is optional
        buf_printf(out, "%u", hi);
        if (lo != UINT32_MAX) buf_printf(out, ",%u", lo);
        break;
    case IR_ATTR_VSCALE_RANGE: buf_printf(out, "%u,%u", hi, lo); break;
    case IR_ATTR_NOFPCLASS:
        // the widest classes come first in the table, so that `nan` is not spelt `snan qnan`
        for (size_t k = 0; k < CU_COUNT(fp_classes); k++) {
            if (!fp_classes[k].mask || (v & fp_classes[k].mask) != fp_classes[k].mask) continue;
            v &= ~(uint64_t)fp_classes[k].mask;
            buf_printf(out, "%s%s", sep, fp_classes[k].name);
            sep = " ";
        }
        break;
    case IR_ATTR_ALLOCKIND:
        buf_putc(out, '"');
        for (size_t k = 0; k < CU_COUNT(alloc_kinds); k++) {
            if (!(v >> k & 1)) continue;
            buf_printf(out, "%s%s", sep, alloc_kinds[k]);
            sep = ",";
        }
        buf_putc(out, '"');
        break;
    default: break;
    }
}

// Takes the word `w` from the front of `*s` if the whole next word is it; false and unmoved
// otherwise.
static bool word(const char **s, const char *w) {
    size_t n = strlen(w);
    char end = strncmp(*s, w, n) == 0 ? (*s)[n] : 'x';
    if (end && !is_any_of(end, ' ', ',', '"')) return false;
    *s += n;
    return true;
}

// The number that bitcode has for the text in the parentheses: the inverse of bc_attr_text. The
// text has been checked by the parser; what is not understood ends the reading of it.
uint64_t bc_attr_number(IrAttr attr, const char *s) {
    uint64_t v = 0;
    char *end = NULL;
    switch (attr) {
    case IR_ATTR_UWTABLE: return *s ? 1 : 2;
    case IR_ATTR_ALLOCSIZE:
    case IR_ATTR_VSCALE_RANGE: {
        uint64_t x = strtoull(s, &end, 10);
        // one number: no second parameter, or a minimum that is the maximum too
        uint64_t y = attr == IR_ATTR_ALLOCSIZE ? UINT32_MAX : x;
        if (*end == ',') y = strtoull(end + 1, &end, 10);
        return x << 32 | (uint32_t)y;
    }
    case IR_ATTR_NOFPCLASS:
        for (size_t k = 0; *s && k < CU_COUNT(fp_classes);) {
            // the search begins anew behind each word
            if (word(&s, fp_classes[k].name)) {
                v |= fp_classes[k].mask;
                k = 0;
                if (*s == ' ') s++;
            } else {
                k++;
            }
        }
        return v;
    case IR_ATTR_ALLOCKIND:
        for (size_t k = 0; *s && k < CU_COUNT(alloc_kinds);) {
            if (*s == '"' || *s == ',') s++;
            if (word(&s, alloc_kinds[k])) {
                v |= 1ull << k;
                k = 0;
            } else {
                k++;
            }
        }
        return v;
    default: return 0;
    }
}
