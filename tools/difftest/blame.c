// SPDX-License-Identifier: Apache-2.0
// Which pass makes a result wrong: the least number of passes with which it is wrong is found by
// halving (--opt-bisect-limit); the last of them is blamed.
#include "tester.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_wrong(const Source *source, const Verdict *verdict, int64_t limit) {
    Source limited = *source;
    limited.bisect = limit;
    Verdict now;
    examine_apart(&limited, 1ull << verdict->wrong, &now);
    const Outcome *outcome = &now.outcome[verdict->wrong];
    const Outcome *want = verdict->reference >= 0 ? &verdict->outcome[verdict->reference] : NULL;
    return outcome->kind != OUTCOME_OK || (want && outcome->hash != want->hash);
}

__attribute__((format(printf, 1, 2))) static char *printed(const char *format, ...) {
    char *text;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0) abort();
    va_end(arguments);
    return text;
}

char *blame(const Source *source, const Verdict *verdict) {
    const Config *config = &configs[verdict->wrong];
    const Outcome *outcome = &verdict->outcome[verdict->wrong];
    if (config->maker >= MAKER_NVRTC) return printed("the virtual machine");
    if (outcome->kind == OUTCOME_REFUSED) return printed("the front end");
    if (is_wrong(source, verdict, 0)) {
        // also wrong without the passes that may be left out
        if (config->level > 0 && !config->checks && config->maker == MAKER_CUPRUM)
            return printed("the front end, inlining or code generation at -O%u (or a judge)",
                           config->level);
        return printed("the front end or code generation (or a judge)");
    }
    int64_t good = 0, bad = pass_count(source, config);
    if (bad == 0) { // they do not all come to their end
        for (bad = 1; bad < INT32_MAX && !is_wrong(source, verdict, bad); bad *= 2) good = bad;
    }
    while (bad - good > 1) {
        int64_t middle = good + (bad - good) / 2;
        if (is_wrong(source, verdict, middle))
            bad = middle;
        else
            good = middle;
    }
    char *name = pass_name(source, config, bad);
    char *text = printed("pass %s (--opt-bisect-limit=%lld is wrong, %lld is not)",
                         name ? name : "?", (long long)bad, (long long)good);
    free(name);
    return text;
}
