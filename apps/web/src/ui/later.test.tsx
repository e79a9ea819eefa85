import { Suspense, useEffect } from 'react';
import { MemoryRouter, useNavigate, type NavigateFunction } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { unseenPage } from '../lib/testing/run-hook.ts';
import { later, type Again, type FailureReason } from './later.tsx';

/** Names of the components on the screen. */
const seen = new Set<string>();

function Seen({ name }: { name: string }) {
  useEffect(() => {
    seen.add(name);
    return () => void seen.delete(name);
  }, [name]);
  return null;
}

afterEach(() => vi.restoreAllMocks());

/** A part that loads or fails as the test says. */
function part() {
  const network = { isDown: true, asked: 0, reasons: new Set<FailureReason>() };
  const again: { press: Again } = { press: () => Promise.reject(new Error('nothing has failed')) };
  const Part = later(
    async () => {
      network.asked += 1;
      if (network.isDown) throw new Error('Failed to fetch');
      return () => <Seen name="the part" />;
    },
    {
      failed: (retry, _, reason) => {
        again.press = retry;
        network.reasons.add(reason);
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

test('one that is shown while another has failed asks for itself', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { Part, network } = part();
  const page = unseenPage();
  page.show(<Part key="first" />);
  await onScreen('a sentence');
  expect(network.asked).toBe(1);
  network.isDown = false;
  page.show([<Part key="first" />, <Part key="second" />]);
  await onScreen('a sentence', 'the part');
  expect(network.asked).toBe(2);
  page.leave();
});

test('what was left while it loaded, and failed then, is asked for anew', async () => {
  const time = vi.spyOn(performance, 'now').mockReturnValue(0);
  const { Part, network } = part();
  const page = unseenPage();
  page.show(<Part />);
  page.show(null);
  await Part.ask().catch(() => {});
  network.isDown = false;
  time.mockReturnValue(1_001);
  page.show(<Part />);
  await onScreen('the part');
  page.leave();
});

test('without a sentence of its own it stays away until the next page, which asks anew', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const network = { isDown: true, asked: 0 };
  const Badge = later(async () => {
    network.asked += 1;
    if (network.isDown) throw new Error('Failed to fetch');
    return () => <Seen name="a badge" />;
  });
  const way: { go: NavigateFunction } = { go: () => {} };
  function Way() {
    const go = useNavigate();
    useEffect(() => void (way.go = go), [go]);
    return <Seen name="the bar" />;
  }
  const page = unseenPage();
  page.show(
    <MemoryRouter initialEntries={['/home']}>
      <Way />
      <Badge />
    </MemoryRouter>,
  );
  await vi.waitFor(() => expect(console.error).toHaveBeenCalled());
  await onScreen('the bar');
  await way.go('/chats');
  await vi.waitFor(() => expect(network.asked).toBe(2));
  network.isDown = false;
  await way.go('/settings');
  await onScreen('the bar', 'a badge');
  page.leave();
});

test('a part that throws while it is drawn is told from one that did not come', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { Part, network } = part();
  const reasons = new Set<FailureReason>();
  const Broken = later(
    async () => () => {
      throw new Error('a bug');
    },
    {
      failed: (_again, _props, reason) => {
        reasons.add(reason);
        return <Seen name="another sentence" />;
      },
    },
  );
  const page = unseenPage();
  page.show([<Part key="lost" />, <Broken key="broken" />]);
  await onScreen('a sentence', 'another sentence');
  expect([...network.reasons, ...reasons]).toEqual(['not loaded', 'threw']);
  page.leave();
});
