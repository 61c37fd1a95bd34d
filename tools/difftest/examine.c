// SPDX-License-Identifier: Apache-2.0
// Runs a program in its configurations and compares. The reference is a judge's result where there
// is one, else ours without optimization.
#include "tester.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static bool is_judge(uint32_t config) {
    return configs[config].maker >= MAKER_NVRTC;
}

static bool ran(const Verdict *verdict, uint32_t config) {
    return verdict->outcome[config].kind == OUTCOME_OK;
}

// A judge's compiler may refuse, fail or be slow: then it has no opinion. What the machine says
// about PTX that it made is our business.
static bool has_opinion(const Verdict *verdict, uint32_t config) {
    if (!is_judge(config)) return verdict->outcome[config].kind != OUTCOME_NONE;
    switch (verdict->outcome[config].kind) {
    case OUTCOME_OK: return true;
    case OUTCOME_LOAD:
    case OUTCOME_FAULT:
    case OUTCOME_INTERNAL: return configs[config].maker != MAKER_LLVM;
    default: return false;
    }
}

// Of judges that disagree the one that is with us counts.
static int32_t choose_reference(Verdict *verdict) {
    int32_t chosen = -1;
    for (uint32_t i = 0; i < config_count; i++) {
        if (!is_judge(i) || !ran(verdict, i)) continue;
        if (chosen < 0) {
            chosen = (int32_t)i;
            continue;
        }
        if (verdict->outcome[i].hash == verdict->outcome[chosen].hash) continue;
        verdict->theirs = true;
        if (ran(verdict, 0) && verdict->outcome[i].hash == verdict->outcome[0].hash)
            chosen = (int32_t)i;
    }
    for (uint32_t i = 0; chosen < 0 && i < config_count; i++) {
        if (ran(verdict, i)) chosen = (int32_t)i;
    }
    return chosen;
}

void verdict_settle(Verdict *verdict) {
    verdict->done = true;
    verdict->theirs = false;
    verdict->wrong = -1;
    verdict->reference = choose_reference(verdict);
    // ours first; then judges whose code the machine did not run
    for (int judges = 0; judges < 2; judges++) {
        for (uint32_t i = 0; verdict->wrong < 0 && i < config_count; i++) {
            if (is_judge(i) != (judges == 1) || !has_opinion(verdict, i)) continue;
            bool same = ran(verdict, i) && verdict->reference >= 0 &&
                        verdict->outcome[i].hash == verdict->outcome[verdict->reference].hash;
            if (!same && (!judges || !ran(verdict, i))) verdict->wrong = (int32_t)i;
        }
    }
}

static void run_all(const Source *source, uint64_t mask, Verdict *verdict) {
    verdict->judged |= mask;
    for (uint32_t i = 0; i < config_count; i++) {
        if (!(mask >> i & 1)) continue;
        verdict->current = i;
        watch(is_judge(i) ? JUDGE_SECONDS : PROGRAM_SECONDS);
        run_config(source, &configs[i], &verdict->outcome[i], NULL);
    }
    watch(0);
    verdict_settle(verdict);
}

void examine(const Source *source, uint64_t mask, Verdict *verdict) {
    *verdict = (Verdict){.seed = source->seed, .kind = source->program->kind};
    run_all(source, mask, verdict);
    // the judges whose turn it is not are asked where there is something to judge
    uint64_t rest = judge_mask(source->program) & ~mask;
    if (verdict->wrong >= 0 && rest) run_all(source, rest, verdict);
}

void watch(unsigned seconds) {
    enum { WALL = 15 }; // times as much wall time, should it sleep
    struct itimerval timer = {.it_value.tv_sec = seconds};
    setitimer(ITIMER_PROF, &timer, NULL);
    alarm(seconds * WALL);
}

void verdict_of_death(Verdict *verdict, int status) {
    Outcome *outcome = &verdict->outcome[verdict->current];
    int sign = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    outcome->kind = sign == SIGALRM || sign == SIGPROF ? OUTCOME_TIME : OUTCOME_CRASH;
    snprintf(outcome->text, sizeof outcome->text, "%s",
             sign ? strsignal(sign) : "the process ended by itself");
}

void examine_rest(const Source *source, uint64_t mask, Verdict *verdict) {
    Verdict *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    // a process that dies costs one configuration
    while (mask) {
        shared->done = false;
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            examine(source, mask, shared);
            _exit(0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (!shared->done) verdict_of_death(shared, status);
        for (uint32_t i = 0; i < config_count; i++) {
            bool asked = mask >> i & 1 && (shared->done || i <= shared->current);
            if (asked) verdict->outcome[i] = shared->outcome[i];
            if (asked) mask &= ~(1ull << i);
        }
    }
    munmap(shared, sizeof *shared);
    verdict_settle(verdict);
}

void examine_apart(const Source *source, uint64_t mask, Verdict *verdict) {
    *verdict = (Verdict){.seed = source->seed, .kind = source->program->kind, .judged = mask};
    examine_rest(source, mask, verdict);
}
