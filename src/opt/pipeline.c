// SPDX-License-Identifier: Apache-2.0
// Pipelines as text, and the knobs of passes:
//   items  = item { "," item }
//   item   = pass [ "<" knob "=" number { ";" knob "=" number } ">" ]
//          | "repeat(" n ":" items ")"     up to n times, until nothing changes
//          | "loop(" items ")"             loop passes, see OptLoop
// A loop pass that stands alone is a loop(...) of its own.
#include "opt/opt_run.h"

#include "opt/opt_diag.h"

const PassRow opt_passes[] = {
#define FUNC_PASS(id, text, ...)   {.name = text, .func = opt_##id, __VA_ARGS__},
#define MODULE_PASS(id, text, ...) {.name = text, .module = opt_##id, __VA_ARGS__},
#define LOOP_PASS(id, text, ...)   {.name = text, .loop = opt_##id, __VA_ARGS__},
#include "opt/pass.def"
#undef FUNC_PASS
#undef MODULE_PASS
#undef LOOP_PASS
};
const uint32_t opt_npasses = CU_COUNT(opt_passes);

// The place of a pass's row by its id, for the knobs' rows.
enum {
#define FUNC_PASS(id, ...)   ROW_##id,
#define MODULE_PASS(id, ...) ROW_##id,
#define LOOP_PASS(id, ...)   ROW_##id,
#include "opt/pass.def"
#undef FUNC_PASS
#undef MODULE_PASS
#undef LOOP_PASS
};

const OptKnob opt_knobs[OPT_KNOB_COUNT] = {
#define KNOB(pass_id, id, text, llvm_text, default_, least_, most_, doc_)                          \
    {.pass = ROW_##pass_id,                                                                        \
     .name = text,                                                                                 \
     .llvm = llvm_text,                                                                            \
     .value = default_,                                                                            \
     .least = least_,                                                                              \
     .most = most_,                                                                                \
     .doc = doc_},
#include "opt/knob.def"
#undef KNOB
};

static const char *const pipelines[4] = {
#define PIPELINE(level, text) [level] = text,
#include "opt/pipeline.def"
};

const PassRow *opt_find_pass(const char *name, size_t n) {
    for (uint32_t i = 0; i < opt_npasses; i++) {
        const char *s = opt_passes[i].name;
        if (*s == *name && strlen(s) == n && memcmp(s, name, n) == 0) return &opt_passes[i];
    }
    return NULL;
}

const char *opt_default_pipeline(uint32_t level) {
    return pipelines[CU_MIN(level, 3u)];
}

void opt_list_passes(Buf *out) {
    for (uint32_t i = 0; i < opt_npasses; i++) {
        buf_printf(out, "  %-24s %s\n", opt_passes[i].name, opt_passes[i].doc);
        for (uint32_t k = 0; k < OPT_KNOB_COUNT; k++) {
            const OptKnob *knob = &opt_knobs[k];
            if (knob->pass != i) continue;
            buf_printf(out, "    %s=%lld (%lld to %lld; -%s) %s\n", knob->name,
                       (long long)knob->value, (long long)knob->least, (long long)knob->most,
                       knob->llvm, knob->doc);
        }
    }
}

// ---- reading ----

typedef struct {
    Ctx *ctx;
    Arena *arena;
    const char *at;
    const int64_t *knobs; // of passes that say nothing
} Reader;

static bool wrong(Reader *reader, const char *what) {
    return diag(reader->ctx, DIAG_OF(opt, opt_pipeline), 0, what);
}

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || is_any_of(c, '-', '_');
}

static bool is_word(const char *name, size_t n, const char *word) {
    return n == strlen(word) && memcmp(name, word, n) == 0;
}

static void skip_blanks(Reader *reader) {
    while (*reader->at == ',' || *reader->at == ' ' || *reader->at == '\n') reader->at++;
}

// `<name=value;...>`: a copy of the knobs with these set.
static bool read_knobs(Reader *reader, PassItem *item) {
    int64_t *own = arena_array(reader->arena, int64_t, OPT_KNOB_COUNT);
    memcpy(own, reader->knobs, OPT_KNOB_COUNT * sizeof *own);
    item->knob = own;
    do {
        const char *name = ++reader->at;
        while (is_name(*reader->at)) reader->at++;
        size_t n = (size_t)(reader->at - name);
        uint32_t k = 0;
        while (k < OPT_KNOB_COUNT && (&opt_passes[opt_knobs[k].pass] != item->row ||
                                      !is_word(name, n, opt_knobs[k].name)))
            k++;
        if (k == OPT_KNOB_COUNT) return wrong(reader, "the pass has no such knob");
        const char *end =
            *reader->at == '=' ? opt_read_knob(&opt_knobs[k], reader->at + 1, &own[k]) : NULL;
        if (!end) return wrong(reader, "knob=number expected, in the knob's range");
        reader->at = end;
    } while (*reader->at == ';');
    if (*reader->at != '>') return wrong(reader, "'>' expected");
    reader->at++;
    return true;
}

