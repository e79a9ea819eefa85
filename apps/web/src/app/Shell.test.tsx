import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { unseenPage } from '../lib/testing/run-hook.ts';
import { appStore } from '../state/store.ts';
import { Shell } from './Shell.tsx';

vi.mock('./Nav.tsx', () => ({ Nav: () => null }));
vi.mock('../ui/OfflineLine.tsx', () => ({ OfflineLine: () => null }));

test.each([
  ['/mode1', 'mode1'],
  ['/mode1/a-moment', 'mode1'],
  ['/nearby', 'mode4'],
  ['/settings', 'mode2'],
])('on %s the current mode is %s', (path, mode) => {
  appStore.setState({ currentMode: 'mode2', modeLock: false });
  const page = unseenPage();
  page.show(
    <MemoryRouter initialEntries={[path]}>
      <Shell />
    </MemoryRouter>,
  );
  page.leave();
  expect(appStore.getState().currentMode).toBe(mode);
});
