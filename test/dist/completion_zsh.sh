#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# zsh's own completion completes an option, a value and a file: an interactive zsh gets the keys and writes down its line.
# REQUIRES: zsh
# RUN: zsh -f %s %t
# CHECK: option: cuprum k.cu --no-toolkit
# CHECK: value: cuprum -arch=sm_90
# CHECK: file: cuprum {{.*}}/kernel.cu
# CHECK: file after =: cuprum --output-file={{.*}}/kernel.cu
# CHECK: command: cuprum exec
# CHECK: program: cuprum exec --check mkfifo
zmodload zsh/zpty || exit 1
dir=$1.d
mkdir -p $dir && touch $dir/kernel.cu
export HOME=$dir TERM=dumb
zpty shell zsh -f -i
# answer KEYS: the line that they and the completion's key leave
answer() {
    rm -f $dir/line
    zpty -w -n shell "$1"$'\t\x18'
    repeat 200; do
        [[ -s $dir/line ]] && break
        sleep 0.05
        while zpty -r -t shell ignored; do :; done
    done
    cat $dir/line
}
zpty -w shell "PS1= ; unsetopt beep list_ambiguous; fpath=($PWD/packaging/completions \$fpath); autoload -Uz compinit; compinit -u -D"
zpty -w shell "note() { print -r -- \"\$BUFFER\" >$dir/line; BUFFER= }; zle -N note; bindkey '^X' note; bindkey '^I' complete-word; PATH=$PATH"
sleep 0.5
for name keys in option 'cuprum k.cu --no-tool' value 'cuprum -arch=sm_9' file "cuprum $dir/ker" "file after =" "cuprum --output-file=$dir/ker" \
    command 'cuprum exe' program 'cuprum exec --check mkfif'; do
    print -r -- "$name: $(answer $keys)"
done
zpty -d shell
