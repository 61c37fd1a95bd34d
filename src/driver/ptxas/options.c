// SPDX-License-Identifier: Apache-2.0
// The words of ptxas's command line, with NVIDIA's rules and messages: a long name has two dashes,
// a short one has one; a value stands behind `=` or is the next word, and behind -O and -m it
// follows at once.
#include "driver/option_file.h"
#include "driver/ptxas/ptxas.h"

#include <stdlib.h>

// Row i has the identifier i + 1, since PO_NONE has none.
static const OptRow rows[] = {
#define OPT(id, ...) OPT_ROW_AS(PO_##id, __VA_ARGS__)
#include "driver/ptxas/option.def"
#undef OPT
};
const OptTable ptxas_table = {rows, CU_COUNT(rows)};

void ptxas_help(Ctx *ctx, Buf *out) {
    buf_puts(out, "usage: ptxas [options] FILE.ptx...\n"
                  "Checks PTX and puts it into a container that `cuprum exec` runs; there is no "
                  "machine code.\n\n");
    opt_help(ctx, out, &ptxas_table);
}

void ptxas_say_effects(Ptxas *ptxas) {
    for (uint32_t i = 0; i < ptxas->given.items.n; i++) {
        const OptItem *item = &ptxas->given.items.at[i];
        const OptRow *row = &rows[item->id - 1];
        uint32_t effect = row->effect & OPT_CLASS_MASK;
        if (effect == OPT_NO_EFFECT) ptxas_say(ptxas, PM_no_effect, item->spelling, row->help);
        if (effect == OPT_SATISFIED) ptxas_say(ptxas, PM_satisfied, item->spelling, row->help);
    }
}

// ---- values -------------------------------------------------------------------------------------

static bool is_number(const char *s) {
    s += *s == '-';
    return *s && strspn(s, "0123456789") == strlen(s);
}

// One of "{a|b|c}".
static bool is_choice(const char *list, const char *value) {
    size_t n = strlen(value);
    for (const char *p = list + 1; *p && *p != '}';) {
        size_t k = strcspn(p, "|}");
        if (k == n && memcmp(p, value, n) == 0) return true;
        p += k + (p[k] == '|');
    }
    return false;
}

static bool is_cache_modifier(uint16_t id, const char *value) {
    bool load = is_any_of(id, PO_LOAD_CACHE, PO_FORCE_LOAD_CACHE);
    return is_choice(load ? "{ca|cg|cs|lu|cv}" : "{wb|cg|cs|wt}", value);
}

// False after a message.
static bool check_value(Ptxas *ptxas, const OptRow *option, const char *value) {
    if (option->kind == OPT_BOOL)
        return is_choice("{true|false}", value) || ptxas_say(ptxas, PM_not_a_bool, value);
    if (strcmp(option->value, "N") == 0 && option->kind != OPT_LIST)
        return !*value || is_number(value) || ptxas_say(ptxas, PM_not_a_number, value);
    switch (option->id) {
    case PO_FAST_COMPILE:
        return is_choice(option->value, value) || ptxas_say(ptxas, PM_not_a_speed, value);
    case PO_MAXREG:
    case PO_FUNC_MAXREG:
        return is_number(value) || is_choice("{archmax|archmin}", value) ||
               ptxas_say(ptxas, PM_not_a_count, value, option->name);
    case PO_LOAD_CACHE:
    case PO_STORE_CACHE:
    case PO_FORCE_LOAD_CACHE:
    case PO_FORCE_STORE_CACHE: return true; // judged with the module
    default:
        return *option->value != '{' || is_choice(option->value, value) ||
               ptxas_say(ptxas, PM_not_a_choice, value, option->name);
    }
}

static bool add(Ptxas *ptxas, const OptRow *option, const char *spelling, const char *value) {
    const OptItem *before = opt_last(&ptxas->given, option->id);
    bool single = is_any_of(option->kind, OPT_VALUE, OPT_BOOL, OPT_JOINED);
    if (single && before && strcmp(before->value, value) != 0)
        ptxas_say(ptxas, PM_redefined, option->name);
    vec_push(&ptxas->ctx->perm, &ptxas->given.items, ((OptItem){option->id, spelling, value, 0}));
    return true;
}

// ---- words --------------------------------------------------------------------------------------

static bool read_words(Ptxas *ptxas, OptionWords *given, uint32_t depth);

