// SPDX-License-Identifier: Apache-2.0
// GPU targets: names, macros, features, limits. Every module asks here, none compares numbers of
// its own. The tables are target.def.
#ifndef CUPRUM_TARGET_H
#define CUPRUM_TARGET_H

#include "base/base.h"

typedef uint32_t TargetFeature; // SMF_...: base/feature.h

typedef struct {
    const char *name;    // "sm_90a"
    const char *virtual; // "compute_90a"
    uint16_t number;     // 90
    char suffix;         // 0, 'a', 'f'
    uint8_t ptx;         // first PTX version that knows it, times ten
    uint16_t family;     // number of the family's first member
    uint16_t threads_sm, blocks_sm;
    uint16_t cuda_first, cuda_last; // the CUDA that knew it first and last; 0: see target.def
    uint32_t shared_sm;             // bytes per multiprocessor
    uint32_t shared_optin;          // bytes per block after opting in; 48 KiB without
} Target;

// The variable that PTX has which was compiled from Tile IR, by NVIDIA's compiler too.
#define TARGET_TILE_MARK "___NV_TILE_LAUNCH_META_DATA___"

enum {
    TARGET_WARP = 32,
    TARGET_MAX_THREADS = 1024, // per block
    TARGET_MAX_REGS = 255,     // per thread
    TARGET_REGS_SM = 65536,    // per multiprocessor
    TARGET_SHARED_STATIC = 49152,
    TARGET_CONST_BANK = 65536,
    TARGET_PARAM_BYTES = 32764, // kernel parameters, sm_70 and later with PTX 8.1
    TARGET_PTX_DEFAULT = 90,    // what is written unless a newer one is asked for or needed
    TARGET_PTX_NEWEST = 95,
};

// All targets, sorted by number, then by suffix: none, a, f.
const Target *target_all(uint32_t *count);
// Reads "sm_90a", "compute_90", "lto_100f", "90"; NULL if there is no such target.
const Target *target_parse(const char *s, size_t n);
// The target of that number and suffix (0, 'a' or 'f'), or NULL.
const Target *target_find(uint32_t number, char suffix);
// Whether the compilers of a CUDA (as CUDART_VERSION; 0: of the newest) know the target.
bool target_of_cuda(const Target *target, uint32_t cuda);
// Has the target that feature? An `f` target has those of its family, an `a` target also its own.
bool target_has(const Target *target, TargetFeature f);
// The PTX version (times ten) that a feature needs, and its name.
uint32_t target_feature_ptx(TargetFeature f);
const char *target_feature_name(TargetFeature f);
// What the feature is, for messages and lists.
const char *target_feature_doc(TargetFeature f);
// The first plain target that has the feature, for diagnostics ("needs sm_90 or higher"), or the
// first target at all that has it.
const Target *target_feature_first(TargetFeature target_feature);
// Whether NVIDIA's tools compile for it with the newer of their two compilers (LLVM 20, not 7).
bool target_newer_nvvm(const Target *target);
// Whether PTX made for `target` may be compiled for `gpu` (PTX ISA, .target directive).
bool target_runs_on(const Target *target, const Target *gpu);
// Calls emit(data, name, value) for __CUDA_ARCH__ and its companions, as nvcc defines them.
void target_macros(const Target *target,
                   void (*emit)(void *data, const char *name, const char *value), void *data);

#endif
