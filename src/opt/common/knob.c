// SPDX-License-Identifier: Apache-2.0
// The table of knobs, and each one's number in it.
#include "opt/common/common.h"

enum {
#define KNOB(pass, id, ...) KNOB_##pass##_##id,
#include "opt/knob.def"
#undef KNOB
    KNOB_COUNT
};

const OptKnob opt_knobs[] = {
#define KNOB(pass_id, id, text, llvm_text, default_, least_, most_, doc_)                          \
    {.pass = #pass_id,                                                                             \
     .name = text,                                                                                 \
     .llvm = llvm_text,                                                                            \
     .value = default_,                                                                            \
     .least = least_,                                                                              \
     .most = most_,                                                                                \
     .doc = doc_},
#include "opt/knob.def"
#undef KNOB
};
const uint32_t opt_nknobs = KNOB_COUNT;

#define KNOB(pass, id, ...)                                                                        \
    extern const uint32_t opt_knob_##pass##_##id CU_HIDDEN;                                        \
    const uint32_t opt_knob_##pass##_##id = KNOB_##pass##_##id;
#include "opt/knob.def"
#undef KNOB
