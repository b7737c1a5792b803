/** What a shell reads once: it asks `cay` itself for what may stand where the cursor is. */

export const completionShells = ['bash', 'zsh', 'fish'] as const
export type CompletionShell = (typeof completionShells)[number]

export const completionScripts: Readonly<Record<CompletionShell, string>> = {
  bash: `# In ~/.bashrc: eval "$(cay completion bash)"
_cay() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _cay cay`,
  zsh: `#compdef cay
# In ~/.zshrc, behind compinit: eval "$(cay completion zsh)"
_cay() {
  local -a lines candidates
  local line
  lines=("\${(@f)$(\${words[1]} __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    [[ -n $line ]] && candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#candidates} )); then _describe -V cay candidates; else _files; fi
}
compdef _cay cay`,
  fish: `# In ~/.config/fish/config.fish: cay completion fish | source
complete -c cay -a '(set -l words (commandline -opc) (commandline -ct); $words[1] __complete -- $words[2..] 2>/dev/null)'`,
}
