# Completion of gm in bash. Source it, or put it into ~/.local/share/bash-completion/completions/gm
_gm() {
    local line value
    COMPREPLY=()
    while IFS= read -r line; do
        value=${line%%$'\t'*}
        if [[ $value == :files ]]; then
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
            return
        fi
        [[ $value == *= ]] && compopt -o nospace
        COMPREPLY+=("$value")
    done < <(GM_COMPLETE=line COMP_WORDBREAKS=$COMP_WORDBREAKS "${COMP_WORDS[0]}" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
}
complete -F _gm gm gm-tool
