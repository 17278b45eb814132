import { spawnSync } from "node:child_process";

/** Medians of wall time in ms for several commands, taken in turn so that a busy moment hits them all. */
export function medianWall(commands, rounds = 15) {
  const times = commands.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    commands.forEach(({ args, env }, index) => {
      const startedAt = performance.now();
      spawnSync(process.execPath, args, { stdio: "ignore", env: { ...process.env, ...env } });
      times[index].push(performance.now() - startedAt);
    });
  }
  return times.map(median);
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
