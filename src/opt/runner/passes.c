// SPDX-License-Identifier: Apache-2.0
// The one place that knows all passes: their table and the pipelines of the levels.
#include "opt/runner/runner.h"

#define FUNC_PASS(id, ...)   OPT_FUNC_PASS(id);
#define MODULE_PASS(id, ...) OPT_MODULE_PASS(id);
#define LOOP_PASS(id, ...)   OPT_LOOP_PASS(id);
#include "opt/pass.def"
#undef FUNC_PASS
#undef MODULE_PASS
#undef LOOP_PASS

const PassRow opt_passes[] = {
#define FUNC_PASS(id, text, ...)   {.key = #id, .name = text, .func = opt_##id, __VA_ARGS__},
#define MODULE_PASS(id, text, ...) {.key = #id, .name = text, .module = opt_##id, __VA_ARGS__},
#define LOOP_PASS(id, text, ...)   {.key = #id, .name = text, .loop = opt_##id, __VA_ARGS__},
#include "opt/pass.def"
#undef FUNC_PASS
#undef MODULE_PASS
#undef LOOP_PASS
};
const uint32_t opt_npasses = CU_COUNT(opt_passes);

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
        for (uint32_t k = 0; k < opt_nknobs; k++) {
            const OptKnob *knob = &opt_knobs[k];
            if (strcmp(knob->pass, opt_passes[i].key) != 0) continue;
            buf_printf(out, "    %s=%lld (%lld to %lld; -%s) %s\n", knob->name,
                       (long long)knob->value, (long long)knob->least, (long long)knob->most,
                       knob->llvm, knob->doc);
        }
    }
}