static bool read_options_file(Ptxas *ptxas, const char *path, uint32_t depth) {
    OptionWords words;
    switch (driver_option_file(ptxas->ctx, path, depth, &words)) {
    case OPTION_FILE_READ: return read_words(ptxas, &words, depth + 1);
    case OPTION_FILE_TOO_DEEP: return ptxas_say(ptxas, PM_options_depth, path);
    default: return ptxas_say(ptxas, PM_options_file, path);
    }
}

// Each part between commas. PTX is not split: it has commas of its own.
static bool take_list(Ptxas *ptxas, const OptRow *option, const char *spelling, const char *value,
                      uint32_t depth) {
    if (option->id == PO_INPUT_STRING) {
        PtxasInput input = {"application ptx input", value, strlen(value)};
        vec_push(&ptxas->ctx->perm, &ptxas->strings, input);
        return true;
    }
    for (const char *part; (part = driver_option_part(ptxas->ctx, &value));) {
        bool ok = option->id == PO_OPTIONS_FILE ? read_options_file(ptxas, part, depth)
                                                : add(ptxas, option, spelling, part);
        if (!ok) return false;
    }
    return true;
}

// The row of a word that begins with a dash; `*value` is what stands behind its name, or NULL.
static const OptRow *find_row(const char *word, const char **value) {
    bool is_long = word[1] == '-';
    const char *name = word + 1 + is_long;
    size_t n = strcspn(name, "=");
    *value = name[n] ? name + n + 1 : NULL;
    for (uint32_t i = 0; i < CU_COUNT(rows); i++) {
        const char *own = is_long ? rows[i].name : rows[i].brief;
        if (n && strlen(own) == n && memcmp(own, name, n) == 0) return &rows[i];
    }
    for (uint32_t i = 0; i < CU_COUNT(rows) && !is_long; i++) {
        if (rows[i].kind != OPT_JOINED || rows[i].brief[0] != name[0]) continue;
        *value = name + 1;
        return &rows[i];
    }
    return NULL;
}

static bool read_option(Ptxas *ptxas, OptionWords *given, uint32_t depth) {
    const char *word = given->at[given->i], *value;
    const OptRow *row = find_row(word, &value);
    if (!row) return ptxas_say(ptxas, PM_unknown_option, (int)strcspn(word, "=") - 1, word + 1);
    if (row->kind == OPT_FLAG) {
        int n = (int)strcspn(word, "=");
        return value ? ptxas_say(ptxas, PM_an_argument, n, word) : add(ptxas, row, word, NULL);
    }

    // -O alone is the default level.
    if (!value && row->id == PO_OPT_LEVEL && word[1] != '-') value = "";
    if (!value && given->i + 1 >= given->n) return ptxas_say(ptxas, PM_no_argument, word);
    if (!value) value = given->at[++given->i];
    if (row->kind == OPT_LIST) return take_list(ptxas, row, word, value, depth);
    return check_value(ptxas, row, value) && add(ptxas, row, word, value);
}

static bool read_words(Ptxas *ptxas, OptionWords *given, uint32_t depth) {
    for (given->i = 0; given->i < given->n; given->i++) {
        const char *word = given->at[given->i];
        if (word[0] == '-' && word[1]) {
            if (!read_option(ptxas, given, depth)) return false;
        } else {
            vec_push(&ptxas->ctx->perm, &ptxas->files, word);
        }
    }
    return true;
}

// ---- what they mean -----------------------------------------------------------------------------

static bool read_arch(Ptxas *ptxas) {
    const char *name = opt_value(&ptxas->given, PO_ARCH, "sm_75");
    bool real = strncmp(name, "sm_", 3) == 0;
    ptxas->is_virtual = strncmp(name, "compute_", 8) == 0 || strncmp(name, "lto_", 4) == 0;
    ptxas->target = real || ptxas->is_virtual ? target_parse(name, strlen(name)) : NULL;
    bool known = ptxas->target && target_of_cuda(ptxas->target, 0);
    return known || ptxas_say(ptxas, PM_not_a_choice, name, "gpu-name");
}

// The register limit, in the bounds of the hardware and of calls. 0: none.
static uint32_t read_registers(Ptxas *ptxas, uint16_t id) {
    enum { LEAST = 24 };
    const char *value = opt_value(&ptxas->given, id, NULL);
    if (!value) return 0;
    if (strcmp(value, "archmax") == 0) return TARGET_MAX_REGS;
    if (strcmp(value, "archmin") == 0) return LEAST;
    int64_t n = opt_int(ptxas->ctx, &ptxas->given, id, 0);
    if (n < 0 || n > TARGET_MAX_REGS) {
        ptxas_say(ptxas, PM_many_registers, value);
        return 0;
    }
    if (n < LEAST) ptxas_say(ptxas, PM_few_registers, ptxas->target->name, value, LEAST);
    return (uint32_t)CU_MAX(n, LEAST);
}

