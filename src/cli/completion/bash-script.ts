import { allNodes, type CommandNode } from "./command-tree.ts";

/** A script for bash 3.2 and later; nothing of slmcode runs while a word is completed. */
export function bashScript(root: CommandNode): string {
  const nodes = allNodes(root);
  const steps = nodes
    .filter((node) => node.path.length > 0)
    .map(
      (node) =>
        `      "${node.path.slice(0, -1).join(" ")}:${node.path.at(-1)}") path="${node.path.join(" ")}" ;;`,
    );
  const values = nodes.flatMap((node) =>
    node.options
      .filter(({ takes }) => takes !== "nothing")
      .map(({ names, takes, choices }) => {
        const patterns = names.map((name) => `"${node.path.join(" ")}:${name}"`).join("|");
        return `    ${patterns}) ${takes === "file" ? FILES : wordList(choices)} return ;;`;
      }),
  );
  const words = nodes.map((node) => {
    const options = node.options.flatMap(({ names }) => names).join(" ");
    const others = [...node.commands.map(({ path }) => path.at(-1)), ...node.choices].join(" ");
    return `    "${node.path.join(" ")}") options="${options}" others="${others}" files="${node.takesFile ? "1" : ""}" ;;`;
  });
  return `# bash completion of slmcode
_slmcode() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local path="" options="" others="" files="" i
  COMPREPLY=()
  # "--format=j" comes as three words.
  if [ "$current" = "=" ]; then current=""
  elif [ "$previous" = "=" ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path:\${COMP_WORDS[i]}" in
${steps.join("\n")}
    esac
  done
  case "$path:$previous" in
${values.join("\n")}
  esac
  case "$path" in
${words.join("\n")}
  esac
  case "$current" in
    -*) ${wordList(["$options"])} ;;
    *)
      if [ -n "$files" ]; then ${FILES}
      else ${wordList(["$others"])}
      fi ;;
  esac
}
complete -F _slmcode slmcode
`;
}

const FILES = `local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$current"));`;

function wordList(words: readonly string[]): string {
  return words.length === 0 ? "" : `COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$current"));`;
}
