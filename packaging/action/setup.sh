#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The work of action.yml. Environment: CUPRUM_PACKAGE, CUPRUM_TOOLKIT (its inputs), and what GitHub sets: RUNNER_TEMP, GITHUB_PATH,
# GITHUB_ENV, GITHUB_OUTPUT (files to which lines are added).
set -e
folder=$RUNNER_TEMP/cuprum
mkdir -p "$folder"
case $CUPRUM_PACKAGE in
"") make -s -C "$(dirname "$0")/../.." -j "$(nproc)" install PREFIX="$folder" ;;
*://*)
    curl --fail --silent --show-error --location --output "$RUNNER_TEMP/cuprum.tar" "$CUPRUM_PACKAGE"
    tar -C "$folder" --strip-components=1 -xf "$RUNNER_TEMP/cuprum.tar"
    ;;
*) tar -C "$folder" --strip-components=1 -xf "$CUPRUM_PACKAGE" ;;
esac
"$folder/bin/cuprum" --version | head -1
echo "$folder/bin" >>"$GITHUB_PATH"
echo "folder=$folder" >>"$GITHUB_OUTPUT"
if [ "$CUPRUM_TOOLKIT" = true ]; then
    "$folder/bin/cuprum" toolkit "$RUNNER_TEMP/cuda"
    echo "$RUNNER_TEMP/cuda/bin" >>"$GITHUB_PATH"
    printf 'CUDACXX=%s/bin/nvcc\nCUDA_PATH=%s\n' "$RUNNER_TEMP/cuda" "$RUNNER_TEMP/cuda" >>"$GITHUB_ENV"
fi
