// SPDX-License-Identifier: Apache-2.0
// Pipelines as text, and the knobs of passes:
//   items  = item { "," item }
//   item   = pass [ "<" knob "=" number { ";" knob "=" number } ">" ]
//          | "repeat(" n ":" items ")"     up to n times, until nothing changes
//          | "loop(" items ")"             loop passes, see OptLoop
// A loop pass that stands alone is a loop(...) of its own.
#include "opt/runner/runner.h"

#include "opt/opt_diag.h"

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
    int64_t *own = arena_array(reader->arena, int64_t, opt_nknobs);
    memcpy(own, reader->knobs, opt_nknobs * sizeof *own);
    item->knob = own;
    do {
        const char *name = ++reader->at;
        while (is_name(*reader->at)) reader->at++;
        size_t n = (size_t)(reader->at - name);
        uint32_t k = 0;
        while (k < opt_nknobs && (strcmp(opt_knobs[k].pass, item->row->key) != 0 ||
                                  !is_word(name, n, opt_knobs[k].name)))
            k++;
        if (k == opt_nknobs) return wrong(reader, "the pass has no such knob");
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
    int64_t *knobs = arena_array(arena, int64_t, opt_nknobs);
    if (!opt_set_knobs(ctx, options, knobs, off)) return false;

    const char *text = options->passes ? options->passes : opt_default_pipeline(options->level);
    if (options->print_pipeline && options->log) buf_printf(options->log, "%s\n", text);
    Reader r = {.ctx = ctx, .arena = arena, .at = text, .knobs = knobs};
    if (!read_items(&r, out, false, 0)) return false;
    if (*r.at) return wrong(&r, "unexpected ')'");
    mark_last(out, arena_array(arena, bool, opt_npasses));
    return true;
}
