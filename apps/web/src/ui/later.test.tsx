import { Suspense, useEffect } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { unseenPage } from '../lib/testing/run-hook.ts';
import { later, type Again } from './later.tsx';

/** What stands on the screen. */
const seen = new Set<string>();

function Seen({ name }: { name: string }) {
  useEffect(() => {
    seen.add(name);
    return () => void seen.delete(name);
  }, [name]);
  return null;
}

afterEach(() => vi.restoreAllMocks());

/** A part that comes, or not, as the test says. */
function part() {
  const network = { isDown: true, asked: 0 };
  const again: { press: Again } = { press: () => Promise.reject(new Error('nothing has failed')) };
  const Part = later(
    async () => {
      network.asked += 1;
      if (network.isDown) throw new Error('Failed to fetch');
      return () => <Seen name="the part" />;
    },
    {
      failed: (retry) => {
        again.press = retry;
        return <Seen name="a sentence" />;
      },
    },
  );
  return { Part, network, again };
}

const onScreen = (...names: string[]) => vi.waitFor(() => expect([...seen].toSorted()).toEqual(names.toSorted()));

test('a part that does not come says so and takes nothing else along; the next visit asks anew', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { Part, network } = part();
  const page = unseenPage();
  const show = (isOpen: boolean) =>
    page.show(
      <Suspense fallback={null}>
        <Seen name="a call" />
        {isOpen && <Part />}
      </Suspense>,
    );
  show(true);
  await onScreen('a call', 'a sentence');
  show(false);
  await onScreen('a call');
  network.isDown = false;
  show(true);
  await onScreen('a call', 'the part');
  expect(network.asked).toBe(2);
  page.leave();
});

test('a press loads it where it stands, and fails as often as it does not come', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { Part, network, again } = part();
  const page = unseenPage();
  page.show(<Part />);
  await onScreen('a sentence');
  await expect(again.press()).rejects.toThrow('Failed to fetch');
  await onScreen('a sentence');
  network.isDown = false;
  await again.press();
  await onScreen('the part');
  page.leave();
});