// -maxntid=X,Y,Z; what is left out is 1.
static void read_threads(Ptxas *ptxas) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < ptxas->given.items.n && n < 3; i++) {
        const OptItem *item = &ptxas->given.items.at[i];
        if (item->id != PO_MAXNTID || !is_number(item->value)) continue;
        long number = strtol(item->value, NULL, 10);
        if (number > 0 && number <= TARGET_MAX_THREADS) ptxas->threads[n++] = (uint32_t)number;
    }
    for (; n && n < 3; n++) ptxas->threads[n] = 1;
}

// A register limit stands for itself: NVIDIA's drops the other two then.
static void read_limits(Ptxas *ptxas) {
    ptxas->registers = read_registers(ptxas, PO_MAXREG);
    bool limited = ptxas_has(ptxas, PO_MAXREG);
    if (limited && ptxas_has(ptxas, PO_MINNCTA))
        ptxas_say(ptxas, PM_conflict, "-maxrregcount", "-minnctapersm", "-minnctapersm");
    if (limited && ptxas_has(ptxas, PO_MAXNTID))
        ptxas_say(ptxas, PM_conflict, "-maxrregcount", "-maxntid", "-maxntid");
    if (limited) return;
    ptxas->blocks = (uint32_t)CU_MAX(opt_int(ptxas->ctx, &ptxas->given, PO_MINNCTA, 0), 0);
    read_threads(ptxas);
}

// Options that exclude each other, or need another.
static void say_conflicts(Ptxas *ptxas) {
    if (ptxas_has(ptxas, PO_DEBUG) && ptxas_has(ptxas, PO_LINE_INFO))
        ptxas_say(ptxas, PM_conflict, "--device-debug", "--generate-line-info",
                  "--generate-line-info");
    if (ptxas_has(ptxas, PO_LOAD_CACHE) && ptxas_has(ptxas, PO_FORCE_LOAD_CACHE))
        ptxas_say(ptxas, PM_conflict, "force-load-cache", "def-load-cache", "def-load-cache");
    if (ptxas_has(ptxas, PO_STORE_CACHE) && ptxas_has(ptxas, PO_FORCE_STORE_CACHE))
        ptxas_say(ptxas, PM_conflict, "force-store-cache", "def-store-cache", "def-store-cache");
    bool has_lines = ptxas_has(ptxas, PO_DEBUG) || ptxas_has(ptxas, PO_LINE_INFO);
    if (ptxas_has(ptxas, PO_NO_DEBUG_INFO) && !has_lines) ptxas_say(ptxas, PM_debug_needed);
    bool whole = !ptxas_has(ptxas, PO_COMPILE_ONLY);
    if (whole && ptxas_has(ptxas, PO_FUNC_MAXREG)) ptxas_say(ptxas, PM_whole_program);
    const char *level = opt_value(&ptxas->given, PO_USAGE_LEVEL, "5");
    if (atoi(level) < 0 || atoi(level) > 10) ptxas_say(ptxas, PM_usage_level, level);
}

static bool check_cache_modifiers(Ptxas *ptxas) {
    static const uint16_t ids[] = {PO_LOAD_CACHE, PO_STORE_CACHE, PO_FORCE_LOAD_CACHE,
                                   PO_FORCE_STORE_CACHE};
    bool ok = true;
    for (uint32_t i = 0; i < CU_COUNT(ids); i++) {
        const char *value = opt_value(&ptxas->given, ids[i], NULL);
        if (!value || is_cache_modifier(ids[i], value)) continue;
        ok = ptxas_say(ptxas, PM_bad_modifier, i % 2 ? "store" : "load", value);
    }
    return ok || ptxas_say(ptxas, PM_aborted);
}

bool ptxas_options(Ptxas *ptxas, uint32_t n, const char *const *words) {
    OptionWords all = {words, n, 0};
    if (!read_words(ptxas, &all, 0)) return false;
    static const uint16_t only_printing[] = {PO_HELP, PO_VERSION, PO_LIST_VERSION};
    for (uint32_t i = 0; i < CU_COUNT(only_printing); i++) {
        if (ptxas_has(ptxas, only_printing[i])) return true;
    }
    if (!read_arch(ptxas)) return false;
    read_limits(ptxas);
    say_conflicts(ptxas);
    return check_cache_modifiers(ptxas);
}
