import { afterEach, expect, test, vi } from 'vitest';
import { appStore } from '../../state/store.ts';
import { followDevice } from './follow-device.ts';

const screen = vi.hoisted(() => ({ isNeeded: (): boolean => false, changes: 0 }));

vi.mock('../../lib/page-audio.ts', () => ({ pageAudio: { listen: () => () => {} } }));
vi.mock('./voice.ts', () => ({
  voice: { getSnapshot: () => ({ state: { kind: 'idle', left: null } }), onChange: () => () => {} },
  directCalls: { getSnapshot: () => ({ kind: 'idle', left: null }), subscribe: () => () => {} },
}));
vi.mock('./screen-wake.ts', () => ({
  keepScreenOn({ isNeeded, onChange }: { isNeeded: () => boolean; onChange: (listener: () => void) => () => void }) {
    screen.isNeeded = isNeeded;
    return onChange(() => (screen.changes += 1));
  },
}));

afterEach(() => vi.unstubAllGlobals());

test('the screen stays on while somebody to write with is looked for, and no longer', () => {
  vi.stubGlobal('navigator', {});
  const stop = followDevice();
  expect(screen.isNeeded()).toBe(false);
  appStore.setState({ isTextFindingOpen: true });
  expect(screen).toMatchObject({ changes: 1 });
  expect(screen.isNeeded()).toBe(true);
  appStore.setState({ isTextFindingOpen: false });
  expect(screen.isNeeded()).toBe(false);
  stop();
  appStore.setState({ isTextFindingOpen: true });
  expect(screen.changes).toBe(2);
});
