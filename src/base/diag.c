// SPDX-License-Identifier: Apache-2.0
// Diagnostics: taking reports. What was reported is kept in order and printed by diag_render.c.
//
// Invariants:
//  - The text is formatted when it is reported (its arguments may die); positions are resolved
//    when it is printed.
//  - A note belongs to the error or warning before it and shares its fate: dropped with it.
//  - Inside a trap that is not `hard` nothing but counting happens: substitution failures are
//    frequent and must be cheap. Only a trap that is told to keeps its first error's text.
//  - The same text at the same place is reported once, however often a lazy analysis meets it.
#include "base/diag_int.h"
#include "base/task.h"

#define DIAG_MODULE base
#define DIAG_FILE   "base/base_diag.def"
#include "base/diag_rows.h"

// The defaults are those of nvcc: carets, and an end after 100 errors.
DiagEngine *diag_engine(Ctx *ctx) {
    if (CU_UNLIKELY(!ctx->diags)) {
        DiagEngine *e = ctx->diags = arena_new(&ctx->perm, DiagEngine);
        map_init(&e->seen, &ctx->perm);
        map_init(&e->error_at, &ctx->perm);
        e->opt.show_caret = true;
        e->opt.error_limit = 100;
        diag_register(ctx, base_diag_rows);
    }
    return ctx->diags;
}

DiagOptions *diag_options(Ctx *ctx) {
    return &diag_engine(ctx)->opt;
}

// A table is registered once, however often a module says so.
void diag_register(Ctx *ctx, const DiagRow *const *rows) {
    DiagEngine *e = diag_engine(ctx);
    for (uint32_t i = 0; i < e->tables.n; i++) {
        if (e->tables.at[i] == rows) return;
    }
    vec_push(&ctx->perm, &e->tables, rows);
}

void diag_set_input(Ctx *ctx, const char *name) {
    diag_engine(ctx)->input = arena_strndup(&ctx->perm, name, strlen(name));
}

void diag_printer(Ctx *ctx, char letter, void (*print)(Ctx *, Buf *, const void *)) {
    diag_engine(ctx)->printer[letter & 127] = print;
}

void diag_set_backtrace(Ctx *ctx, void (*hook)(Ctx *, void *), void *data) {
    DiagEngine *e = diag_engine(ctx);
    e->hook = hook;
    e->hook_data = data;
}

// One filter at a time; NULL takes it away.
void diag_set_filter(Ctx *ctx, Severity (*filter)(Ctx *, const DiagRow *, Pos, Severity, void *),
                     void *data) {
    DiagEngine *e = diag_engine(ctx);
    e->filter = filter;
    e->filter_data = data;
}

uint64_t diag_errors_seen(Ctx *ctx) {
    return diag_engine(ctx)->errors_seen;
}

bool diag_live(Ctx *ctx) {
    const DiagEngine *e = diag_engine(ctx);
    bool trapped = e->trap && (!e->trap->hard || e->trap->silent);
    return e->last_live && !trapped && !e->stopped;
}

uint32_t diag_error_count(Ctx *ctx) {
    return ctx->diags ? ctx->diags->errors : 0;
}

const Diag *diag_user_place(Ctx *ctx, const Diag *top, const Diag *context, uint32_t n) {
    SrcLoc at;
    bool library = n && top->sev >= SEV_ERROR && source_in_library(ctx, top->pos);
    if (!library) return NULL;
    for (uint32_t i = 0; i < n; i++) {
        bool placed = source_resolve(ctx, context[i].pos, &at);
        if (placed && !source_in_library(ctx, context[i].pos)) return &context[i];
    }
    return NULL;
}

// The key of a position in error_at: no key is 0.
static uint64_t place_key(Pos pos) {
    return (uint64_t)pos + 1;
}

bool diag_error_at(Ctx *ctx, Pos pos) {
    return map_get(&diag_engine(ctx)->error_at, place_key(pos));
}

// The front end of the first reading is gone, and its hooks with it.
void diag_forget(Ctx *ctx) {
    DiagEngine *e = diag_engine(ctx);
    e->diags.n = 0;
    map_init(&e->seen, &ctx->perm);
    map_init(&e->error_at, &ctx->perm);
    e->errors = e->warnings = e->fatals = 0;
    e->in_hook = e->last_live = e->stopped = e->limit_hit = false;
    e->trap = NULL;
    e->hidden = (DiagHidden){0};
    diag_set_filter(ctx, NULL, NULL);
    diag_set_backtrace(ctx, NULL, NULL);
}

