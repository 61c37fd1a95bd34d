// SPDX-License-Identifier: Apache-2.0
// The GPU target tables and questions about them. Macros are what `nvcc --dryrun` of CUDA 13.0
// passes: an `a` target defines the FEAT, SPECIFIC and FAMILY_SPECIFIC macros, an `f` target the
// last of these only.
#include "base/target.h"

#include "ids/feature_count.h"
#include "base/feature.h"

#include <stdio.h>

static const Target targets[] = {
#define SM(n, s, v, fam, ...)                                                                      \
    {.name = (s) == 'a'   ? "sm_" #n "a"                                                           \
             : (s) == 'f' ? "sm_" #n "f"                                                           \
                          : "sm_" #n,                                                              \
     .virtual = (s) == 'a'   ? "compute_" #n "a"                                                   \
                : (s) == 'f' ? "compute_" #n "f"                                                   \
                             : "compute_" #n,                                                      \
     .number = n,                                                                                  \
     .suffix = s,                                                                                  \
     .ptx = v,                                                                                     \
     .family = fam,                                                                                \
     __VA_ARGS__},
#define FEATURE(...)
#include "base/target.def"
#undef SM
#undef FEATURE
};

// Bits of the sets in FEATURE rows.
enum { BIT_90, BIT_100, BIT_103, BIT_107, BIT_110, BIT_120, BIT_121 };
// The bit of the targets that have features of their own; -1 for a target without.
static int set_bit(uint32_t number) {
    static const uint16_t numbers[] = {
        [BIT_90] = 90,   [BIT_100] = 100, [BIT_103] = 103, [BIT_107] = 107,
        [BIT_110] = 110, [BIT_120] = 120, [BIT_121] = 121,
    };
    for (int i = 0; i < (int)CU_COUNT(numbers); i++) {
        if (numbers[i] == number) return i;
    }
    return -1;
}

typedef struct {
    char name[32], doc[72];
    uint8_t ptx;
    uint8_t since;
    uint8_t arch, family; // sets of BIT_*
    uint8_t from;
} FeatureRow;
static const FeatureRow features[] = {
#define SM(...)
#define A(n)                      (1u << BIT_##n)
#define F(n)                      (1u << BIT_##n)
#define FEATURE(id, v, text, ...) [SMF_##id] = {.name = #id, .doc = text, .ptx = v, __VA_ARGS__},
#include "base/target.def"
#undef SM
#undef FEATURE
#undef A
#undef F
};
_Static_assert(CU_COUNT(features) == SMF_COUNT, "one row per feature");

const Target *target_all(uint32_t *count) {
    *count = CU_COUNT(targets);
    return targets;
}

// Linear: there are some thirty targets.
const Target *target_find(uint32_t number, char suffix) {
    for (size_t i = 0; i < CU_COUNT(targets); i++) {
        if (targets[i].number == number && targets[i].suffix == suffix) return &targets[i];
    }
    return NULL;
}

// The prefix may be missing; what follows the number is one suffix at most.
const Target *target_parse(const char *s, size_t n) {
    static const char *const prefix[] = {"sm_", "compute_", "lto_"};
    for (size_t i = 0; i < CU_COUNT(prefix); i++) {
        size_t k = strlen(prefix[i]);
        if (n > k && memcmp(s, prefix[i], k) == 0) {
            s += k;
            n -= k;
            break;
        }
    }
    uint32_t number = 0, digits = 0;
    for (; digits < n && digits < 4 && s[digits] >= '0' && s[digits] <= '9'; digits++) {
        number = number * 10 + (uint32_t)(s[digits] - '0');
    }
    if (digits == 0 || n > digits + 1) return NULL;
    return target_find(number, n > digits ? s[digits] : 0);
}

bool target_of_cuda(const Target *target, uint32_t cuda) {
    if (!cuda) return !target->cuda_last;
    return cuda / 10 * 10 >= target->cuda_first &&
           (!target->cuda_last || cuda <= target->cuda_last);
}

// Features are either from a number on, or of certain targets and families only.
bool target_has(const Target *target, TargetFeature f) {
    const FeatureRow *r = &features[f];
    if (r->since && target->number >= r->since) return true;
    if (!target->suffix) return false;
    int family = set_bit(target->family), self = set_bit(target->number);
    if (family >= 0 && (r->family >> family & 1)) return true;
    const Target *first = r->from ? target_find(r->from, 0) : NULL;
    if (first && first->family == target->family && target->number >= r->from) return true;
    return target->suffix == 'a' && self >= 0 && (r->arch >> self & 1);
}

uint32_t target_feature_ptx(TargetFeature f) {
    return features[f].ptx;
}

const char *target_feature_name(TargetFeature f) {
    return features[f].name;
}

const char *target_feature_doc(TargetFeature f) {
    return features[f].doc;
}

// Without a plain target that has it the answer may be an `a` or `f` one.
const Target *target_feature_first(TargetFeature target_feature) {
    const Target *any = NULL;
    for (size_t i = 0; i < CU_COUNT(targets); i++) {
        if (!target_has(&targets[i], target_feature)) continue;
        if (!targets[i].suffix) return &targets[i];
        if (!any) any = &targets[i];
    }
    return any;
}

// Plain PTX runs on its number and everything newer, family PTX within its family, specific PTX on
// that target alone.
bool target_newer_nvvm(const Target *target) {
    return target->number >= 100;
}

bool target_runs_on(const Target *target, const Target *gpu) {
    if (target->suffix == 'a') return gpu->suffix == 'a' && gpu->number == target->number;
    if (target->suffix == 'f')
        return gpu->family == target->family && gpu->number >= target->number;
    return gpu->number >= target->number;
}

// As if the target were the only one of the compilation.
void target_macros(const Target *target, void (*emit)(void *, const char *, const char *),
                   void *data) {
    char value[16], feat[40];
    snprintf(value, sizeof value, "%u", target->number * 10u);
    emit(data, "__CUDA_ARCH__", value);
    emit(data, "__CUDA_ARCH_LIST__", value);
    if (target->suffix) emit(data, "__CUDA_ARCH_FAMILY_SPECIFIC__", value);
    if (target->suffix != 'a') return;
    emit(data, "__CUDA_ARCH_SPECIFIC__", value);
    snprintf(feat, sizeof feat, "__CUDA_ARCH_FEAT_SM%u_ALL", target->number);
    emit(data, feat, "1");
}
