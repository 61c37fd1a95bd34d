// SPDX-License-Identifier: Apache-2.0
// opt: transforms of the IR, one file each, on floors by subject, and the runner that drives them.
// This is the runner's side; common/common.h has the contract of a pass.
//
//  - Floors, lowest first: common (what all passes share), scalar, rewrite, memory, cfg, loop, ipo,
//    gpu, runner, which alone knows all passes (pass.def, pipeline.def).
#ifndef CUPRUM_OPT_OPT_H
#define CUPRUM_OPT_OPT_H

#include "opt/common/common.h"

extern const PassRow opt_passes[];
extern const uint32_t opt_npasses;

// Runs the pipeline. False: the pipeline's text is wrong (a diagnostic was reported). Times go to
// the context's timers.
bool opt_run(IrModule *module, const OptOptions *options);
// Adds a stress mode by name: clone, reread, drop, check, renumber, all. False: no such mode.
bool opt_stress_add(OptOptions *options, const char *name);
const char *opt_default_pipeline(uint32_t level);
const PassRow *opt_find_pass(const char *name, size_t n);
void opt_list_passes(Buf *out); // "name  doc" lines, each pass's knobs below it
// Whether an option of LLVM's manner ("-unroll-count=4", one or two dashes) names a knob of ours,
// or one that NVIDIA's optimizer has; `knobs` of the options takes it.
bool opt_is_knob(const char *option);
// The value of a switch: 0, 1, false, true; NULL: its name alone, which is on. False: it is none.
bool opt_read_switch(const char *text, int64_t *value);

#endif
