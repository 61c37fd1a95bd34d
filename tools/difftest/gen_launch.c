// SPDX-License-Identifier: Apache-2.0
// Programs with launches, out of four tables: a place in host code, the argument of a kernel, the
// kernel, and the form of the launch. Every launch writes a value that is known; the program
// prints what is wrong, and `done` at its end. What is put together is valid for g++, clang++ and
// NVIDIA's compiler; a local class as argument is for g++ and clang++ only.
#include "launch.h"
#include "launch_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LAMBDAS = 1,
    LOCAL = 2,
    CXX20 = 4,
    EXPLICIT = 8,
    OVERLOADED = 16,
    DEDUCED = 32,
    BY_NAME = 64,
};

typedef struct Row {
    const char *name;
    uint32_t flags;
    const char *text[5];
} Row;

static const Row places[] = {
#define PLACE(name, flags, declarations, call) {#name, flags, {declarations, call}},
#include "launch_place.def"
#undef PLACE
};

static const Row arguments[] = {
#define ARGUMENT(name, flags, declarations, before, expression)                                    \
    {#name, flags, {declarations, before, expression}},
#include "launch_argument.def"
#undef ARGUMENT
};

static const Row kernels[] = {
#define KERNEL(name, flags, declarations, id, args, values, types)                                 \
    {#name, flags, {declarations, id, args, values, types}},
#include "launch_kernel.def"
#undef KERNEL
};

static const Row forms[] = {
#define FORM(name, flags, statements) {#name, flags, {statements}},
#include "launch_form.def"
#undef FORM
};

#define COUNT(table) ((uint32_t)(sizeof(table) / sizeof *(table)))

typedef struct Item {
    const Row *place, *argument, *kernel, *form;
    uint32_t number, value;
    bool in_place; // the argument is written where it is passed, without a variable
} Item;

// ---- texts --------------------------------------------------------------------------------------

typedef struct Hole {
    char letter;
    const char *text;
} Hole;

// The text with its holes filled, `$` and a letter each, and `own` for `@`; for free().
static char *fill(const char *text, const char *own, const Hole *holes, size_t count) {
    char *out;
    size_t size;
    FILE *file = open_memstream(&out, &size);
    if (!file) abort();
    for (; *text; text++) {
        if (*text == '@') {
            fputs(own, file);
            continue;
        }
        if (*text != '$') {
            fputc(*text, file);
            continue;
        }
        text++;
        for (size_t i = 0; i < count; i++) {
            if (holes[i].letter == *text) fputs(holes[i].text, file);
        }
    }
    fclose(file);
    return out;
}

// What makes the names of each of an item's parts its own.
typedef struct Names {
    char place[16], argument[16], kernel[16];
} Names;

static Names names_of(uint32_t number) {
    Names names;
    snprintf(names.place, sizeof names.place, "%u", number);
    snprintf(names.argument, sizeof names.argument, "%ua", number);
    snprintf(names.kernel, sizeof names.kernel, "%uk", number);
    return names;
}

// The launch as statements: variables, then the form.
static char *statements(const Item *item) {
    Names names = names_of(item->number);
    const char *const *kernel = item->kernel->text;
    char value[16], full[512];
    snprintf(value, sizeof value, "%u", item->value);
    const Hole constants[] = {{'V', value}, {'T', "type_of_f"}};
    char *expression = fill(item->argument->text[2], names.argument, constants, 2);
    char *before = fill(item->argument->text[1], names.argument, constants, 2);
    char *id = fill(kernel[1], names.kernel, NULL, 0);
    char *args = fill(kernel[2], names.kernel, constants, 2);
    char *values = fill(kernel[3], names.kernel, constants, 2);
    char *types = fill(kernel[4], names.kernel, constants, 2);
    snprintf(full, sizeof full, *args ? "%s<%s>" : "%s", id, args);
    char *passed = values;
    if (item->in_place) {
        passed = malloc(strlen(expression) + strlen(values) + 1);
        sprintf(passed, "%s%s", expression, values + 1);
    }
    const Hole holes[] = {{'K', id}, {'N', full}, {'A', passed}, {'P', types}};
    char *form = fill(item->form->text[0], names.place, holes, 4);
    char *variable = NULL;
    if (!item->in_place && asprintf(&variable,
                                    "auto f = %s; using type_of_f = decltype(f); (void)f; (void)"
                                    "sizeof(type_of_f); ",
                                    expression) < 0)
        abort();
    char *all;
    if (asprintf(&all, "int *o = slot(%u); int a = %u; (void)a; %s %s%s", item->number, item->value,
                 before, variable ? variable : "", form) < 0)
        abort();
    if (item->in_place) free(passed);
    char *parts[] = {expression, before, id, args, values, types, form, variable};
    for (size_t i = 0; i < COUNT(parts); i++) free(parts[i]);
    return all;
}

static void put_item(const Item *item, FILE *file) {
    char *inner = statements(item), *block, *returning, *expression, value[16];
    snprintf(value, sizeof value, "%u", item->value);
    if (asprintf(&block, "{ %s }", inner) < 0 ||
        asprintf(&returning, "{ %s return 0; }", inner) < 0 ||
        asprintf(&expression, "[] { %s return 1; }()", inner) < 0)
        abort();
    const Hole holes[] = {{'S', block}, {'R', returning}, {'E', expression}, {'V', value}};
    Names names = names_of(item->number);
    const char *declarations[][2] = {{item->argument->text[0], names.argument},
                                     {item->kernel->text[0], names.kernel},
                                     {item->place->text[0], names.place}};
    for (size_t i = 0; i < COUNT(declarations); i++) {
        char *text = fill(declarations[i][0], declarations[i][1], holes, COUNT(holes));
        if (*text) fprintf(file, "%s\n", text);
        free(text);
    }
    free(inner);
    free(block);
    free(returning);
    free(expression);
}

// ---- choices ------------------------------------------------------------------------------------

static const Row *any(Random *random, const Row *table, uint32_t count) {
    return &table[random_below(random, count)];
}

static bool fits(const Item *item, bool cxx20) {
    uint32_t cannot = item->place->flags, is = item->argument->flags;
    if (cannot & is & (LAMBDAS | LOCAL)) return false;
    if (!cxx20 && (cannot | is | item->kernel->flags) & CXX20) return false;
    bool own_types = strstr(item->kernel->text[4], "$T") == NULL; // takes no argument of ours
    if (own_types && is & (LAMBDAS | LOCAL)) return false;
    if (item->form->flags & DEDUCED && (item->kernel->flags & EXPLICIT || own_types)) return false;
    return !(item->form->flags & BY_NAME && item->kernel->flags & OVERLOADED);
}

static Item make_item(Random *random, uint32_t number, bool cxx20) {
    Item item;
    do {
        item = (Item){any(random, places, COUNT(places)),
                      any(random, arguments, COUNT(arguments)),
                      any(random, kernels, COUNT(kernels)),
                      any(random, forms, COUNT(forms)),
                      number,
                      100 + 8 * number + random_below(random, 8),
                      false};
    } while (!fits(&item, cxx20));
    const char *values = item.kernel->text[3];
    bool first = strncmp(values, "f, o", 4) == 0 && !strchr(values, '$');
    item.in_place = first && item.form->flags & DEDUCED && random_chance(random, 70);
    return item;
}

LaunchProgram generate_launches(uint64_t seed, int only) {
    Random random = {seed};
    random.state = random_next(&random) ^ seed << 32; // neighbours have nothing in common
    LaunchProgram program = {.cxx20 = random_chance(&random, 30)};
    program.count = 8 + random_below(&random, 13);
    size_t size;
    FILE *file = open_memstream(&program.text, &size);
    if (!file) abort();
    fputs(launch_prologue, file);
    Item items[LAUNCH_ITEMS];
    for (uint32_t i = 0; i < program.count; i++) {
        items[i] = make_item(&random, i, program.cxx20);
        if (only < 0 || (uint32_t)only == i) put_item(&items[i], file);
    }
    fputs("int main() {\n", file);
    for (uint32_t i = 0; i < program.count; i++) {
        const Item *item = &items[i];
        snprintf(program.name[i], sizeof program.name[i], "%s, %s, %s%s, %s", item->place->name,
                 item->argument->name, item->kernel->name, item->in_place ? " in place" : "",
                 item->form->name);
        if (only >= 0 && (uint32_t)only != i) continue;
        char *call = fill(item->place->text[1], names_of(i).place, NULL, 0);
        fprintf(file, "    { %s } check(%u, %u, \"%s\");\n", call, i, item->value, program.name[i]);
        free(call);
    }
    fputs("    puts(\"done\");\n}\n", file);
    fclose(file);
    return program;
}
