// SPDX-License-Identifier: Apache-2.0
// What the names of NVIDIA's optimizer (nvcc -Xcicc --Xopt=-NAME=V, cicc --Xopt, libNVVM -Xopt) do
// here: some say what an option of the compiler says (knob_option.def), the others go to the
// optimizer (opt/runner/knob.c).
#include "driver/driver.h"
#include "nvvm/nvvm.h"

#include <stddef.h>
#include <stdlib.h>

typedef struct {
    Ctx *ctx;
    CompileOptions *options;
    OptRemarkOptions *remarks; // a copy of theirs; NULL: not asked for so far
    const char *text, *value;  // -NAME=V, and what stands behind the =, or NULL
} Knob;

// Gets the place that its row names. NULL: it is done; else what was expected.
typedef const char *Take(Knob *knob, void *field);

static const char *take_SWITCH(Knob *knob, void *field) {
    int64_t on;
    if (!opt_read_switch(knob->value, &on)) return "0 or 1 is expected";
    *(bool *)field = on;
    return NULL;
}

static bool is_number(const char *text) {
    return text && *text && !text[strspn(text, "0123456789")];
}

static const char *take_LEVEL(Knob *knob, void *field) {
    if (!is_number(knob->value)) return "a number is expected";
    *(bool *)field = strtoul(knob->value, NULL, 10) > 0;
    return NULL;
}

static const char *take_CONTRACT(Knob *knob, void *field) {
    static const char *const words[] = {"off", "on", "fast"};
    for (uint32_t k = 0; knob->value && k < CU_COUNT(words); k++) {
        if (strcmp(knob->value, words[k]) != 0) continue;
        *(bool *)field = k > 0;
        return NULL;
    }
    return "off, on or fast is expected";
}

// The list, of *n words so far, with one more; its array may be somebody else's.
static const char **appended(Knob *knob, const char *const *list, uint32_t *n, const char *word) {
    const char **all = arena_array(&knob->ctx->perm, const char *, *n + 1);
    if (*n) memcpy(all, list, *n * sizeof *all);
    all[(*n)++] = word;
    return all;
}

static bool is_pass(const char *name) {
    return name && opt_find_pass(name, strlen(name));
}

static const char *take_AFTER(Knob *knob, void *field) {
    OptOptions *opt = field;
    if (!is_pass(knob->value)) return "there is no pass of that name here";
    opt->print_after = appended(knob, opt->print_after, &opt->nprint_after, knob->value);
    return NULL;
}

static const char *take_BEFORE(Knob *knob, void *field) {
    OptOptions *opt = field;
    if (!is_pass(knob->value)) return "there is no pass of that name here";
    opt->print_before = appended(knob, opt->print_before, &opt->nprint_before, knob->value);
    return NULL;
}

static const char *take_AFTER_ALL(Knob *knob, void *field) {
    OptOptions *opt = field;
    opt->print_after = appended(knob, opt->print_after, &opt->nprint_after, "all");
    return NULL;
}

static const char *take_BEFORE_ALL(Knob *knob, void *field) {
    OptOptions *opt = field;
    opt->print_before = appended(knob, opt->print_before, &opt->nprint_before, "all");
    return NULL;
}

static const char *take_FUNCTION(Knob *knob, void *field) {
    if (!knob->value) return "the name of a function is expected";
    *(const char **)field = knob->value;
    return NULL;
}

static const char *take_PERCENT(Knob *knob, void *field) {
    if (!is_number(knob->value)) return "a number is expected";
    // 0 stands for the default here: of 1 percent and of 0 the limit on tables decides
    *(uint32_t *)field = (uint32_t)CU_MIN(CU_MAX(strtoul(knob->value, NULL, 10), 1ul), 1000ul);
    return NULL;
}

static const char *take_BISECT(Knob *knob, void *field) {
    bool all = knob->value && strcmp(knob->value, "-1") == 0;
    if (!all && !is_number(knob->value)) return "a number is expected";
    *(int64_t *)field = all ? -1 : (int64_t)CU_MIN(strtoul(knob->value, NULL, 10), 1ul << 62);
    knob->options->optimizer.bisect_aloud = true;
    return NULL;
}