uint32_t diag_warning_count(Ctx *ctx) {
    return ctx->diags ? ctx->diags->warnings : 0;
}

// ---- severities --------------------------------------------------------------------------------

// Calls of names in "177,unused-variable" style lists are rare: a scan is enough.
static bool list_has(const char *list, const char *name) {
    size_t n = strlen(name);
    for (const char *p = list; *p;) {
        size_t len = strcspn(p, ",");
        if (len == n && memcmp(p, name, n) == 0) return true;
        p += len + (p[len] == ',');
    }
    return false;
}

bool diag_row_named(const DiagRow *row, const char *name) {
    return strcmp(diag_row_name(row), name) == 0 || list_has(diag_row_group(row), name);
}

// Digits that are a whole word of the list, and stand at its start.
uint32_t diag_row_number(const DiagRow *row) {
    uint32_t v = 0;
    for (const char *p = diag_row_group(row); *p >= '0' && *p <= '9'; p++) {
        v = v * 10 + (uint32_t)(*p - '0');
        if (p[1] == ',' || !p[1]) return v;
    }
    return 0;
}

bool diag_row_soft(const DiagRow *row) {
    return row->severity < SEV_ERROR || list_has(diag_row_group(row), "permissive");
}

// Overrides act on warnings and remarks, and may raise but never lower errors, except those whose
// group is "permissive" (nvcc's discretionary errors).
static Severity option_severity(DiagEngine *engine, const DiagRow *row) {
    Severity severity = (Severity)row->severity;
    if (is_any_of(severity, SEV_NOTE, SEV_FATAL)) return severity;
    bool soft = diag_row_soft(row);
    // what is said about the command line is no fault of the program
    bool promoted = engine->opt.werror && !list_has(diag_row_group(row), "command-line");
    for (uint32_t i = engine->overrides.n; soft && i-- > 0;) {
        if (!diag_row_named(row, engine->overrides.at[i].name)) continue;
        Severity asked = engine->overrides.at[i].sev; // a warning by request is one of all
        return asked == SEV_WARNING && promoted ? SEV_ERROR : asked;
    }
    if (is_any_of(severity, SEV_WARNING, SEV_REMARK)) {
        // what another option asks for is no warning (-Rpass)
        if (engine->opt.no_warnings && !list_has(diag_row_group(row), "requested"))
            return SEV_IGNORED;
        if (promoted && severity == SEV_WARNING) return SEV_ERROR;
    }
    return severity;
}

// The row's severity after options, then after pragmas (the filter), which may only change what is
// soft. Remarks are not shown unless they are asked for.
static Severity severity_of(Ctx *ctx, DiagEngine *e, const DiagRow *row, Pos pos) {
    Severity s = option_severity(e, row);
    if (e->filter && s != SEV_IGNORED && diag_row_soft(row) && row->severity != SEV_NOTE)
        s = e->filter(ctx, row, pos, s, e->filter_data);
    bool shown = e->opt.show_remarks || list_has(diag_row_group(row), "requested");
    return s == SEV_REMARK && !shown ? SEV_IGNORED : s;
}

// ---- formatting --------------------------------------------------------------------------------

typedef struct {
    va_list ap; // in a struct so that it can be passed by reference portably
} Args;

// Prints one integer conversion with its length modifier; `c` is d, i, u or x.
static void format_int(Buf *out, char c, int longs, Args *given) {
    if (is_any_of(c, 'd', 'i')) {
        int64_t v;
        if (longs == 0)
            v = va_arg(given->ap, int);
        else if (longs == 1)
            v = va_arg(given->ap, long);
        else
            v = va_arg(given->ap, long long);
        buf_i64(out, v);
    } else {
        uint64_t v;
        if (longs == 0)
            v = va_arg(given->ap, unsigned);
        else if (longs == 1)
            v = va_arg(given->ap, unsigned long);
        else
            v = va_arg(given->ap, unsigned long long);
        if (c == 'x')
            buf_hex(out, v, 1);
        else
            buf_u64(out, v);
    }
}

static void format_string(Buf *out, int precision, Args *given) {
    const char *s = va_arg(given->ap, const char *);
    if (!s) s = "(null)";
    buf_write(out, s, precision >= 0 ? strnlen(s, (size_t)precision) : strlen(s));
}

