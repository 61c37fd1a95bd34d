// SPDX-License-Identifier: Apache-2.0
// The commands of `cuprum`: what their words are, what they take and which function carries them
// out.
#include "driver/driver.h"

const DriverCommand driver_commands[] = {
    {"run", "FILE.ptx|FILE.cu [options] ARG...", "run a kernel on the virtual machine", cmd_run,
     &driver_run_options},
    {"build", "FILE... -o PROGRAM [options]", "make a program with the host's C++ compiler",
     cmd_build, &driver_build_options},
    {"nvcc", "[options] FILE...", "the compiler driver in nvcc's place", cmd_nvcc, &nvcc_table},
    {"ptxas", "[options] FILE.ptx...", "check PTX, wrap it for exec: in ptxas's place", cmd_ptxas,
     &ptxas_table},
    {"tileiras", "[options] FILE", "check Tile IR, wrap it for exec: in tileiras's place",
     cmd_tileiras, &driver_tileiras_options},
    {"exec", "[options] PROGRAM [ARG...]", "run a whole CUDA program on the virtual machine",
     cmd_exec, &driver_exec_options},
    {"toolkit", "DIR [CUDA]", "make a toolkit whose nvcc is this program", cmd_toolkit, NULL},
    {"as", "FILE.ll -o FILE.bc", "IR text to bitcode", cmd_ir, &driver_ir_options},
    {"dis", "FILE.bc -o FILE.ll", "bitcode to IR text", cmd_ir, &driver_ir_options},
    {"link", "FILE... -o FILE", "link IR modules", cmd_ir, &driver_ir_options},
    {"opt", "FILE [options] -o FILE", "optimize IR", cmd_ir, &driver_ir_options},
    {"tile", "dis|as|verify FILE [options]", "Tile IR: text, bytecode, checks", cmd_tile,
     &driver_tile_options},
    {"complete", "WORD...", "what the last word may become: for shells", cmd_complete, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

void driver_commands_text(Buf *out) {
    for (const DriverCommand *c = driver_commands; c->name; c++) {
        int n = (int)(strlen(c->name) + strlen(c->usage));
        buf_printf(out, "  cuprum %s %s%*s%s\n", c->name, c->usage, CU_MAX(48 - n, 2), "", c->doc);
    }
}
