import { expect, test } from 'vitest';
import { createBus } from './bus.ts';
import { createLog } from './log.ts';

test('a message reaches every subscriber of its subject, though one fails, and none after it stopped', () => {
  const bus = createBus(createLog({ level: 'silent' }));
  const heard: unknown[] = [];
  bus.subscribe('user.1', () => {
    throw new Error('on purpose');
  });
  const stop = bus.subscribe('user.1', (message) => heard.push(message));
  bus.subscribe('user.2', (message) => heard.push(message));

  bus.publish('user.1', 'first');
  stop();
  stop();
  bus.publish('user.1', 'second');
  bus.publish('user.3', 'nobody');
  expect(heard).toEqual(['first']);
});

test('the same listener subscribed twice is two subscribers', () => {
  const bus = createBus(createLog({ level: 'silent' }));
  const heard: unknown[] = [];
  const listener = (message: unknown): void => void heard.push(message);
  const stop = bus.subscribe('a', listener);
  bus.subscribe('a', listener);
  stop();
  bus.publish('a', 1);
  expect(heard).toEqual([1]);
});
