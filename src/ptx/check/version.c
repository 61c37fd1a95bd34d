// SPDX-License-Identifier: Apache-2.0
// What ptxas checks beyond what reading needs: ptx_read_checked's rules. The reader calls these
// where it has read the thing in question, so that messages stand there.
#include "base/target.h"
#include "ptx/check/check.h"
#include "base/feature.h"

static const uint16_t versions[] = {
#define PTX_VERSION(v) v,
#define PTX_TARGET(...)
#include "ptx/check/version.def"
#undef PTX_VERSION
#undef PTX_TARGET
};
static const struct {
    uint16_t number;
    char suffix;
    uint16_t version;
} targets[] = {
#define PTX_VERSION(v)
#define PTX_TARGET(number, suffix, version) {number, suffix, version},
#include "ptx/check/version.def"
#undef PTX_VERSION
#undef PTX_TARGET
};

void ptx_list_versions(Buf *out) {
    for (uint32_t i = 0; i < CU_COUNT(versions); i++)
        buf_printf(out, "%u.%u\n", versions[i] / 10u, versions[i] % 10u);
}

uint32_t ptx_version_count(void) {
    return CU_COUNT(versions);
}

uint32_t ptx_version_at(uint32_t i) {
    return versions[i];
}

// ---- the head of the module ---------------------------------------------------------------------

// The version is one that there is.
void rd_check_version(Reader *reader) {
    uint32_t v = reader->module->version;
    for (uint32_t i = 0; i < CU_COUNT(versions); i++) {
        if (versions[i] == v) return;
    }
    if (v) rd_bad_version(reader);
}

// In ptxas' own words: XLA asks for a version that cannot be, and reads there which one is current.
void rd_bad_version(Reader *reader) {
    const PtxTok *token = &reader->tok;
    int current = versions[CU_COUNT(versions) - 1];
    int length = (int)CU_MIN(token->end - token->at, 20);
    const char *text = arena_printf(&reader->ctx->scratch, "%.*s", length, token->at);
    rd_error(reader, DIAG_OF(ptx, bad_version), text, current / 10, current % 10);
}

// ---- versions -----------------------------------------------------------------------------------

void rd_need_version(Reader *reader, uint32_t version, const char *what) {
    PtxNeed *need = reader->need;
    if (need && version > need->version) {
        need->version = version;
        need->what = arena_strndup(reader->arena, what, strlen(what));
    } else if (!need && reader->module->version < version) {
        rd_error(reader, DIAG_OF(ptx, needs_ptx), what, (int)version / 10, (int)version % 10);
    }
}

bool rd_need_target(Reader *reader, uint32_t sm, const char *what) {
    PtxNeed *need = reader->need;
    if (reader->module->sm >= sm) return true;
    if (!need) return false;
    if (sm > need->sm) {
        need->sm = sm;
        need->sm_what = arena_strndup(reader->arena, what, strlen(what));
    }
    return true;
}

static const struct {
    const char *begin; // of the word
    uint32_t version, sm;
} words[] = {
#define NEEDS(...)
#define NEEDS_VERSION(...)
#define NEEDS_WORD(begin, version, sm) {begin, version, sm},
#include "ptx/check/needs.def"
#undef NEEDS
#undef NEEDS_VERSION
#undef NEEDS_WORD
};

void rd_need_word(Reader *reader, const char *word) {
    for (uint32_t i = 0; reader->strict && i < CU_COUNT(words); i++) {
        if (strncmp(word, words[i].begin, strlen(words[i].begin)) != 0) continue;
        rd_need_version(reader, words[i].version, word);
        if (!rd_need_target(reader, words[i].sm, word))
            rd_error(reader, DIAG_OF(ptx, needs_sm), word, (int)words[i].sm);
    }
}

static const char *target_word(Reader *reader) {
    const PtxModule *module = reader->module;
    const char suffix[] = {module->sm_suffix, 0};
    return arena_printf(reader->arena, ".target sm_%u%s", module->sm, suffix);
}

// The target is one that there is, and its version of PTX has it.
void rd_check_target(Reader *reader) {
    const PtxModule *module = reader->module;
    for (uint32_t i = 0; i < CU_COUNT(targets); i++) {
        if (targets[i].number != module->sm || targets[i].suffix != module->sm_suffix) continue;
        if (reader->need)
            rd_need_version(reader, targets[i].version, target_word(reader));
        else if (module->version < targets[i].version)
            rd_error(reader, DIAG_OF(ptx, target_version), (int)module->version / 10,
                     (int)module->version % 10, rd_tok_text(reader));
        return;
    }
    rd_error(reader, DIAG_OF(ptx, bad_target), rd_tok_text(reader));
}

