echo "$1(3): error: identifier \"b\" is undefined"
echo "  int a = b;"
echo "$1:4:1: error: second thing" >&2
echo "error: no position"
echo "$1(7): warning #177-D: variable unused"
[ -n "$2" ] && echo "$1($2): note: seen here"
exit 1
