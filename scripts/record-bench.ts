import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { figuresPage, RESULTS, type Result } from './figures-page.ts';
import { ROOT } from './run-tool.ts';

/** What a bench prints in a line of its own. */
const FIGURES = /^\{"bench":/;
/** What a profile is printed as: sums, and times in µs or bytes with names. */
const PROFILE = /^(main thread: |allocated: | +\d+(\.\d\d)?  )/;
/** What recording itself changes. */
const RECORDED = [':!bench/results', ':!docs/figures.md'];

/**
 * Runs a bench, keeps what it printed beside the commit it belongs to, and writes docs/figures.md anew. With --profile it
 * keeps the profile alone: being watched is slower.
 */
export async function record(name: string, args: readonly string[]): Promise<number> {
  const changed = git('status', '--porcelain', '--', '.', ...RECORDED);
  if (changed !== '') throw new Error(`Commit first: a figure belongs to a commit.\n${changed}`);
  const [load = 0] = loadavg();
  const child = spawn(process.execPath, [join(ROOT, `bench/${name}.ts`), ...args], {
    cwd: ROOT,
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    lines.push(line);
  }
  const code = Number((await exited)[0] ?? 1);
  mkdirSync(RESULTS, { recursive: true });
  const commit = git('rev-parse', '--short', 'HEAD');
  if (args.includes('--profile')) {
    const profile = lines.filter((line) => PROFILE.test(line)).join('\n');
    writeFileSync(join(RESULTS, `${name}.profile.txt`), `${name} at ${commit}\n\n${profile}\n`);
    return code;
  }
  const figures: Result['figures'] = lines
    .filter((line) => FIGURES.test(line))
    .map((line): unknown => JSON.parse(line));
  if (figures.length === 0) throw new Error(`${name} printed no figures.`);
  const result: Result = {
    bench: name,
    args: [...args],
    commit,
    on: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`,
    loadBefore: Math.round(load * 10) / 10,
    figures,
  };
  writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(join(ROOT, 'docs/figures.md'), figuresPage());
  return code;
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}
