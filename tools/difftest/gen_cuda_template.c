// SPDX-License-Identifier: Apache-2.0
// The texts of features (cuda_*.def): see cuda_template in gen_cuda.h for what they may say.
#include "gen_cuda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Filler {
    Cuda *cuda;
    Instance *instance;
    const char *at;
    CudaScope saved;
    uint32_t open[16], depth; // pieces
} Filler;

static void fill(Filler *filler);

// ---- choices ------------------------------------------------------------------------------------

static bool is_key(char c) {
    return c >= 'A' && c <= 'Z';
}

// {1,9}
static void put_number(Filler *filler) {
    Cuda *cuda = filler->cuda;
    Instance *instance = filler->instance;
    char key = is_key(*filler->at) ? *filler->at++ : 0;
    if (*filler->at == '{') {
        char *end;
        uint32_t low = (uint32_t)strtoul(filler->at + 1, &end, 10);
        uint32_t high = (uint32_t)strtoul(end + 1, &end, 10);
        filler->at = end + 1;
        uint32_t number = low + cuda_pick(cuda, high - low + 1);
        if (key && instance->chosen[key - 'A']) {
            text_put(&cuda->text, "%s", instance->choice[key - 'A']);
            return;
        }
        text_put(&cuda->text, "%u", number);
        if (!key) return;
        instance->chosen[key - 'A'] = true;
        snprintf(instance->choice[key - 'A'], sizeof instance->choice[0], "%u", number);
    } else if (key) {
        text_put(&cuda->text, "%s", instance->choice[key - 'A']);
    }
}

// The end of the alternative at p: its '|' or '}'.
static const char *alternative_end(const char *p) {
    int depth = 0;
    for (; *p; p++) {
        if (*p == '{') depth++;
        if (depth == 0 && (*p == '|' || *p == '}')) return p;
        if (*p == '}') depth--;
    }
    return p;
}

// Puts a part of a feature's text by itself.
static void put_part(Filler *filler, const char *text) {
    Filler inner = {.cuda = filler->cuda, .instance = filler->instance, .at = text};
    fill(&inner);
}

// {a|b|c}
static void put_alternative(Filler *filler) {
    Cuda *cuda = filler->cuda;
    Instance *instance = filler->instance;
    char key = is_key(*filler->at) ? *filler->at++ : 0;
    if (*filler->at == '{') {
        const char *first[32], *end = filler->at;
        uint32_t count = 0;
        do {
            first[count++] = end + 1;
            end = alternative_end(end + 1);
        } while (*end == '|' && count < 31);
        filler->at = end + 1;
        const char *chosen = first[cuda_pick(cuda, count)];
        if (!key || !instance->chosen[key - 'A']) {
            int length = (int)(alternative_end(chosen) - chosen);
            char text[600];
            snprintf(text, sizeof text, "%.*s", length, chosen);
            if (!key) {
                put_part(filler, text);
                return;
            }
            instance->chosen[key - 'A'] = true;
            snprintf(instance->choice[key - 'A'], sizeof instance->choice[0], "%.47s", text);
        }
    }
    if (key) put_part(filler, instance->choice[key - 'A']);
}

// ---- scope --------------------------------------------------------------------------------------

// "u name;" or "u7 name;"; a type may be a choice: "(T) name;".
static void put_in_scope(Filler *filler, bool array, bool writable) {
    char letter = *filler->at++, name[40];
    if (letter == '(') {
        letter = cuda_type_letter(filler->instance->choice[*filler->at - 'A']);
        filler->at += 2;
    }
    char *end = (char *)(uintptr_t)filler->at;
    uint32_t mask = array ? (uint32_t)strtoul(filler->at, &end, 10) : 0;
    const char *stop = strchr(end, ';');
    int length = (int)(stop - end) - 1;
    char text[40];
    snprintf(text, sizeof text, "%.*s", length, end + 1);
    // the instance's number is a part of most names
    char *number = strstr(text, "$@");
    if (number)
        snprintf(name, sizeof name, "%.*s%u%s", (int)(number - text), text,
                 filler->instance->number, number + 2);
    else
        snprintf(name, sizeof name, "%.39s", text);
    filler->at = stop + 1;
    if (array)
        cuda_add_array(filler->cuda, letter, writable, name, mask);
    else
        cuda_add_variable(filler->cuda, letter, writable, name);
}

// ---- directives ---------------------------------------------------------------------------------

// "name;": a row that the text stands for; a choice may be a part of the name.
static void record_builtin(Filler *filler) {
    char name[100];
    const char *end = strchr(filler->at, ';'), *choice = strstr(filler->at, "$?");
    if (choice && choice < end)
        snprintf(name, sizeof name, "%.*s%s%.*s", (int)(choice - filler->at), filler->at,
                 filler->instance->choice[choice[2] - 'A'], (int)(end - choice) - 3, choice + 3);
    else
        snprintf(name, sizeof name, "%.*s", (int)(end - filler->at), filler->at);
    coverage_made(filler->cuda->coverage, "builtin", name);
    filler->at = end + 1;
}

static void directive(Filler *filler) {
    Cuda *cuda = filler->cuda;
    char what = *filler->at++;
    switch (what) {
    case '@': text_put(&cuda->text, "%u", filler->instance->number); break;
    case '#': put_number(filler); break;
    case '?': put_alternative(filler); break;
    case '.': cuda_leaf(cuda, *filler->at++); break;
    case '=':
        if (*filler->at == '(') {
            cuda_constant(cuda, cuda_type_letter(filler->instance->choice[filler->at[1] - 'A']));
            filler->at += 2;
        } else {
            cuda_constant(cuda, *filler->at);
        }
        filler->at++;
        break;
    case '(':
        cuda_expression(cuda, cuda_type_letter(filler->instance->choice[*filler->at - 'A']), 2);
        filler->at += 2;
        break;
    case '[':
        if (filler->depth < 16) filler->open[filler->depth] = text_open(&cuda->text, "");
        filler->depth++;
        break;
    case ']':
        filler->depth--;
        if (filler->depth < 16) text_close(&cuda->text, filler->open[filler->depth]);
        break;
    case '!': record_builtin(filler); break;
    case 'S': cuda_statements(cuda, 1 + cuda_pick(cuda, 2), 1); break;
    case '+': put_in_scope(filler, false, true); break;
    case '-': put_in_scope(filler, false, false); break;
    case '*': put_in_scope(filler, true, true); break;
    case '/': put_in_scope(filler, true, false); break;
    case '<':
        filler->saved = cuda->scope;
        cuda->scope.variable_count = cuda->scope.array_count = 0;
        cuda->scope.calls = false;
        cuda->scope.in_loop = false;
        break;
    case '>': {
        uint32_t functions = cuda->scope.function_count;
        cuda->scope = filler->saved;
        cuda->scope.function_count = functions;
        break;
    }
    default: cuda_expression(cuda, what, 2); break;
    }
}

static void fill(Filler *filler) {
    while (*filler->at) {
        size_t plain = strcspn(filler->at, "$");
        if (plain) text_put(&filler->cuda->text, "%.*s", (int)plain, filler->at);
        filler->at += plain;
        if (!*filler->at) return;
        filler->at++;
        directive(filler);
    }
}

void cuda_template(Cuda *cuda, Instance *instance, const char *text) {
    Filler filler = {.cuda = cuda, .instance = instance, .at = text};
    fill(&filler);
}
