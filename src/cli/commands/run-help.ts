import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { nearestName } from "../../nearest-name.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Io } from "../io.ts";
import { markdownText } from "../render/markdown-text.ts";
import { wrap } from "../render/wrap.ts";
import { UsageError } from "../usage-error.ts";

/** The package's own pages; the same distance from src/cli/commands and dist/cli/commands. */
const PAGES = join(import.meta.dirname, "../../../docs");

/** The help of a command, or a page of the documentation. A name that is both is the command, and the page is pointed at. */
export async function runHelp(words: readonly string[], program: Command, io: Io): Promise<ExitCode> {
  const files = await topicFiles();
  const topics = [...files.keys()];
  const [first] = words;
  if (first === undefined) {
    program.outputHelp();
    io.print(`\n${wrap(`Topics: ${topics.join(", ")}`, 80).join("\n")}\n(slmcode help TOPIC)\n`);
    return EXIT.ok;
  }
  const command = program.commands.find((each) => each.name() === first);
  if (command !== undefined) {
    commandBelow(command, words.slice(1)).outputHelp();
    if (topics.includes(first)) io.print(`\nMore: slmcode help ${first}-page\n`);
    return EXIT.ok;
  }
  const topic = topics.includes(first) ? first : first.replace(/-page$/, "");
  const file = files.get(topic);
  if (words.length > 1 || file === undefined) throw unknown(words.join(" "), topics, program);
  const page = await readFile(join(PAGES, file), "utf8");
  io.print(markdownText(page, Math.min(io.columns, 80)));
  return EXIT.ok;
}

/** The file of each topic: the pages, then the list of servers and a page for each kind. */
async function topicFiles(): Promise<ReadonlyMap<string, string>> {
  const listed = async (folder: string): Promise<readonly string[]> =>
    (await readdir(join(PAGES, folder)).catch(() => []))
      .filter((file) => file.endsWith(".md") && file !== "README.md")
      .map((file) => file.slice(0, -3))
      .sort();
  const [pages, servers] = await Promise.all([listed("."), listed("servers")]);
  return new Map([
    ...pages.map((name) => [name, `${name}.md`] as const),
    ["servers", "servers/README.md"],
    ...servers.map((name) => [name, `servers/${name}.md`] as const),
  ]);
}

function commandBelow(command: Command, words: readonly string[]): Command {
  const [first, ...rest] = words;
  if (first === undefined) return command;
  const below = command.commands.find((each) => each.name() === first);
  if (below !== undefined) return commandBelow(below, rest);
  const nearest = nearestName(
    first,
    command.commands.map((each) => each.name()),
  );
  throw new UsageError(
    `${command.name()} has no command "${first}"`,
    nearest === null
      ? `slmcode help ${command.name()}`
      : `Did you mean: slmcode help ${command.name()} ${nearest}`,
  );
}

function unknown(typed: string, topics: readonly string[], program: Command): UsageError {
  const nearest = nearestName(typed, [...topics, ...program.commands.map((each) => each.name())]);
  return new UsageError(
    `there is no help on "${typed}"`,
    nearest === null ? `Topics: ${topics.join(", ")}` : `Did you mean: slmcode help ${nearest}`,
  );
}
