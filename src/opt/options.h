// SPDX-License-Identifier: Apache-2.0
// options.h: what the one who has a module optimized says about it.
#ifndef CUPRUM_OPT_OPTIONS_H
#define CUPRUM_OPT_OPTIONS_H

#include "analysis/analysis.h"
#include "base/float_options.h"
#include "base/target.h"

typedef struct {
    uint32_t level;     // 0..3
    const char *passes; // pipeline; NULL: pipeline.def's for the level
    // dumps go to `log` (may be NULL); pass names, "all" for every pass
    const char **print_after;
    uint32_t nprint_after;
    const char **print_before;
    uint32_t nprint_before;
    bool print_changed;
    bool print_pipeline;    // its text
    const char *print_func; // dump only this function
    const char **disable;   // passes that are skipped (--no-NAME)
    uint32_t ndisable;
    int64_t bisect_limit; // run only so many (pass, function) pairs; negative: all
    bool bisect_aloud;    // a line about each of them
    bool verify;          // after every pass that changed something; CU_DEBUG: always
    uint32_t stress;      // OPT_STRESS_*
    Buf *log;
    // what passes ask about the target and the options
    const Target *target;
    FloatOptions fp;
    const char **knobs; // "-unroll-count=4": values of knobs for all passes (knob.def)
    uint32_t nknobs;
    uint32_t inline_limit;                  // instructions of a callee; 0: default
    bool no_inlining;                       // of what does not say alwaysinline
    const struct OptRemarkOptions *remarks; // NULL: none
    uint32_t jobs; // threads for function passes; 0: processors. The result is the same
} OptOptions;
enum {
    OPT_STRESS_CLONE = 1 << 0,  // replace the function by its clone after every pass
    OPT_STRESS_REREAD = 1 << 1, // print and read back the module at the end of every group
    OPT_STRESS_DROP = 1 << 2,   // forget all analyses after every pass
    OPT_STRESS_CHECK = 1 << 3,  // catch passes that lie about changes or kept analyses
    OPT_STRESS_RENUMBER = 1 << 4,
};

typedef enum { OPT_REMARK_PASSED, OPT_REMARK_MISSED, OPT_REMARK_ANALYSIS } OptRemarkKind;
enum { OPT_REMARK_KINDS = OPT_REMARK_ANALYSIS + 1 };
typedef struct OptRemarkOptions {
    // by kind: of the passes whose names these regular expressions (POSIX extended) find, remarks
    // are diagnostics; NULL: of none
    const char *pass[OPT_REMARK_KINDS];
    bool show_option;        // they end in "[-Rpass=NAME]"
    Buf *record;             // gets the record of all remarks; NULL: none
    const char *record_pass; // of these passes only
    bool json;               // its form; else YAML
} OptRemarkOptions;
extern const OptRemarkOptions opt_inline_remarks; // what NVIDIA's -inline-info asks for
// Why a regular expression is none (in `a`), or NULL: they must be right in OptRemarkOptions.
const char *opt_remark_bad_regex(const char *text, Arena *arena);

#endif
