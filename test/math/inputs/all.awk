# From names.txt a kernel in the IR's text that calls every function: awk -v typed=1 for typed pointers.
function pointer(t) { return typed ? t "*" : "ptr" }
function pointee(name) {
    return name ~ /frexp|remquo/ ? "i32" : name ~ /nanf?$/ ? "i8" : name ~ /f$/ ? "float" : "double"
}
function value(t) { return t ~ /^(float|double|i[0-9]+)$/ ? "%v_" t : "null" }
{
    result = $1
    name = $2
    sub(/\(.*/, "", name)
    sub(/^[^(]*\(/, "")
    sub(/\).*/, "")
    n = split($0, type, ", ")
    parameters = arguments = ""
    for (i = 1; i <= n; i++) {
        t = type[i] == "ptr" ? pointer(pointee(name)) : type[i]
        parameters = parameters (i > 1 ? ", " : "") t
        arguments = arguments (i > 1 ? ", " : "") t " " value(t)
    }
    declarations = declarations "declare " result " @" name "(" parameters ")\n"
    if (result == "void") {
        body = body "  call void @" name "(" arguments ")\n"
    } else {
        body = body "  %r" NR " = call " result " @" name "(" arguments ")\n"
        body = body "  store volatile " result " %r" NR ", " pointer(result) " %p_" result "\n"
    }
}
END {
    layout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16" \
        "-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
    print "target datalayout = \"" layout "\"\ntarget triple = \"nvptx64-nvidia-cuda\"\n" declarations
    n = split("float double i32 i64 i16", type, " ")
    for (i = 1; i <= n; i++) {
        kernel = kernel (i > 1 ? ", " : "") pointer(type[i])
        named = named (i > 1 ? ", " : "") pointer(type[i]) " %p_" type[i]
        loads = loads "  %v_" type[i] " = load " type[i] ", " pointer(type[i]) " %p_" type[i] "\n"
    }
    print "define void @k(" named ") {\n" loads body "  ret void\n}"
    print "!nvvm.annotations = !{!0}\n!0 = !{" (typed ? "void (" kernel ")* @k" : "ptr @k") ", !\"kernel\", i32 1}"
    print "!nvvmir.version = !{!1}\n!1 = !{i32 2, i32 0}"
}
