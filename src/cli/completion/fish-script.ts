import { allNodes, type CommandNode, type OptionNode } from "./command-tree.ts";

/** A script for fish 3 and later. */
export function fishScript(root: CommandNode): string {
  const lines = allNodes(root).flatMap((node) => {
    const here = condition(node);
    return [
      ...node.commands.map(
        (each) =>
          `complete -c slmcode -n ${here} -f -a ${quoted(each.path.at(-1)!)} -d ${quoted(each.summary)}`,
      ),
      ...node.choices.map((choice) => `complete -c slmcode -n ${here} -f -a ${quoted(choice)}`),
      ...(node.takesFile ? [`complete -c slmcode -n ${here} -F`] : []),
      ...node.options.map((option) => `complete -c slmcode -n ${here} ${optionWords(option)}`),
    ];
  });
  return `# fish completion of slmcode
function __slmcode_at
  set -l words (commandline -opc)
  set -l plain
  for word in $words[2..-1]
    string match -q -- '-*' $word; or set -a plain $word
  end
  set -l wanted (count $argv)
  if test $wanted -eq 0
    test (count $plain) -eq 0
    return
  end
  test (count $plain) -ge $wanted; and test "$plain[1..$wanted]" = "$argv"
end
complete -c slmcode -f
${lines.join("\n")}
`;
}

function condition({ path }: CommandNode): string {
  return quoted(["__slmcode_at", ...path].join(" "));
}

function optionWords({ names, summary, takes, choices }: OptionNode): string {
  const spelled = names.map((name) =>
    name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  const value =
    takes === "nothing"
      ? []
      : takes === "file"
        ? ["-r -F"]
        : ["-x", ...(choices.length > 0 ? [`-a ${quoted(choices.join(" "))}`] : [])];
  return [...spelled, ...value, `-d ${quoted(summary)}`].join(" ");
}

function quoted(text: string): string {
  return `'${text.replace(/\\/g, "\\\\").replace(/'/g, "\\'")}'`;
}
