# Completion of gm in fish. Put it into ~/.config/fish/completions/gm.fish
function __gm_complete
    set -l words (commandline -opc)
    set -l begun (commandline -ct | string unescape)
    set -l found (GM_COMPLETE=words $words[1] $words[2..-1] "$begun" 2>/dev/null)
    if test "$found[1]" = :files
        __fish_complete_path (commandline -ct)
    else
        string join \n -- $found
    end
end
complete -c gm -f -a '(__gm_complete)'
complete -c gm-tool -f -a '(__gm_complete)'
