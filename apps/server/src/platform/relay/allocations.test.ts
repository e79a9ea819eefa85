import { expect, test } from 'vitest';
import { createAllocations, type Allocation } from './allocations.ts';

const counted: number[] = [];
const allocations = createAllocations((count) => counted.push(count));

function add(port: number): Allocation {
  return allocations.add({
    client: { address: '198.51.100.1', family: 'IPv4', port, at: '192.0.2.1' },
    username: 'x',
    transactionId: 'x',
    holder: { kind: 'waiting', ticket: 'ticket' },
    expiresAt: 10,
    tally: null,
  });
}

test('20,000 have 20,000 addresses', () => {
  const all = Array.from({ length: 20_000 }, (_, port) => add(port));
  expect(new Set(all.map(({ relayed }) => `${relayed.address} ${relayed.port}`)).size).toBe(20_000);
  expect(counted.at(-1)).toBe(20_000);
  allocations.sweep(10);
  expect([allocations.size, counted.at(-1), allocations.heldBy('ticket').size]).toEqual([0, 0, 0]);
});

test('nothing hangs on one that has ended, so that the other side’s can be forgotten too', () => {
  const [one, other] = [add(1), add(2)];
  const channel = { number: 0x4000, peer: other, expiresAt: 5 };
  one.channels.set(0x4000, channel);
  one.channelTo.set(other, channel);
  one.permissions.set(other.relayed.address, 5);
  allocations.end(one);
  expect([one.channels.size, one.channelTo.size, one.permissions.size]).toEqual([0, 0, 0]);
});
