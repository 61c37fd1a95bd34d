// SPDX-License-Identifier: Apache-2.0
// options.h: what a caller of the front end chooses.
#ifndef CUPRUM_CXX_OPTIONS_H
#define CUPRUM_CXX_OPTIONS_H

#include "base/target.h"

typedef struct CxxOptions {
    uint8_t std;        // 3 11 14 17 20 23
    bool host_language; // C++ without CUDA: its words are names, all code is the host's
    bool gnu, default_device, check_all, relaxed_constexpr, extended_lambda, tile, char_unsigned;
    bool pedantic_errors; // extensions are errors in the main file (cxx_extension)
    bool host_initializer_list, host_move_forward; // these of std run on the host only
    uint32_t max_template_depth, max_constexpr_depth;
    uint32_t context_limit; // lines that say why code is instantiated; 0: all
    uint64_t max_constexpr_steps;
    const Target *target;  // NULL: the host
    const char *module_id; // for internal names: "_7e9543b7_4_k_cu_gvar"; NULL: none
    bool rdc;              // --device-c: kernels and variables with internal linkage are renamed
    bool partial_link;     // --partial-link: with rdc's names, but no other unit has its variables
    bool keep_functions;   // exported device functions are needed, used or not
    bool float128;         // also before sm_100, where nvcc refuses it
    bool keep_typedefs;    // for debug information: which typedef named a type (cxx_written_type)
    bool host_rules;       // host code is judged by the rules about device code, as cudafe++ does
    bool jit;              // NVRTC's rules: all code of the unit is the device's
    const char *const *names; // expressions for kernels and variables that need code (NVRTC's)
    uint32_t nnames;
    bool host_lists_captures; // the host's text gets the captures of extended lambdas
    bool host_clang;   // the host's compiler is clang: where it and gcc differ in the meaning
    bool host_program; // the unit is one half of a program: the host may use every device variable
} CxxOptions;

// Other units may define this one's extern variables, and the same instances.
static inline bool cxx_links_units(const CxxOptions *o) {
    return o->rdc && !o->partial_link;
}

#endif
