// SPDX-License-Identifier: Apache-2.0
// Private header of the driver: a parsed command line of the compiler.
#ifndef CUPRUM_DRIVER_CMDLINE_H
#define CUPRUM_DRIVER_CMDLINE_H

#include "base/opt.h"
#include "driver/driver.h"

enum {
    O_NONE,
#define OPT(id, ...) O_##id,
#include "driver/options.def"
#undef OPT
    O_COUNT_
};

typedef struct Command {
    Ctx *ctx;
    OptResult r;
    CompileOptions c;
    const char *input, *output;
    bool cubin, verbose;
    VEC(LexDir) dirs;
    VEC(LexCmd) cmds;
    VEC(const char *) print_after, reflect, knobs;
} Command;

extern const DriverRemarkIds driver_remark_ids;
// Parses the words; command->ctx is set. False after diagnostics. With --help or --version there
// need not be an input.
bool driver_parse_command(Command *command, uint32_t n, const char *const *args);
// Its second half, for a command line that has options of its own besides (ids from O_COUNT_ on):
// command->r is parsed; inputs may have been taken out of it and set.
bool driver_read_options(Command *command);
// The dialect that an argument of -std names: 3 for C++98 and C++03, else the year's last digits.
int driver_std_year(const char *dialect);
// Only the options of diagnostics, limits and timing.
void driver_read_diag_options(Command *command);
#endif
