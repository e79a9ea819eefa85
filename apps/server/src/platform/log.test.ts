import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(createLog({ to: { write: (line) => void (text += line) } }));
  return text;
}

test('what people say, who they are and what lets them in never reaches the log', () => {
  const secret = 'do-not-log';
  const text = logged((log) => {
    log.info({ token: secret, content: secret, sdp: secret, candidate: secret, address: secret }, 'flat');
    log.info({ req: { method: 'GET', url: `/callback?code=${secret}`, headers: { cookie: secret } } }, 'request');
    log.info({ req: { method: 'GET', url: `/media/${secret.repeat(20)}` } }, 'an address that is a key');
    log.info({ input: { text: secret, person: { name: secret } } }, 'nested');
  });
  expect(text).not.toContain(secret);
  expect(text).toContain('/callback');
});

test('a line break in what is logged begins no line of its own', () => {
  const text = logged((log) => log.info({ code: 'x\n{"level":50}' }, 'y\r\n{"level":50}'));
  expect(text.trimEnd().split('\n')).toHaveLength(1);
  expect(text).not.toContain('\r');
});

test('every line is one JSON object, with its time in UTC, its level and its text', () => {
  const text = logged((log) => {
    log.info({ userId: 'ann' }, 'somebody signed in');
    log.warn({ err: new Error('away') }, 'presence could not be written');
  });
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(lines).toEqual([
    { level: 30, time, userId: 'ann', msg: 'somebody signed in' },
    { level: 40, time, err: expect.anything(), msg: 'presence could not be written' },
  ]);
});

test('a database error keeps its code and constraint and loses the row it quotes', () => {
  const error = Object.assign(new Error('duplicate key', { cause: new Error('underneath') }), {
    code: '23505',
    constraint: 'account_pkey',
    detail: 'Key (name)=(do-not-log) already exists.',
  });
  const text = logged((log) => log.error({ err: error }, 'failed'));
  expect(text).not.toContain('do-not-log');
  expect(JSON.parse(text)).toMatchObject({
    err: { code: '23505', constraint: 'account_pkey', cause: { message: 'underneath' } },
  });
});
