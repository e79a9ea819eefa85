import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { ChatChange } from '../../state/transitions.ts';
import { Notifying } from './Notifying.tsx';

interface Pressable {
  'aria-label'?: string;
  children?: ReactNode;
  onChange: (event: { target: { checked: boolean } }) => void;
}

const switches = vi.hoisted(() => new Map<unknown, Pressable['onChange']>());

vi.mock('../../ui/Switch.tsx', () => {
  const known = ({ 'aria-label': name, children, onChange }: Pressable) => {
    switches.set(name ?? children, onChange);
    return null;
  };
  return { Switch: known, SwitchBox: known };
});

test('a switch names itself alone: what another device has changed of the others stays', () => {
  const sent: ChatChange[] = [];
  renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <Notifying onChange={(change) => sent.push(change)} device={null} />
    </I18nProvider>,
  );
  for (const name of ['Calls, push', 'Matches, in the app', 'Sounds'])
    switches.get(name)?.({ target: { checked: false } });
  expect(sent).toEqual([{ push: { calls: false } }, { inApp: { matches: false } }, { inApp: { sounds: false } }]);
});