// The text of a report, in memory that stays. Letters that a module has registered come before
// ours.
static const char *format_text(Ctx *ctx, const char *fmt, Args *given) {
    DiagEngine *engine = ctx->diags;
    Buf out;
    buf_init(&out, &ctx->perm);
    for (const char *p = fmt; *p; p++) {
        if (*p != '%') {
            buf_putc(&out, *p);
            continue;
        }
        int longs = 0, precision = -1;
        p++;
        if (p[0] == '.' && p[1] == '*') precision = va_arg(given->ap, int), p += 2;
        for (; *p == 'l' || *p == 'z'; p++) longs += *p == 'z' ? 2 : 1;
        if (engine->printer[*p & 127]) { // a module may take any letter
            engine->printer[*p & 127](ctx, &out, va_arg(given->ap, const void *));
            continue;
        }
        switch (*p) {
        case '%': buf_putc(&out, '%'); break;
        case 'c': buf_putc(&out, (char)va_arg(given->ap, int)); break;
        case 's': format_string(&out, precision, given); break;
        case 'A': buf_atom(ctx, &out, va_arg(given->ap, Atom)); break;
        case 'd':
        case 'i':
        case 'u':
        case 'x': format_int(&out, *p, longs, given); break;
        default: // the row is wrong: no letter of ours
            CU_ASSERT(ctx, !"format letter of a diagnostic has no printer");
        }
    }
    return buf_cstr(&out);
}

// ---- reporting ---------------------------------------------------------------------------------

// Has this text been reported at this place with this severity? Remembers it.
static bool said_before(DiagEngine *e, const Diag *d) {
    uint64_t h = hash_bytes(d->text, strlen(d->text), d->pos * 8ull + d->sev);
    void **slot = map_slot(&e->seen, h);
    if (*slot) return true;
    *slot = e;
    return false;
}

// Nothing more will be taken; leaves by the compilation's emergency exit if there is one.
static void stop(Ctx *ctx, const char *why) {
    ctx->diags->stopped = true;
    if (!ctx->unwind) return;
    ctx->fatal_text = why;
    longjmp(*ctx->unwind, 1);
}

// Lets the backtrace hook add its notes to the diagnostic just kept. They are reports too, so the
// hook does not run for them.
static void run_hook(Ctx *ctx, DiagEngine *engine) {
    if (!engine->hook || engine->in_hook) return;
    DiagTrap *trap = engine->trap;
    engine->trap = NULL; // the hook's notes belong to a diagnostic that is shown
    engine->in_hook = true;
    engine->hook(ctx, engine->hook_data);
    engine->in_hook = false;
    engine->trap = trap;
}

DiagHidden *diag_hidden(Ctx *ctx) {
    return &diag_engine(ctx)->hidden;
}

// A silent trap hides what is reported now, which is no failure of a substitution inside of it.
static bool hides(const DiagEngine *e) {
    const DiagTrap *t = e->trap;
    if (!t || !t->silent) return false;
    while (t->outer && t->hard) t = t->outer;
    return !t->outer;
}

static const char *text_of(Ctx *ctx, const DiagRow *row, const Diag *d, Args *given) {
    return d->text ? d->text : format_text(ctx, diag_row_text(row), given);
}

// Counts d and keeps it if it is the first; its text where that was made.
static const char *hide(Ctx *ctx, const DiagRow *row, const Diag *hidden, Args *given, bool shown) {
    DiagHidden *h = &ctx->diags->hidden;
    h->n++;
    if (h->text && !shown) return NULL;
    const char *text = text_of(ctx, row, hidden, given);
    if (!h->text) {
        h->text = text;
        h->pos = hidden->pos;
    }
    return arena_printf(&ctx->perm, "ignored in host code: %s", text);
}

// Does the filter drop the report? It takes the first error if it believes it, and nothing behind;
// warnings go, notes share the fate of what they belong to, fatal errors always pass.
static bool filtered(DiagFilter *f, const DiagRow *row, const Diag *d) {
    if (d->sev < SEV_ERROR) return d->sev != SEV_NOTE;
    if (d->sev == SEV_FATAL) return false;
    bool drop = f->done || !f->pass(f->data, row, d->pos);
    f->done = true;
    return drop;
}

void diag_hold(Ctx *worker, DiagHold *h) {
    worker->hold = h;
}

