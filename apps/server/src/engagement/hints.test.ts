import { expect, test } from 'vitest';
import { createBus } from '../platform/bus.ts';
import { createLog } from '../platform/log.ts';
import { onHint, type QueueHint } from './hints.ts';

test('a newcomer whom a node of the release before tells of is connected there, and held by nothing', () => {
  const bus = createBus(createLog({ level: 'silent' }));
  const heard: QueueHint[] = [];
  onHint(bus, 'voice', (hint) => heard.push(hint));
  const place = { userId: 'ann', ticket: 'ticket', place: 1, since: 0, tab: null };
  const person = { ...place, language: null, region: null, interests: [] };
  bus.publish('queue.voice-queue', { kind: 'came', people: [person] });
  const held = { elsewhere: true, pausedUntil: null, checkUntil: null };
  expect(heard).toEqual([{ kind: 'came', people: [{ ...person, ...held }] }]);
});
