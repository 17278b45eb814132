import { execFileSync } from "node:child_process";

/** The CLI tests run the built bin, so a test run begins with a build (incremental: under a second when nothing changed). */
export function setup(): void {
  execFileSync(process.execPath, ["scripts/build.js"], { stdio: "inherit" });
}