// Doubles were made floats below sm_13.
void rd_check_mode(Reader *reader) {
    bool old = rd_is(reader, "map_f64_to_f32") && reader->module->sm >= 13;
    if (old) rd_error(reader, DIAG_OF(ptx, bad_target), rd_tok_text(reader));
}

// .version, .target (which may be said again), .address_size, and then all else [11.1].
void rd_check_order(Reader *reader) {
    const PtxModule *module = reader->module;
    bool version = rd_is(reader, "version"), target = rd_is(reader, "target");
    bool size = rd_is(reader, "address_size"), first = !reader->past_head;
    bool fits = version  ? first && !module->version
                : target ? first && module->version
                : size   ? first && module->sm
                         : module->sm || reader->past_head;
    reader->past_head |= !version && !target && !size;
    if (!fits) rd_error(reader, DIAG_OF(ptx, no_version));
}

// ---- features -----------------------------------------------------------------------------------

typedef struct {
    const char *begin, *word, *other;
    int feature; // TargetFeature; -1: none
    uint32_t version;
} Needs;
static const Needs needs[] = {
#define NEEDS(begin, word, other, feature, version) {begin, word, other, SMF_##feature, version},
#define NEEDS_VERSION(begin, word, other, version)  {begin, word, other, -1, version},
#define NEEDS_WORD(...)
#include "ptx/check/needs.def"
#undef NEEDS
#undef NEEDS_VERSION
#undef NEEDS_WORD
};

// ".m16n8k16" in an opcode, and not in ".m16n8k160"; what ends in a colon may go on.
static bool has_word(const char *opcode, const char *word) {
    size_t n = strlen(word);
    for (const char *at = opcode; n && (at = strstr(at, word)) != NULL; at += n) {
        char next = at[n];
        if (word[n - 1] == ':' || !next || is_any_of(next, '.', ':')) return true;
    }
    return n == 0;
}

// sm_101 is the name that sm_110 had.
static const Target *target_of(const PtxModule *module) {
    return target_find(module->sm == 101 ? 110 : module->sm, module->sm_suffix);
}

// All rows that fit the opcode; the first that the module does not meet is said.
void rd_check_needs(Reader *reader, const char *opcode) {
    const PtxModule *module = reader->module;
    const Target *target = target_of(module);
    for (uint32_t i = 0; i < CU_COUNT(needs); i++) {
        const Needs *row = &needs[i];
        if (strncmp(opcode, row->begin, strlen(row->begin)) != 0) continue;
        if (!has_word(opcode, row->word) || !has_word(opcode, row->other)) continue;
        uint32_t errors = reader->nerr;
        rd_need_version(reader, row->version, opcode);
        if (reader->nerr > errors) return;
        if (row->feature < 0 || (target && target_has(target, (TargetFeature)row->feature)))
            continue;
        const Target *first = target_feature_first((TargetFeature)row->feature);
        bool newer = module->sm < first->number;
        if (newer && rd_need_target(reader, first->number, opcode)) continue;
        rd_error(reader, DIAG_OF(ptx, needs_feature), opcode, first->name);
        return;
    }
}

// ---- types of registers -------------------------------------------------------------------------

// Integers with a sign or without; untyped bits are neither.
bool rd_is_integer(PtxType type) {
    return is_any_of(ptx_types[type].kind, 'u', 's');
}

// Whether a register that is declared with `have` can be an operand of `want`; sizes are another
// matter. Untyped registers hold anything. Of the formats of floating point only those that
// registers can be declared with are told apart; the others lie in untyped ones.
bool rd_register_agrees(PtxType have, PtxType want) {
    char kind = ptx_types[have].kind;
    if (kind == 'b' || have == want || want == PTX_NOTYPE || ptx_types[want].kind == 'b')
        return true;
    bool packed_integer = is_any_of(want, PTX_U16X2, PTX_S16X2, PTX_U8X4, PTX_S8X4);
    if (kind == 'x') return packed_integer || rd_is_integer(want);
    return rd_is_integer(have) && rd_is_integer(want);
}
