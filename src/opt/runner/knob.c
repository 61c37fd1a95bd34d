// SPDX-License-Identifier: Apache-2.0
// Knobs as options of LLVM's manner: -unroll-count=4, with one or two dashes. Names of knobs that
// NVIDIA's optimizer has and ours lacks (foreign_knob.def) are told from mistakes.
#include "opt/runner/runner.h"

#include "base/opt.h"
#include "opt/opt_diag.h"

// What a name of NVIDIA's does here: it is one of our knobs by another name, a switch that sets one
// or leaves a pass out, nothing (a warning), or an error as in NVIDIA's.
typedef enum { IS_KNOB, SETS_KNOB, SWITCHES_PASS, IS_NONE, IS_REFUSED } ForeignKind;
typedef struct {
    const char *name;
    ForeignKind kind;
    uint32_t knob;    // its place
    int64_t on, set;  // with the value `on` the knob is `set`, or the pass is off
    const char *text; // the pass, or the reason
} ForeignRow;

// Their places, as of opt_knobs.
enum {
#define KNOB(pass, id, ...) OPT_KNOB_##pass##_##id,
#include "opt/knob.def"
#undef KNOB
};

static const ForeignRow foreign[] = {
#define KNOB_TOO(name, pass, id) {name, IS_KNOB, OPT_KNOB_##pass##_##id, 0, 0, NULL},
#define KNOB_SWITCH(name, on, pass, id, set)                                                       \
    {name, SETS_KNOB, OPT_KNOB_##pass##_##id, on, set, NULL},
#define PASS_SWITCH(name, off, pass) {name, SWITCHES_PASS, 0, off, 0, pass},
#define NO_KNOB(name, reason)        {name, IS_NONE, 0, 0, 0, reason},
#define REFUSED_KNOB(name, reason)   {name, IS_REFUSED, 0, 0, 0, reason},
#include "opt/foreign_knob.def"
};

const char *opt_read_knob(const OptKnob *knob, const char *s, int64_t *value) {
    bool minus = *s == '-';
    int64_t n = 0;
    if (minus) s++;
    if (*s < '0' || *s > '9') return NULL;
    for (; *s >= '0' && *s <= '9'; s++) {
        if (n > INT32_MAX) return NULL;
        n = n * 10 + (*s - '0');
    }
    *value = minus ? -n : n;
    if (*s && *s != ';' && *s != '>') return NULL;
    return *value >= knob->least && *value <= knob->most ? s : NULL;
}

// ---- names --------------------------------------------------------------------------------------

typedef struct {
    const char *text;  // the option as it was given
    const char *name;  // without its dashes, n characters
    const char *value; // behind the =, or NULL
    size_t n;
} Given;

static Given read_option(const char *text) {
    Given g = {.text = text, .name = text};
    while (*g.name == '-') g.name++;
    g.n = strcspn(g.name, "=");
    if (g.name[g.n]) g.value = g.name + g.n + 1;
    return g;
}

// A name that ends in * stands for all that begin so.
static bool is_named(const Given *g, const char *name) {
    size_t n = strlen(name);
    if (n && name[n - 1] == '*') return g->n >= n - 1 && memcmp(g->name, name, n - 1) == 0;
    return g->n == n && memcmp(g->name, name, n) == 0;
}

// The first row from `from` on that has the name, or NULL.
static const ForeignRow *find_foreign(const Given *g, const ForeignRow *from) {
    for (; from < foreign + CU_COUNT(foreign); from++) {
        if (is_named(g, from->name)) return from;
    }
    return NULL;
}

static const OptKnob *find_own(const Given *g) {
    for (uint32_t k = 0; k < opt_nknobs; k++) {
        if (is_named(g, opt_knobs[k].llvm)) return &opt_knobs[k];
    }
    return NULL;
}

bool opt_is_knob(const char *option) {
    Given g = read_option(option);
    return find_own(&g) || find_foreign(&g, foreign);
}

// ---- setting ------------------------------------------------------------------------------------

typedef struct {
    Ctx *ctx;
    Given given;
    int64_t *knobs;
    bool *off; // by pass
} Setting;

static bool ignored(const Setting *s, const char *reason) {
    diag(s->ctx, DIAG_OF(opt, opt_knob_ignored), 0, s->given.text, reason);
    return true;
}

// A build that names what only NVIDIA's optimizer has, or a value that it does not take, goes on
// there after a word on stderr; so it does here.
static bool unknown(const Setting *setting) {
    enum { FAR = 4 }; // more wrong letters are another word
    char *name = arena_strndup(&setting->ctx->perm, setting->given.name, setting->given.n);
    const char *nearest = NULL;
    uint32_t least = FAR;
    for (uint32_t k = 0; k < opt_nknobs; k++) {
        uint32_t distance = opt_distance(name, opt_knobs[k].llvm, least);
        if (distance >= least) continue;
        least = distance;
        nearest = opt_knobs[k].llvm;
    }
    if (!nearest) return ignored(setting, "no pass here has such a knob");
    return ignored(setting,
                   arena_printf(&setting->ctx->perm,
                                "no pass here has such a knob; did you mean '-%s'?", nearest));
}

static bool wrong_value(const Setting *setting, int64_t least, int64_t most) {
    return ignored(setting,
                   arena_printf(&setting->ctx->perm, "a number from %lld to %lld is expected",
                                (long long)least, (long long)most));
}

// The words are those that LLVM's switches take.
bool opt_read_switch(const char *text, int64_t *value) {
    static const char *const words[][5] = {{"0", "false", "FALSE", "False"},
                                           {"1", "true", "TRUE", "True", ""}};
    if (!text) text = ""; // its name alone
    for (int on = 0; on < 2; on++) {
        for (uint32_t k = 0; k < CU_COUNT(words[on]) && words[on][k]; k++) {
            if (strcmp(text, words[on][k]) != 0) continue;
            *value = on;
            return true;
        }
    }
    return false;
}

static bool set_knob(const Setting *setting, const OptKnob *knob) {
    const char *text = setting->given.value;
    int64_t value;
    bool is_switch = knob->least == 0 && knob->most == 1;
    const char *end = text ? opt_read_knob(knob, text, &value) : NULL;
    bool read = is_switch ? opt_read_switch(text, &value) : end && !*end;
    if (!read) return wrong_value(setting, knob->least, knob->most);
    setting->knobs[knob - opt_knobs] = value;
    return true;
}

static bool set_by_switch(const Setting *setting, const ForeignRow *row) {
    int64_t on;
    if (!opt_read_switch(setting->given.value, &on)) return wrong_value(setting, 0, 1);
    if (row->kind == SETS_KNOB) {
        setting->knobs[row->knob] = on == row->on ? row->set : opt_knobs[row->knob].value;
    } else {
        const PassRow *pass = opt_find_pass(row->text, strlen(row->text));
        setting->off[pass - opt_passes] = on == row->on;
    }
    return true;
}

static bool acts(const ForeignRow *row) {
    return !is_any_of(row->kind, IS_NONE, IS_REFUSED);
}

// False: an error was reported.
static bool set_foreign(const Setting *setting, const ForeignRow *row) {
    switch (row->kind) {
    case IS_KNOB: return set_knob(setting, &opt_knobs[row->knob]);
    case SETS_KNOB:
    case SWITCHES_PASS: return set_by_switch(setting, row);
    case IS_NONE: return ignored(setting, row->text);
    case IS_REFUSED: break;
    }
    return diag(setting->ctx, DIAG_OF(opt, opt_knob_refused), 0, setting->given.text, row->text);
}

// A name that acts may have several rows. A family behind them (unroll-*) is for names that have
// none of their own. False: an error was reported.
static bool set_option(const Setting *setting) {
    const OptKnob *own = find_own(&setting->given);
    if (own) return set_knob(setting, own);

    const ForeignRow *row = find_foreign(&setting->given, foreign);
    if (!row) return unknown(setting);
    if (!acts(row)) return set_foreign(setting, row);

    for (; row && acts(row); row = find_foreign(&setting->given, row + 1)) {
        if (!set_foreign(setting, row)) return false;
    }
    return true;
}

bool opt_set_knobs(Ctx *ctx, const OptOptions *o, int64_t *knobs, bool *off) {
    for (uint32_t k = 0; k < opt_nknobs; k++) knobs[k] = opt_knobs[k].value;
    for (uint32_t k = 0; k < o->nknobs; k++) {
        Setting setting = {ctx, read_option(o->knobs[k]), knobs, off};
        if (!set_option(&setting)) return false;
    }
    return true;
}
