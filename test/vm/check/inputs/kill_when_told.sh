# SPDX-License-Identifier: Apache-2.0
# kill_when_told.sh REPORT COMMAND...: runs the command, and ends it by SIGKILL when its report has been there for two seconds (for
# interrupt.cu: however slow the machine is).
report=$1
shift
rm -f "$report"
"$@" >/dev/null 2>&1 &
tries=0
while [ ! -s "$report" ] && [ $tries -lt 240 ]; do
    sleep 0.25
    tries=$((tries + 1))
done
sleep 2
kill -KILL $!
wait 2>/dev/null
