// What asks us for words: kubectl runs the first by its name; the others are for who calls kubectl-etcd itself. Pure.

/** kubectl hands over the words after "kubectl etcd", and an empty one where a new word begins. */
export const kubectlScript = `#!/bin/sh
# kubectl runs this for "kubectl etcd <tab>". It must be on PATH under the name kubectl_complete-etcd.
exec kubectl etcd __complete "$@"
`

export const kubectlScriptForWindows = `@echo off\r\nkubectl etcd __complete %*\r\n`

const bash = `# kubectl-etcd for bash: source <(kubectl-etcd completion bash)
_kubectl_etcd() {
  local line lines
  mapfile -t lines < <(kubectl-etcd __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  COMPREPLY=()
  for line in "\${lines[@]}"; do
    case "$line" in
      :*) (( \${line#:} & 2 )) && compopt -o nospace ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done
}
complete -F _kubectl_etcd kubectl-etcd
`

const zsh = `#compdef kubectl-etcd
# kubectl-etcd for zsh: source <(kubectl-etcd completion zsh)
_kubectl_etcd() {
  local -a found
  local line
  for line in "\${(@f)$(kubectl-etcd __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ $line == :* ]] && continue
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe 'kubectl-etcd' found
}
compdef _kubectl_etcd kubectl-etcd
`

const fish = `# kubectl-etcd for fish: kubectl-etcd completion fish | source
function __kubectl_etcd
  set -l words (commandline -opc) (commandline -ct)
  kubectl-etcd __complete $words[2..-1] 2>/dev/null | string match -v -r '^:'
end
complete -c kubectl-etcd -f -a '(__kubectl_etcd)'
`

const powershell = `# kubectl-etcd for PowerShell: kubectl-etcd completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName kubectl-etcd -ScriptBlock {
  param($word, $ast, $cursor)
  $words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($word -eq '') { $words += '' }
  kubectl-etcd __complete @words 2>$null | Where-Object { $_ -notmatch '^:' } | ForEach-Object {
    $name, $what = $_ -split "\`t", 2
    [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', ($what ?? $name))
  }
}
`

export const scripts: Readonly<Record<string, string>> = {
	kubectl: kubectlScript,
	bash,
	zsh,
	fish,
	powershell,
}
