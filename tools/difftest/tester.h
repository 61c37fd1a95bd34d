// SPDX-License-Identifier: Apache-2.0
// The standing random tester: what its own parts share (generators see difftest.h alone).
#ifndef TESTER_H
#define TESTER_H

#include "difftest.h"

// ---- program.c ---------------------------------------------------------------------------------

// realloc that ends the program when there is no memory.
void *tester_alloc(void *old, size_t size);
// The text without the pieces that are removed; for free().
char *program_without(const Program *program, const bool *removed, uint32_t *size);
// Fills the in buffer's `in_bytes` bytes.
void program_input(const Program *program, uint64_t seed, uint8_t *bytes);

// ---- run.c: configurations ---------------------------------------------------------------------

typedef enum Maker { // who makes the PTX
    MAKER_CUPRUM,
    MAKER_CUPRUM_TEXT,    // IR is printed, read, and only then optimized
    MAKER_CUPRUM_BITCODE, // likewise, through bitcode
    MAKER_NVRTC,
    MAKER_NVVM,
    MAKER_LLVM,
} Maker;

typedef struct Config {
    const char *name;
    Maker maker;
    uint32_t level;
    const char *stress;   // of --opt-stress, or NULL
    uint32_t jobs, sms;   // of the machine
    uint32_t checks;      // VM_CHECK_*
    bool reorder;         // another order of warps and blocks
    bool native;          // the machine runs native code
    bool random_passes;   // the pipeline is random_pipeline's
    uint32_t turns, turn; // programs whose seed modulo `turns` is `turn` are run in it
} Config;

enum { MAX_CONFIGS = 24 };
extern const Config configs[];
extern const uint32_t config_count;

typedef enum OutcomeKind {
    OUTCOME_NONE, // was not asked
    OUTCOME_OK,
    OUTCOME_REFUSED,  // the compiler reports errors
    OUTCOME_INTERNAL, // the compiler reports a mistake of its own
    OUTCOME_TIME,     // over the limit of time or of instructions
    OUTCOME_LOAD,     // the machine does not take the PTX
    OUTCOME_FAULT,    // the machine stopped the kernel
    OUTCOME_FINDING,  // a checker found something
    OUTCOME_CRASH,    // the process died
} OutcomeKind;
extern const char *const outcome_names[];

// What became of a program in one configuration. Stands in memory that processes share: the result
// is a hash and the first bytes.
typedef struct Outcome {
    OutcomeKind kind;
    uint64_t hash; // of out
    char text[512];
} Outcome;

typedef struct Source {
    const Program *program; // for everything but the text
    const char *text;
    uint32_t size;
    uint64_t seed;
    int64_t bisect; // -1: all passes
    const char *plant;
    bool verify; // each launch in native code and by the interpreter (VmOptions.verify)
} Source;

// Compiles and runs the text in a configuration. `result`, of out_bytes, may be NULL.
void run_config(const Source *source, const Config *config, Outcome *outcome, uint8_t *result);
// PTX by the configuration's maker, for free(); NULL: outcome says why.
char *make_ptx(const Source *source, const Config *config, Outcome *outcome, size_t *size);
// Our IR before the passes, as text or bitcode; for free(); NULL: outcome says why.
char *make_ir(const Source *source, bool bitcode, Outcome *outcome, size_t *size);
// Our passes' names as they are numbered by --opt-bisect-limit; NULL: there are less. For free().
char *pass_name(const Source *source, const Config *config, int64_t number);
int64_t pass_count(const Source *source, const Config *config);

// ---- pipeline.c --------------------------------------------------------------------------------

// A pipeline of random passes with random knobs, the same for a seed for ever (as long as the
// passes are the same); for free().
char *random_pipeline(uint64_t seed);

// ---- judge.c -----------------------------------------------------------------------------------

// Loads what is installed; prints one line that says which judges there are.
void judges_find(bool quiet);
bool judge_present(Maker maker);
// NULL: outcome says why.
char *judge_ptx(const Source *source, const Config *config, Outcome *outcome, size_t *size);

// ---- examine.c ---------------------------------------------------------------------------------

// What is known of one program. Stands in memory that processes share.
typedef struct Verdict {
    uint64_t seed;
    ProgramKind kind;
    uint32_t current; // the configuration at work
    bool done;
    int32_t reference; // configuration that the others are compared with; -1: none
    int32_t wrong;     // the first configuration that differs; -1: none
    bool theirs;       // it is a judge that stands against us and another judge
    uint64_t judged;   // mask of configurations that ran
    Outcome outcome[MAX_CONFIGS];
} Verdict;

// Ends the process by a signal when a program takes too long from now on: processor time counts, so
// that a busy machine does not make differences; 0 seconds end it.
void watch(unsigned seconds);
enum { PROGRAM_SECONDS = 60, JUDGE_SECONDS = 5 }; // in one configuration

// Runs the text in the configurations of `mask` and compares.
void examine(const Source *source, uint64_t mask, Verdict *verdict);
// The same in a process of its own: crashes and time-outs are outcomes.
void examine_apart(const Source *source, uint64_t mask, Verdict *verdict);
// The same for a verdict that has some outcomes already.
void examine_rest(const Source *source, uint64_t mask, Verdict *verdict);
// The configurations that a seed is run in.
uint64_t config_mask(const Program *program, uint64_t seed);
// Level 0, and the random pipeline whichever turn it is.
uint64_t pipeline_mask(void);
// All judges that can take the program.
uint64_t judge_mask(const Program *program);
// Settles what a process that died was doing, and compares.
void verdict_of_death(Verdict *verdict, int status);
void verdict_settle(Verdict *verdict);

// ---- reduce.c, blame.c -------------------------------------------------------------------------

// The smallest text with the same difference that removing pieces gives; for free().
char *reduce_program(const Source *source, const Verdict *verdict, uint32_t *size, uint32_t *steps);
// Says which pass makes the result wrong, for free(): "pass sroa (#12)", "code generation", ...
char *blame(const Source *source, const Verdict *verdict);

// ---- coverage.c --------------------------------------------------------------------------------

Coverage *coverage_new(void); // in shared memory
void coverage_report(const Coverage *coverage, bool cuda, bool ir, bool whole);
// Counts the operations and intrinsics of a module of IR in text form.
void coverage_module(Coverage *coverage, const char *text, size_t size);

#endif
