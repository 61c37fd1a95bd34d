// SPDX-License-Identifier: Apache-2.0
// Knobs as options of LLVM's manner: -unroll-count=4, with one or two dashes. Names of knobs that
// NVIDIA's optimizer has and ours lacks (foreign_knob.def) are told from mistakes.
#include "opt/opt_run.h"

#include "base/opt.h"
#include "opt/opt_diag.h"

typedef struct {
    const char *name;
    uint32_t knob;
} AlsoNamed;

typedef struct {
    const char *name;
    int64_t off;
    const char *pass;
} PassSwitch;

typedef struct {
    const char *name, *reason;
} NoKnob;

static const AlsoNamed also[] = {
#define KNOB_TOO(name, pass, id) {name, OPT_KNOB_##pass##_##id},
#define PASS_SWITCH(...)
#define NO_KNOB(...)
#include "opt/foreign_knob.def"
};

static const PassSwitch switches[] = {
#define KNOB_TOO(...)
#define PASS_SWITCH(name, off, pass) {name, off, pass},
#define NO_KNOB(...)
#include "opt/foreign_knob.def"
};

static const NoKnob foreign[] = {
#define KNOB_TOO(...)
#define PASS_SWITCH(...)
#define NO_KNOB(name, reason) {name, reason},
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

static bool is_named(const Given *g, const char *name) {
    size_t n = strlen(name);
    if (n && name[n - 1] == '*') return g->n >= n - 1 && memcmp(g->name, name, n - 1) == 0;
    return g->n == n && memcmp(g->name, name, n) == 0;
}

static const PassSwitch *find_switch(const Given *g) {
    for (uint32_t i = 0; i < CU_COUNT(switches); i++) {
        if (is_named(g, switches[i].name)) return &switches[i];
    }
    return NULL;
}

static const NoKnob *find_foreign(const Given *g) {
    for (uint32_t i = 0; i < CU_COUNT(foreign); i++) {
        if (is_named(g, foreign[i].name)) return &foreign[i];
    }
    return NULL;
}

static bool names_knob(const Given *g, uint32_t knob) {
    if (is_named(g, opt_knobs[knob].llvm)) return true;
    for (uint32_t i = 0; i < CU_COUNT(also); i++) {
        if (also[i].knob == knob && is_named(g, also[i].name)) return true;
    }
    return false;
}

bool opt_is_knob(const char *option) {
    Given g = read_option(option);
    for (uint32_t k = 0; k < OPT_KNOB_COUNT; k++) {
        if (names_knob(&g, k)) return true;
    }
    return find_switch(&g) || find_foreign(&g);
}

// ---- setting ------------------------------------------------------------------------------------

typedef struct {
    Ctx *ctx;
    const OptOptions *o;
    Given given;
} Setting;

static bool ignored(const Setting *s, const char *reason) {
    diag(s->ctx, DIAG_OF(opt, opt_knob_ignored), 0, s->given.text, reason);
    return true;
}

static bool wrong_value(const Setting *s, int64_t least, int64_t most) {
    if (s->o->lenient_knobs) return ignored(s, "the value is no number of its range");
    return diag(s->ctx, DIAG_OF(opt, opt_knob_value), 0, s->given.text, (long long)least,
                (long long)most);
}

static bool unknown(const Setting *setting) {
    if (setting->o->lenient_knobs) return ignored(setting, "there is no such knob");
    enum { FAR = 4 }; // more wrong letters are another word
    char *name = arena_strndup(&setting->ctx->perm, setting->given.name, setting->given.n);
    const char *nearest = NULL;
    uint32_t least = FAR;
    for (uint32_t k = 0; k < OPT_KNOB_COUNT; k++) {
        uint32_t distance = opt_distance(name, opt_knobs[k].llvm, least);
        if (distance >= least) continue;
        least = distance;
        nearest = opt_knobs[k].llvm;
    }
    if (!nearest) return diag(setting->ctx, DIAG_OF(opt, opt_knob), 0, setting->given.text);
    return diag(setting->ctx, DIAG_OF(opt, opt_knob_near), 0, setting->given.text, nearest);
}

// A switch without a value is on.
static bool set_switch(const Setting *setting, const PassSwitch *sw, bool *off) {
    const char *v = setting->given.value ? setting->given.value : "1";
    bool yes = strcmp(v, "1") == 0 || strcmp(v, "true") == 0;
    bool no = strcmp(v, "0") == 0 || strcmp(v, "false") == 0;
    if (!yes && !no) return wrong_value(setting, 0, 1);
    const PassRow *row = opt_find_pass(sw->pass, strlen(sw->pass));
    off[row - opt_passes] = yes == (sw->off == 1);
    return true;
}

static bool set_option(const Setting *setting, int64_t *knobs, bool *off) {
    bool found = false;
    for (uint32_t k = 0; k < OPT_KNOB_COUNT; k++) {
        const OptKnob *knob = &opt_knobs[k];
        if (!names_knob(&setting->given, k)) continue;
        const char *v = setting->given.value, *end = v ? opt_read_knob(knob, v, &knobs[k]) : NULL;
        if (!end || *end) {
            knobs[k] = knob->value;
            return wrong_value(setting, knob->least, knob->most);
        }
        found = true;
    }
    if (found) return true;
    const PassSwitch *sw = find_switch(&setting->given);
    if (sw) return set_switch(setting, sw, off);
    const NoKnob *none = find_foreign(&setting->given);
    return none ? ignored(setting, none->reason) : unknown(setting);
}

bool opt_set_knobs(Ctx *ctx, const OptOptions *o, int64_t *knobs, bool *off) {
    for (uint32_t k = 0; k < OPT_KNOB_COUNT; k++) knobs[k] = opt_knobs[k].value;
    for (uint32_t k = 0; k < o->nknobs; k++) {
        Setting s = {ctx, o, read_option(o->knobs[k])};
        if (!set_option(&s, knobs, off)) return false;
    }
    return true;
}
