#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# packaging/tarball.sh STAGE FILE.tar.xz: one folder of the file's name, to be unpacked anywhere. Environment: SOURCE_DATE_EPOCH
set -e
name=$(basename "$2" .tar.xz)
tar -C "$1" --sort=name --format=gnu --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    --transform="s,^\.,$name,rSh" -cf - . | xz -6 -T1 -c >"$2.new"
mv "$2.new" "$2"
echo "  DIST  $2"