static bool read_items(Reader *reader, PassItems *out, bool in_loop, int depth);

static bool read_sub(Reader *reader, PassItem *item, int depth) {
    if (depth > 8) return wrong(reader, "nested too deep");
    skip_blanks(reader);
    item->sub = arena_new(reader->arena, PassItems);
    if (!read_items(reader, item->sub, item->kind == PASS_ITEM_LOOP, depth + 1)) return false;
    if (*reader->at != ')') return wrong(reader, "')' expected");
    reader->at++;
    return true;
}

static bool read_repeat(Reader *reader, PassItem *item, int depth) {
    item->kind = PASS_ITEM_REPEAT;
    for (; *reader->at >= '0' && *reader->at <= '9' && item->times <= 100; reader->at++) {
        item->times = item->times * 10 + (uint32_t)(*reader->at - '0');
    }
    if (*reader->at != ':' || item->times == 0 || item->times > 100) {
        return wrong(reader, "repeat(n: passes) expected");
    }
    reader->at++;
    return read_sub(reader, item, depth);
}

static bool read_pass(Reader *reader, PassItem *item, const char *name, size_t n, bool in_loop) {
    item->row = opt_find_pass(name, n);
    item->knob = reader->knobs;
    if (!item->row) {
        const char *copy = arena_strndup(reader->arena, name, n);
        return diag(reader->ctx, DIAG_OF(opt, opt_no_pass), 0, copy);
    }
    if (*reader->at == '<' && !read_knobs(reader, item)) return false;
    if (in_loop && !item->row->loop)
        return wrong(reader, "in loop(...) only loop passes can stand");
    if (in_loop || !item->row->loop) return true;

    PassItem alone = *item;
    *item = (PassItem){.kind = PASS_ITEM_LOOP, .sub = arena_new(reader->arena, PassItems)};
    vec_push(reader->arena, item->sub, alone);
    return true;
}

// Reads items up to `)` or the end.
static bool read_items(Reader *reader, PassItems *out, bool in_loop, int depth) {
    while (*reader->at && *reader->at != ')') {
        const char *name = reader->at;
        while (is_name(*reader->at)) reader->at++;
        size_t n = (size_t)(reader->at - name);
        bool opens = *reader->at == '(';
        PassItem item = {0};
        bool ok;
        if (opens && is_word(name, n, "repeat") && !in_loop) {
            reader->at++;
            ok = read_repeat(reader, &item, depth);
        } else if (opens && is_word(name, n, "loop") && !in_loop) {
            reader->at++;
            item.kind = PASS_ITEM_LOOP;
            ok = read_sub(reader, &item, depth);
        } else {
            ok = read_pass(reader, &item, name, n, in_loop);
        }
        if (!ok) return false;
        vec_push(reader->arena, out, item);
        skip_blanks(reader);
        if (*reader->at && *reader->at != ')' && !is_name(*reader->at))
            return wrong(reader, "unexpected character");
    }
    return true;
}

// Which items are the last of their passes; `seen` has those of later ones, by row.
static void mark_last(PassItems *items, bool *seen) {
    for (uint32_t i = items->n; i-- > 0;) {
        PassItem *item = &items->at[i];
        if (item->sub) mark_last(item->sub, seen);
        if (!item->row) continue;
        item->last = !seen[item->row - opt_passes];
        seen[item->row - opt_passes] = true;
    }
}

bool opt_parse_pipeline(Ctx *ctx, Arena *arena, const OptOptions *options, PassItems *out,
                        bool *off) {
    int64_t *knobs = arena_array(arena, int64_t, OPT_KNOB_COUNT);
    if (!opt_set_knobs(ctx, options, knobs, off)) return false;

    const char *text = options->passes ? options->passes : opt_default_pipeline(options->level);
    if (options->print_pipeline && options->log) buf_printf(options->log, "%s\n", text);
    Reader r = {.ctx = ctx, .arena = arena, .at = text, .knobs = knobs};
    if (!read_items(&r, out, false, 0)) return false;
    if (*r.at) return wrong(&r, "unexpected ')'");
    mark_last(out, arena_array(arena, bool, opt_npasses));
    return true;
}
