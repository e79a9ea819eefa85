import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { isComposing } from '../../lib/composing.ts';
import { useGo } from '../../lib/use-go.ts';
import { later } from '../../ui/later.tsx';
import { notOpened } from '../../ui/NotOpened.tsx';
import { isPageCovered, isReachable } from './reach.ts';
import { placeOf } from '../places.ts';
import { shortcutsStore } from '../../state/shortcuts.ts';
import { hear, letterAfter, type Command, type Heard } from './shortcuts.ts';

const ShortcutsSheet = later(async () => (await import('./ShortcutsSheet.tsx')).ShortcutsSheet, { failed: notOpened });

/** Elements where letters are typed or choose from a list. */
const TYPED_INTO = 'input, textarea, select, audio, [contenteditable], [role="menu"], [role="listbox"]';

/** Single keys that lead through the app, and the sheet that lists them. */
export function Shortcuts() {
  const [sheet, setSheet] = useState<'open' | 'closed'>('closed');
  const going = useRef<Heard['going']>(null);
  const go = useGo();
  const { pathname } = useLocation();
  /** In the capture phase, before elements on the page that have keys of their own. */
  const onLetter = useEffectEvent((event: KeyboardEvent) => {
    if (shortcutsStore.getState() === 'off' || isElsewhere(event)) return;
    const command = letterAfter(going.current, event);
    if (command === null || !run(command)) return;
    going.current = null;
    event.preventDefault();
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (shortcutsStore.getState() === 'off' || isElsewhere(event)) return;
    const heard = hear(event, { going: going.current, place: placeOf(pathname) });
    going.current = heard.going;
    if (heard.command !== null && run(heard.command)) event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', onLetter, { capture: true });
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onLetter, { capture: true });
      window.removeEventListener('keydown', onKey);
    };
  }, []);

  /** Returns whether it did something. */
  function run(command: Command): boolean {
    if (command.do === 'press') return press(command.key);
    if (isPageCovered()) return false;
    if (command.do === 'help') setSheet('open');
    else go(command.to);
    return true;
  }

  if (sheet === 'closed') return null;
  return <ShortcutsSheet onClose={() => setSheet('closed')} />;
}

/** Text is being typed, or a part of the page has handled the key. */
function isElsewhere(event: KeyboardEvent): boolean {
  const { defaultPrevented, target } = event;
  return defaultPrevented || isComposing(event) || (target instanceof Element && target.closest(TYPED_INTO) !== null);
}

/** The control announces its key itself (aria-keyshortcuts); it need not be on the page that is shown. */
function press(key: string): boolean {
  const all = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  const control = [...all].find(isReachable);
  if (control === undefined) return false;
  if (control instanceof HTMLInputElement) control.focus();
  else control.click();
  return true;
}
