// SPDX-License-Identifier: Apache-2.0
// What programs have been made of, counted by the rows of the compiler's own tables, so that what
// no program has is seen. The counters are memory that the tester's processes share.
#include "tester.h"
#include "ids/intrin_count.h"

#include "cuda/cuda.h"
#include "driver/driver.h"
#include "ir/ir.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef struct Feature {
    ProgramKind kind;
    const char *name;
} Feature;

static const Feature features[] = {
#define FEATURE(kind, name) {PROGRAM_##kind, name},
#include "features.def"
#undef FEATURE
};

// Rows that no program can have, by a pattern of their names, and why.
static const struct {
    const char *table, *pattern, *reason;
} exceptions[] = {
#define EXCEPT(table, pattern, reason) {table, pattern, reason},
#include "exceptions.def"
#undef EXCEPT
};

enum { SHOWN = 24 }; // names of a list

struct Coverage {
    _Atomic uint32_t op[IR_NOPS], intrinsic[IR_NINTRINS], feature[CU_COUNT(features)];
    _Atomic uint32_t unknown; // names of no table
    char unknown_name[80];
    _Atomic uint32_t builtin[]; // cuda_nbuiltins
};

Coverage *coverage_new(void) {
    size_t size = sizeof(Coverage) + cuda_nbuiltins * sizeof(_Atomic uint32_t);
    return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static void count_builtin(Coverage *coverage, const char *name) {
    const CudaBuiltin *row = cuda_builtin_find(name);
    if (row)
        coverage->builtin[row - cuda_builtins]++;
    else if (!coverage->unknown++)
        snprintf(coverage->unknown_name, sizeof coverage->unknown_name, "builtin %s", name);
}

static void count_op(Coverage *coverage, const char *name) {
    for (uint32_t i = 0; i < IR_NOPS; i++) {
        if (!ir_ops[i].name || strcmp(ir_ops[i].name, name) != 0) continue;
        coverage->op[i]++;
        return;
    }
    if (!coverage->unknown++)
        snprintf(coverage->unknown_name, sizeof coverage->unknown_name, "ir-op %s", name);
}

// With or without the suffix of its types: the longest row that begins the name; else a family.
static void count_intrinsic(Coverage *coverage, const char *name) {
    uint32_t best = 0;
    size_t best_length = 0;
    for (uint32_t i = 1; i < IR_NINTRINS; i++) {
        if (ir_is_family(i)) continue;
        size_t length = strlen(ir_intrins[i].name);
        bool begins = strncmp(name, ir_intrins[i].name, length) == 0 &&
                      (name[length] == 0 || name[length] == '.');
        if (begins && length > best_length) best = i, best_length = length;
    }
    IrFamily family;
    if (!best || name[best_length]) {
        if (ir_family_match(name, strlen(name), &family)) best = family.id;
    }
    if (best)
        coverage->intrinsic[best]++;
    else if (!coverage->unknown++)
        snprintf(coverage->unknown_name, sizeof coverage->unknown_name, "ir-intrinsic %s", name);
}

void coverage_made(Coverage *coverage, const char *table, const char *name) {
    if (!coverage) return;
    if (strcmp(table, "builtin") == 0) {
        count_builtin(coverage, name);
    } else if (strcmp(table, "ir-op") == 0) {
        count_op(coverage, name);
    } else if (strcmp(table, "ir-intrinsic") == 0) {
        count_intrinsic(coverage, name);
    } else {
        for (size_t i = 0; i < CU_COUNT(features); i++) {
            if (strcmp(features[i].name, name) != 0) continue;
            coverage->feature[i]++;
            return;
        }
        if (!coverage->unknown++)
            snprintf(coverage->unknown_name, sizeof coverage->unknown_name, "%s %s", table, name);
    }
}

// ---- modules ------------------------------------------------------------------------------------

static void walk(Coverage *coverage, IrModule *module) {
    IR_FOREACH_FUNC(function, module) {
        if (ir_is_decl(function)) continue;
        IR_FOREACH_BLOCK(block, function) {
            IR_FOREACH_INST(instruction, block) {
                coverage->op[instruction->v.op]++;
                uint32_t intrinsic = instruction->v.op == IR_CALL ? ir_intrin_of(instruction) : 0;
                if (intrinsic) coverage->intrinsic[intrinsic]++;
            }
        }
    }
}

static void parse_and_walk(Coverage *coverage, Ctx *ctx, const char *text, size_t size) {
    jmp_buf unwind;
    ctx->unwind = &unwind;
    if (setjmp(unwind)) return;
    IrModule *module = driver_parse_module(ctx, "program.ll", text, size, false);
    if (module) walk(coverage, module);
}

void coverage_module(Coverage *coverage, const char *text, size_t size) {
    Ctx ctx;
    ctx_init(&ctx);
    parse_and_walk(coverage, &ctx, text, size);
    ctx_free(&ctx);
}

// ---- the report ---------------------------------------------------------------------------------

static const char *exception(const char *table, const char *name) {
    for (size_t i = 0; i < CU_COUNT(exceptions); i++) {
        if (strcmp(exceptions[i].table, table) == 0 && fnmatch(exceptions[i].pattern, name, 0) == 0)
            return exceptions[i].reason;
    }
    return NULL;
}

typedef struct Tally {
    const char *table;
    uint32_t made, excepted, missing, shown;
    char *list;
    size_t size;
    FILE *out;
} Tally;

static void tally_begin(Tally *tally, const char *table, uint32_t shown) {
    *tally = (Tally){.table = table, .shown = shown};
    tally->out = open_memstream(&tally->list, &tally->size);
}

static void tally_row(Tally *tally, const char *name, uint32_t count) {
    if (count) {
        tally->made++;
    } else if (exception(tally->table, name)) {
        tally->excepted++;
    } else {
        if (tally->missing++ < tally->shown) fprintf(tally->out, " %s", name);
    }
}

static void tally_end(Tally *tally) {
    fclose(tally->out);
    printf("%s: %u made, %u never, %u cannot be\n", tally->table, tally->made, tally->missing,
           tally->excepted);
    if (tally->missing)
        printf("  never made:%s%s\n", tally->list,
               tally->missing > tally->shown ? " ... (--coverage prints all)" : "");
    free(tally->list);
}

void coverage_report(const Coverage *coverage, bool cuda, bool ir, bool whole) {
    uint32_t shown = whole ? UINT32_MAX : SHOWN;
    Tally tally;
    if (ir) {
        tally_begin(&tally, "ir-op", shown);
        for (uint32_t i = 0; i < IR_NOPS; i++) {
            if (ir_ops[i].name) tally_row(&tally, ir_ops[i].name, coverage->op[i]);
        }
        tally_end(&tally);
        tally_begin(&tally, "ir-intrinsic", shown);
        for (uint32_t i = 1; i < IR_NINTRINS; i++) { // some numbers are nobody's
            if (*ir_intrins[i].name) tally_row(&tally, ir_intrins[i].name, coverage->intrinsic[i]);
        }
        tally_end(&tally);
    }
    if (cuda) {
        tally_begin(&tally, "builtin", shown);
        for (uint32_t i = 0; i < cuda_nbuiltins; i++)
            tally_row(&tally, cuda_builtins[i].name, coverage->builtin[i]);
        tally_end(&tally);
    }
    tally_begin(&tally, "feature", shown);
    for (size_t i = 0; i < CU_COUNT(features); i++) {
        if (features[i].kind == PROGRAM_CUDA ? cuda : ir)
            tally_row(&tally, features[i].name, coverage->feature[i]);
    }
    tally_end(&tally);
    if (coverage->unknown)
        printf("%u names of no table were recorded, first: %s\n", coverage->unknown,
               coverage->unknown_name);
}