// Whether the report is held back; the text is made now, its arguments may die.
static bool held(Ctx *ctx, const DiagRow *row, Diag diag, Args *given) {
    DiagHold *h = ctx->loop ? task_here(ctx)->hold : NULL;
    if (!h) return false;
    task_lock(ctx);
    diag_engine(ctx);
    diag.row = row;
    diag.text = format_text(ctx, diag_row_text(row), given);
    vec_push(&ctx->perm, &h->held, diag);
    task_unlock(ctx);
    return true;
}

// The diagnostic at `first`, just kept with its context, if it is an error in a library that the
// same line of the program has led to with the same text before: two places of a library stumble
// over one mistake. It is taken back.
static bool forget_repeated(DiagEngine *e, Ctx *ctx, uint32_t first) {
    const Diag *top = &e->diags.at[first];
    const Diag *user = diag_user_place(ctx, top, top + 1, e->diags.n - first - 1);
    if (!user || top->sev != SEV_ERROR) return false;
    const char *text = top->text, *quote = strchr(text, '"');
    if (quote) quote = strchr(quote + 1, '"'); // what is named first; the rest is of the instance
    Diag led = *top;
    led.pos = user->pos;
    led.text = quote ? arena_strndup(&ctx->perm, text, (size_t)(quote - text)) : text;
    if (!said_before(e, &led)) return false;
    e->diags.n = first;
    e->errors--;
    e->last_live = false; // the notes that follow are its
    return true;
}

// Warnings of the group "last" are about what a whole file does not do: with an error in it nobody
// knows, unless that is of the group "late", which a file has that was read as a whole. The ones
// before the first error are taken back.
static void forget_last(DiagEngine *e) {
    uint32_t kept = 0;
    bool drop = false;
    for (uint32_t i = 0; i < e->diags.n; i++) {
        const Diag *d = &e->diags.at[i];
        bool note = d->context || d->sev == SEV_NOTE;
        if (!note) drop = d->sev == SEV_WARNING && list_has(diag_row_group(d->row), "last");
        e->warnings -= drop && !note;
        if (!drop) e->diags.at[kept++] = *d;
    }
    e->diags.n = kept;
    e->last = 0;
}

// The way of every report: held back in a parallel loop; severity; traps and filters; once only;
// then kept, counted, and the end where that was one too many. A note asks only what became of the
// diagnostic before it.
static void report(Ctx *ctx, const DiagRow *row, Diag diag, Args *given) {
    if (CU_UNLIKELY(ctx->loop != NULL) && held(ctx, row, diag, given)) return;
    DiagEngine *e = diag_engine(ctx);
    if (e->stopped) return;
    DiagTrap *trap = e->trap;
    bool trapped = trap && (!trap->hard || trap->silent) && row->severity != SEV_FATAL;
    bool hidden = trapped && hides(e), shown = hidden && e->opt.show_silent; // as a remark
    diag.row = row;
    Severity sev = severity_of(ctx, e, row, diag.pos);
    bool once = sev == SEV_ONCE; // ... with the severity of its row
    diag.sev = (uint8_t)(once ? CU_MAX(row->severity, SEV_WARNING) : sev);
    if (trap && trap->filter && !trapped && filtered(trap->filter, row, &diag)) trapped = true;
    if (diag.sev == SEV_NOTE) {
        if ((trapped && !shown) || !e->last_live) return;
        diag.context = e->in_hook;
        diag.text = text_of(ctx, row, &diag, given);
        vec_push(&ctx->perm, &e->diags, diag);
        return;
    }
    if (diag.sev >= SEV_ERROR) e->errors_seen++;
    if (trap && diag.sev >= SEV_ERROR) {
        trap->errors++;
        if (trapped && trap->keep && !trap->text) trap->text = text_of(ctx, row, &diag, given);
    }
    e->last_live = false;
    hidden = hidden && row->severity >= SEV_ERROR; // a warning, raised or not, loses nothing
    shown = shown && hidden;
    if (hidden) diag.text = hide(ctx, row, &diag, given, shown);
    if ((trapped && !shown) || diag.sev == SEV_IGNORED) return;
    if (!shown) diag.text = text_of(ctx, row, &diag, given);
    if (shown) diag.sev = SEV_REMARK;
    if (diag.sev != SEV_FATAL && said_before(e, &diag)) return;
    bool last = diag.sev == SEV_WARNING && list_has(diag_row_group(row), "last");
    if (last && e->unread) return;
    if (once) {
        void **slot = map_slot(&e->seen, (uintptr_t)row);
        if (*slot) return;
        *slot = e;
    }
    e->last_live = true;
    e->last += last;
    bool unread = row->severity >= SEV_ERROR && diag.sev >= SEV_ERROR;
    if (unread && !e->opt.keep_last && !list_has(diag_row_group(row), "late")) {
        e->unread++;
        if (e->last) forget_last(e);
    }
    vec_push(&ctx->perm, &e->diags, diag);
    e->errors += diag.sev == SEV_ERROR;
    e->fatals += diag.sev == SEV_FATAL;
    e->warnings += diag.sev == SEV_WARNING;
    uint32_t first = e->diags.n - 1;
    run_hook(ctx, e);
    if (forget_repeated(e, ctx, first)) return;
    if (diag.sev >= SEV_ERROR) map_put(&e->error_at, place_key(diag.pos), e);
    if (diag.sev == SEV_FATAL) {
        e->errors++;
        stop(ctx, diag.text);
    } else if (e->opt.error_limit && e->errors >= e->opt.error_limit) {
        e->limit_hit = true;
        stop(ctx, "error limit reached");
    }
}

