import { allNodes, type CommandNode } from "./command-tree.ts";

/** A script for zsh 5 and later; it works from a folder of `fpath` and when it is sourced. */
export function zshScript(root: CommandNode): string {
  const nodes = allNodes(root);
  const steps = nodes
    .filter((node) => node.path.length > 0)
    .map(
      (node) =>
        `      ${quoted(`${node.path.slice(0, -1).join(" ")}:${node.path.at(-1)}`)}) at=${quoted(node.path.join(" "))} ;;`,
    );
  const values = nodes.flatMap((node) =>
    node.options
      .filter(({ takes }) => takes !== "nothing")
      .map(({ names, takes, choices }) => {
        const patterns = names.map((name) => quoted(`${node.path.join(" ")}:${name}`)).join("|");
        const action =
          takes === "file"
            ? "_files; "
            : choices.length > 0
              ? `compadd -- ${choices.map(quoted).join(" ")}; `
              : "";
        return `    ${patterns}) ${action}return ;;`;
      }),
  );
  return `#compdef slmcode
_slmcode() {
  local at="" word
  local -a options others
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at:$word" in
${steps.join("\n")}
    esac
  done
  case "$at:\${words[CURRENT-1]}" in
${values.join("\n")}
  esac
  case "$at" in
${nodes.map(listed).join("\n")}
  esac
  if [[ "$PREFIX" == -* ]]; then _describe -o option options
  elif (( $#others )); then _describe word others
  else _files
  fi
}
if [ "$funcstack[1]" = "_slmcode" ]; then _slmcode "$@"; else compdef _slmcode slmcode; fi
`;
}

function listed({ path, options, commands, choices }: CommandNode): string {
  const optionWords = options.flatMap(({ names, summary }) => names.map((name) => described(name, summary)));
  const otherWords = [
    ...commands.map((each) => described(each.path.at(-1)!, each.summary)),
    ...choices.map(quoted),
  ];
  return `    ${quoted(path.join(" "))})\n      options=(${optionWords.join(" ")})\n      others=(${otherWords.join(" ")}) ;;`;
}

function described(name: string, summary: string): string {
  return quoted(`${name}:${summary.replace(/:/g, "\\:")}`);
}

function quoted(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`;
}
