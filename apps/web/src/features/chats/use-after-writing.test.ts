import { expect, it, vi } from 'vitest';
import { runHook } from '../../lib/testing/run-hook.ts';
import { useAfterWriting } from './use-after-writing.ts';
import { onWake } from './wake.ts';

vi.mock('./wake.ts', () => ({ onWake: vi.fn<typeof onWake>(() => () => {}) }));

function reading() {
  const toNewest = vi.fn<() => Promise<void>>(async () => {});
  const cutOff = vi.fn<() => void>();
  const still = { lastWritten: 'before', isCutOff: false, isAtEnd: false, toNewest, cutOff };
  return { ...runHook(useAfterWriting, still), toNewest, cutOff, still };
}

it('what is written here is led to, once; whatever else changes leaves the reader where they are', () => {
  const { render, toNewest, still } = reading();
  render({ ...still, isAtEnd: true });
  render(still);
  expect(toNewest).not.toHaveBeenCalled();
  render({ ...still, lastWritten: 'now' });
  render({ ...still, lastWritten: 'now' });
  expect(toNewest).toHaveBeenCalledOnce();
});

it('without a network it is shown where one is, and after the newest message when the network is back', async () => {
  const { render, toNewest, cutOff, still } = reading();
  toNewest.mockRejectedValueOnce(new Error('no network'));
  render({ ...still, lastWritten: 'now' });
  await vi.waitFor(() => expect(cutOff).toHaveBeenCalledOnce());
  render({ ...still, lastWritten: 'now', isCutOff: true, isAtEnd: true });
  vi.mocked(onWake).mock.lastCall?.[0]();
  expect(toNewest).toHaveBeenCalledTimes(2);
});

it('whoever reads on meanwhile is not led away when the network is back', () => {
  const { render, toNewest, still } = reading();
  render({ ...still, isCutOff: true });
  vi.mocked(onWake).mock.lastCall?.[0]();
  expect(toNewest).not.toHaveBeenCalled();
});