bool diag(Ctx *ctx, const DiagRow *row, Pos pos, ...) {
    Args a;
    va_start(a.ap, pos);
    report(ctx, row, (Diag){.pos = pos}, &a);
    va_end(a.ap);
    return false;
}

void diag_let_go(Ctx *ctx, const DiagHold *h) {
    for (uint32_t i = 0; i < h->held.n; i++) report(ctx, h->held.at[i].row, h->held.at[i], NULL);
}

bool diag_v(Ctx *ctx, const DiagRow *row, Pos pos, va_list ap) {
    Args a;
    va_copy(a.ap, ap);
    report(ctx, row, (Diag){.pos = pos}, &a);
    va_end(a.ap);
    return false;
}

bool diag_range(Ctx *ctx, const DiagRow *row, Pos pos, Pos begin, Pos end, ...) {
    Args a;
    va_start(a.ap, end);
    report(ctx, row, (Diag){.pos = pos, .begin = begin, .end = end}, &a);
    va_end(a.ap);
    return false;
}

// Dropped when the diagnostic it belongs to was.
void diag_fixit(Ctx *ctx, FixIt f) {
    DiagEngine *e = diag_engine(ctx);
    if (!e->diags.n || !e->last_live || (e->trap && (!e->trap->hard || e->trap->silent))) return;
    Diag *d = &vec_last(&e->diags);
    while (d->context) d--; // the diagnostic itself, not its backtrace
    f.replacement = arena_strndup(&ctx->perm, f.replacement, strlen(f.replacement));
    vec_push(&ctx->perm, &d->fixits, f);
}

// Inherits silence and filter from the trap around it; the rest is set by the caller.
void diag_trap_push(Ctx *ctx, DiagTrap *t) {
    DiagEngine *e = diag_engine(ctx);
    *t = (DiagTrap){
        .outer = e->trap, .silent = e->trap && e->trap->silent, .was_live = e->last_live};
    if (t->outer) t->filter = t->outer->filter;
    e->trap = t;
}

bool diag_trap_keeps(Ctx *ctx) {
    const DiagTrap *t = diag_engine(ctx)->trap;
    return t && t->keep;
}

void diag_trap_push_keep(Ctx *ctx, DiagTrap *t) {
    bool keep = diag_trap_keeps(ctx);
    diag_trap_push(ctx, t);
    t->keep = t->pass_on = keep;
}

bool diag_trapped(Ctx *ctx) {
    const DiagTrap *t = diag_engine(ctx)->trap;
    return t && !t->hard && !t->silent;
}

bool diag_silent(Ctx *ctx) {
    const DiagTrap *t = diag_engine(ctx)->trap;
    return t && t->silent;
}

// Traps nest strictly; t is the innermost.
uint32_t diag_trap_pop(Ctx *ctx, DiagTrap *t) {
    DiagEngine *e = diag_engine(ctx);
    CU_ASSERT(ctx, e->trap == t);
    e->trap = t->outer;
    if (t->keep) e->last_live = t->was_live; // the note that explains follows
    if (t->pass_on && t->text && !e->trap->text) e->trap->text = t->text;
    return t->errors;
}
