# SPDX-License-Identifier: Apache-2.0
# fish: what `cuprum complete` offers (src/driver/complete.c says its form).
function __cuprum_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in (eval $words[1] complete (string escape -- $words[2..-1]) 2>/dev/null)
        if string match -q ':files*' -- $line
            set -l prefix (string replace -r '^:files ?' '' -- $line)
            set -l begun (string sub -s (math (string length -- "$prefix") + 1) -- $words[-1])
            for file in (complete -C "__cuprum_no_command $begun" | string replace -r '\t.*' '')
                echo $prefix$file
            end
        else if test "$line" = :programs
            complete -C "$words[-1]"
        else
            echo $line
        end
    end
end
complete -c cuprum -f -a '(__cuprum_complete)'
