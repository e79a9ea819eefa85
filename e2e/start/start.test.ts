import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { makeClone, makeCloneFor, type Account } from './clone.ts';
import { npmStart, type NpmStart } from './npm-start.ts';

const AS_ROOT = process.getuid?.() === 0;
const NOBODY: Account = { uid: 65_534, gid: 65_534 };
const PATIENCE_MS = 240_000;

let home: string;
let running: NpmStart[] = [];

beforeEach(() => {
  home = mkdtempSync(join(realpathSync(tmpdir()), 'yonder home '));
});

afterEach(async () => {
  await Promise.all(running.map((one) => one.interrupt()));
  running = [];
  rmSync(home, { recursive: true, force: true });
}, PATIENCE_MS);

function start(clone: string, settings: Record<string, string>, account?: Account): NpmStart {
  const started = npmStart({ clone, home, account, settings });
  running.push(started);
  return started;
}

async function serves(port: number): Promise<void> {
  for (const host of ['localhost', '127.0.0.1']) {
    const page = await fetch(`http://${host}:${port}/`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<div id="root"');
  }
}

/** What a start that did not succeed says, without npm's own lines. */
function reasonOf(failed: NpmStart): string {
  const isOurs = (line: string): boolean => !/^(npm |> )/.test(line);
  return failed.lines().filter(isOurs).join('\n');
}

test(
  'an ordinary user starts it in a path with spaces; a taken port and a wrong setting are said in one line',
  async () => {
    const account = AS_ROOT ? NOBODY : undefined;
    const clone = join(home, 'my clone');
    if (account) {
      chownSync(home, account.uid, account.gid);
      makeCloneFor(account, clone);
    } else {
      makeClone(clone);
    }
    const port = await freePort();
    const settings = { PORT: String(port) };

    const first = start(clone, settings, account);
    await first.ready;
    await serves(port);
    expect(statSync(join(clone, 'var/db')).uid).toBe(account?.uid ?? process.getuid?.());

    const second = start(clone, settings, account);
    expect(await second.exited).not.toBe(0);
    expect(reasonOf(second)).toBe(`Port ${port} is taken. Is this running already? Else set PORT to a free one.`);

    const wrong = start(clone, { ...settings, CALL_SECONDS: 'long' }, account);
    expect(await wrong.exited).not.toBe(0);
    expect(reasonOf(wrong)).toBe('CALL_SECONDS must be a whole number from 1 to 86400.');

    await first.interrupt();
    expect(existsSync(join(clone, 'var/db/postmaster.pid'))).toBe(false);
  },
  PATIENCE_MS,
);

test.runIf(AS_ROOT)(
  'root starts it in a clone under a 0700 home, not twice, and again after kill -9',
  async () => {
    chmodSync(home, 0o700);
    const clone = join(home, 'clone');
    makeClone(clone);
    const [port, otherPort] = [await freePort(), await freePort()];

    const first = start(clone, { PORT: String(port) });
    await first.ready;
    const [, data = ''] = /the database is in (\/\S+\/db)\./.exec(first.lines().join('\n')) ?? [];
    try {
      await serves(port);

      const second = start(clone, { PORT: String(otherPort) });
      expect(await second.exited).not.toBe(0);
      expect(reasonOf(second)).toMatch(
        /^Another process \(\d+\) already runs on .*\/db\. Stop it first, or set DATA_DIR/,
      );

      const [, node] = /cluster_name=yonder-(\d+)/.exec(readFileSync(join(data, 'postmaster.opts'), 'utf8')) ?? [];
      process.kill(Number(node), 'SIGKILL');
      await first.exited;
      const third = start(clone, { PORT: String(port) });
      await third.ready;
      await serves(port);
      await third.interrupt();
      expect(existsSync(join(data, 'postmaster.pid'))).toBe(false);
    } finally {
      rmSync(dirname(data), { recursive: true, force: true });
    }
  },
  PATIENCE_MS,
);
