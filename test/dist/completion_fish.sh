#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fish's own completion completes an option, a value and a file.
# REQUIRES: fish
# RUN: sh %s %t
# CHECK: option: --no-toolkit
# CHECK-SAME: Use the built-in headers
# CHECK: value: -arch=sm_90 -arch=sm_90a
# CHECK: file: {{.*}}/kernel.cu
# CHECK: file after =: --output-file={{.*}}/kernel.cu
# CHECK: command: run
# CHECK: program: true
mkdir -p "$1.d" && touch "$1.d/kernel.cu"
export HOME="$1.d" XDG_CONFIG_HOME="$1.d" XDG_DATA_HOME="$1.d"
try() { echo "$1: $(fish --no-config -c "source packaging/completions/cuprum.fish; complete -C '$2'" | $3 | tr '\n' ' ')"; }
try option 'cuprum k.cu --no-tool' cat
try value 'cuprum -arch=sm_90' 'cut -f1'
try file "cuprum $1.d/ker" cat
try "file after =" "cuprum --output-file=$1.d/ker" cat
try command 'cuprum ru' 'cut -f1'
try program 'cuprum exec --check tru' 'grep -o ^true'
