#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# bash's own completion completes an option, a value and a file: with readline's = as the end of a word, and without.
# REQUIRES: bash
# RUN: bash %s %t
# CHECK: registered: complete -F _cuprum cuprum
# CHECK: option: --no-toolkit
# CHECK: value: sm_90 sm_90a
# CHECK: whole value: -arch=sm_90 -arch=sm_90a
# CHECK: file: {{.*}}/with space.cu
# CHECK: file after =: {{[^=]*}}/with space.cu
# CHECK: behind -I: -I{{.*}}/with space.cu
# CHECK: command: run
# CHECK: program: true
mkdir -p "$1.d" && touch "$1.d/with space.cu"
. packaging/completions/cuprum
echo "registered: $(complete -p cuprum)"
try() {
    COMP_LINE=$2 COMP_POINT=${#2} COMPREPLY=()
    _cuprum
    echo "$1: ${COMPREPLY[*]}"
}
try option 'cuprum k.cu --no-tool'
try value 'cuprum -arch=sm_90'
COMP_WORDBREAKS=${COMP_WORDBREAKS//=/} try "whole value" 'cuprum -arch=sm_90'
try file "cuprum $1.d/wi"
try "file after =" "cuprum --output-file=$1.d/wi"
try "behind -I" "cuprum -I$1.d/wi"
try command 'cuprum ru'
program() { COMP_LINE=$1 COMP_POINT=${#1} && _cuprum && printf '%s\n' "${COMPREPLY[@]}" | grep -x true | head -1; }
echo "program: $(program 'cuprum exec --check tru')"
