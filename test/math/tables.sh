# SPDX-License-Identifier: Apache-2.0
# The committed polynomials are those that the generator writes (some of them: all take minutes).
# REQUIRES: python3
# TIMEOUT: 120
# RUN: sh %s
# CHECK-NOT: differs
# CHECK: reproduced
python3 -c 'import mpmath' 2>/dev/null || { echo "reproduced: not asked, there is no mpmath"; exit 0; }
for name in EXPM1 LOG ERFC; do
    python3 lib/device/generate/polynomials.py $name | grep "^#define" >/tmp/tables.$$
    grep "^#define ${name}_[0-9]" lib/device/math/polynomials.h | diff - /tmp/tables.$$ || echo "$name differs"
done
for name in EXP SIN; do
    python3 lib/device/generate/polynomials.py polynomials64.txt $name | grep "^#define" >/tmp/tables.$$
    grep "^#define ${name}_[0-9]" lib/device/math/polynomials64.h | diff - /tmp/tables.$$ || echo "$name differs"
done
python3 lib/device/generate/tables64.py | diff - lib/device/math/tables64.h || echo "tables64.h differs"
python3 lib/device/generate/pieces64.py ERF J1 | grep '^    {' >/tmp/tables.$$
grep -Fxf /tmp/tables.$$ lib/device/math/pieces64.h | diff - /tmp/tables.$$ || echo "pieces64.h differs"
rm -f /tmp/tables.$$
echo reproduced
