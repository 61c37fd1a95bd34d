# SPDX-License-Identifier: Apache-2.0
# Splits a list of forms (launch_forms.txt) into DIR/NAME.cu, all of them in DIR/all.cu, and the names
# that are expected in DIR/NAME.want.
function end_section() {
    if (name == "prelude") prelude = body
    else if (name != "") {
        text = sprintf("namespace %s {\n%s%s}\n", name, prelude, body)
        printf "%s%s", includes, text > (dir "/" name ".cu")
        close(dir "/" name ".cu")
        printf "%s", want > (dir "/" name ".want")
        close(dir "/" name ".want")
        print name > (dir "/list")
        all_includes = all_includes includes
        all = all text
    }
    includes = body = want = ""
}
/^== / { end_section(); name = $2; next }
/^\/\/= / { want = want $2 "\n"; next }
/^\/\// { next }
/^#include/ { includes = includes $0 "\n"; next }
{ body = body $0 "\n" }
END { end_section(); printf "%s%s", all_includes, all > (dir "/all.cu") }
