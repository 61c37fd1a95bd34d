#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What `cuprum complete` offers, from the same tables as the commands' parsers: commands, options of the command that the words
# begin with, values, in the word or as the next one, and where names of files belong.
# RUN: sh %s
# CHECK: commands: build
# CHECK: option: --no-toolkit
# CHECK: value: -arch=sm_90 -arch=sm_90a
# CHECK: next word: sm_90 sm_90a
# CHECK: of a command: --check --check-all
# CHECK: not of the compiler: --check-all
# CHECK: bool: --ftz=true --ftz=false
# CHECK: joined: -O0 -O1 -O2 -O3 -O
# CHECK: joined file: :files -I
# CHECK: list: :files -I=a,
# CHECK: choice: --on=vm --on=gpu --on=both
# CHECK: of an IR command: --only-needed
# CHECK: not of its sister: none
# CHECK: hidden: none
# CHECK: refused: none
# CHECK: file: :files
# CHECK: output: :files --output-file=
# CHECK: program: :programs
# CHECK: its value: sm_121 sm_121a sm_121f
# CHECK: the program's own: :files
# CHECK: ptxas: -maxrregcount=archmax -maxrregcount=archmin
# CHECK: no table: :files
# CHECK: no word: none
what() {
    name=$1
    shift
    words=$(cuprum complete "$@" | cut -f1 | sed 's/ *$//' | tr '\n' ' ')
    echo "$name: ${words:-none}"
}
what commands bu
what option --no-to
what value -arch=sm_90
what "next word" -arch sm_90
what "of a command" run --check
what "not of the compiler" --check
what bool --ftz=
what joined -O
what "joined file" -Isr
what list -I=a,b
what choice run x.cu --on=
what "of an IR command" link --only
what "not of its sister" as --only
what hidden --test-int
what refused nvcc -optix
what file run sa
what output --output-file=x
what program exec --check ls
what "its value" exec --gpu sm_121
what "the program's own" exec --gpu sm_90 ls --gpu
what ptxas ptxas -maxrregcount=
what "no table" toolkit ""
what "no word"