static const char *take_REFLECT(Knob *knob, void *field) {
    const char *const **list = field;
    if (!knob->value || !nvvm_reflect_value(knob->value, NULL))
        return "NAME=INT is expected, the number decimal and of 32 bits";
    *list = appended(knob, *list, &knob->options->nreflect, knob->value);
    return NULL;
}

static const char *take_REMARKS(Knob *knob, void *field) {
    if (!knob->value) return "a regular expression is expected";
    const char *why = opt_remark_bad_regex(knob->value, &knob->ctx->perm);
    if (!why) *(const char **)field = knob->value;
    return why;
}

typedef struct {
    const char *name;
    Take *take;
    size_t at; // of the field
} KnobOption;

static const KnobOption of_options[] = {
#define KNOB_OPTION(name, kind, field) {name, take_##kind, offsetof(CompileOptions, field)},
#define KNOB_REMARK(name, kind)
#include "driver/knob_option.def"
};
static const KnobOption of_remarks[] = {
#define KNOB_OPTION(name, kind, field)
#define KNOB_REMARK(name, kind) {name, take_REMARKS, offsetof(OptRemarkOptions, pass[kind])},
#include "driver/knob_option.def"
};

// "--Xopt=-NAME=V", as nvcc's -Xcicc gives it, without its head.
static const char *driver_knob(const char *value) {
    const char *name = value + strspn(value, "-");
    return strncmp(name, "Xopt=", 5) == 0 ? name + 5 : value;
}

// The row of those that has the name of the option, or NULL; *value is what stands behind the =.
static const KnobOption *find(const KnobOption *rows, size_t n, const char *text,
                              const char **value) {
    const char *name = text + strspn(text, "-");
    size_t length = strcspn(name, "=");
    *value = name[length] ? name + length + 1 : NULL;
    for (size_t i = 0; i < n; i++) {
        const char *known = rows[i].name;
        if (strlen(known) == length && memcmp(known, name, length) == 0) return &rows[i];
    }
    return NULL;
}

bool driver_is_knob(const char *option) {
    const char *value;
    return find(of_options, CU_COUNT(of_options), option, &value) ||
           find(of_remarks, CU_COUNT(of_remarks), option, &value) || opt_is_knob(option);
}

// The options' remarks are somebody else's: the knobs change a copy.
static OptRemarkOptions *own_remarks(Knob *knob) {
    OptRemarkOptions **to = &knob->remarks;
    if (*to) return *to;
    *to = arena_new(&knob->ctx->perm, OptRemarkOptions);
    if (knob->options->optimizer.remarks) **to = *knob->options->optimizer.remarks;
    (*to)->show_option = true;
    knob->options->optimizer.remarks = *to;
    return *to;
}

// False: it is no name of these tables.
static bool take(Knob *knob) {
    char *whole = (char *)knob->options;
    const KnobOption *row = find(of_options, CU_COUNT(of_options), knob->text, &knob->value);
    if (!row) {
        row = find(of_remarks, CU_COUNT(of_remarks), knob->text, &knob->value);
        if (!row) return false;
        whole = (char *)own_remarks(knob);
    }
    const char *wrong = row->take(knob, whole + row->at);
    if (wrong) DRIVER_DIAG(knob->ctx, drv_knob, knob->text, wrong);
    return true;
}

void driver_set_knobs(Ctx *ctx, CompileOptions *options, const char *const *texts, uint32_t n) {
    Knob knob = {.ctx = ctx, .options = options};
    VEC(const char *) rest = {0};
    for (uint32_t i = 0; i < n; i++) {
        knob.text = driver_knob(texts[i]);
        if (!take(&knob)) vec_push(&ctx->perm, &rest, knob.text);
    }
    options->optimizer.knobs = rest.at;
    options->optimizer.nknobs = rest.n;
}
