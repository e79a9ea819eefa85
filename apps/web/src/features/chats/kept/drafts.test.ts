import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { personalName, shelfOf } from '../../../lib/personal-storage.ts';
import { ROOM, YOU } from '../samples.ts';
import { createDrafts } from './drafts.ts';
import { storageInMemory } from '../../../lib/testing/storage.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', storageInMemory());
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => vi.unstubAllGlobals());

/** A tab that shows the room. It hears of what another tab has put on the shelf with the next `tell`. */
function tabOf() {
  let [hasFocus, moved] = [false, () => {}];
  const drafts = createDrafts(shelfOf(YOU, 'drafts'), {
    isOn: (chatRoomId) => hasFocus && chatRoomId === ROOM,
    onMoved: (listener) => {
      moved = listener;
      return () => (moved = () => {});
    },
  });
  return {
    drafts,
    write: (content: string) => drafts.set({ chatRoomId: ROOM, content, replyTo: null }),
    words: () => drafts.get(ROOM)?.content,
    focus: () => move(true),
    leave: () => move(false),
  };
  function move(to: boolean): void {
    hasFocus = to;
    moved();
  }
}

function tell(you = YOU): void {
  window.dispatchEvent(Object.assign(new Event('storage'), { key: `${personalName(you)}-drafts-${ROOM}` }));
}

it('a draft is kept at once, and gone when it is sent or emptied', () => {
  const tab = tabOf();
  tab.write('I was going to');
  expect([tab.words(), tabOf().words()]).toEqual(['I was going to', 'I was going to']);
  tab.write('');
  expect([tab.words(), tabOf().words()]).toEqual([undefined, undefined]);
});

it('what another tab begins, changes or sends is so here too, and nothing once this one is closed', () => {
  const [here, elsewhere] = [tabOf(), tabOf()];
  const shown = vi.fn();
  here.drafts.subscribe(shown);
  elsewhere.write('hello');
  tell('somebody-else');
  expect(here.words()).toBeUndefined();
  tell();
  expect(here.words()).toBe('hello');
  elsewhere.write('');
  tell();
  expect([here.words(), here.drafts.rooms()]).toEqual([undefined, []]);
  expect(shown).toHaveBeenCalledTimes(2);
  here.drafts.close();
  elsewhere.write('hello');
  tell();
  here.focus();
  expect(here.words()).toBeUndefined();
});

it('what another tab wrote is heard of after the focus has come here too, until somebody writes here; then both have that', () => {
  const [here, elsewhere] = [tabOf(), tabOf()];
  elsewhere.focus();
  elsewhere.write('hello');
  elsewhere.leave();
  here.focus();
  elsewhere.write('hello you');
  tell();
  expect([here.words(), here.drafts.isWritten(ROOM)]).toEqual(['hello you', false]);
  here.write('hello you two');
  expect(here.drafts.isWritten(ROOM)).toBe(true);
  tell();
  expect(elsewhere.words()).toBe('hello you two');
});

it('under the hands of whoever writes nothing changes; as soon as they turn to something else both tabs have the same', () => {
  const [here, elsewhere] = [tabOf(), tabOf()];
  here.focus();
  here.write('I am wri');
  elsewhere.write('something else');
  tell();
  expect(here.words()).toBe('I am wri');
  here.leave();
  expect([here.words(), elsewhere.words(), here.drafts.isWritten(ROOM)]).toEqual([
    'something else',
    'something else',
    false,
  ]);
});

it('a page that has heard nothing for a while has what is so by now when it is looked at', () => {
  const [here, elsewhere] = [tabOf(), tabOf()];
  here.focus();
  here.write('hello');
  here.leave();
  elsewhere.write('hello you');
  here.focus();
  expect(here.words()).toBe('hello you');
  elsewhere.write('');
  here.focus();
  expect(here.words()).toBeUndefined();
});

it('what the device has no room for stays in this tab as it was written, whatever older words the device has', () => {
  const tab = tabOf();
  tab.write('hello');
  const { setItem } = localStorage;
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('no room is left', 'QuotaExceededError');
  });
  tab.write('hello you');
  tab.focus();
  expect([tab.words(), tabOf().words()]).toEqual(['hello you', 'hello']);
  vi.mocked(localStorage.setItem).mockImplementation(setItem);
  tab.write('hello you two');
  tab.leave();
  expect(tabOf().words()).toBe('hello you two');
  vi.stubGlobal('localStorage', undefined);
  const alone = tabOf();
  alone.write('hello');
  alone.focus();
  expect(alone.words()).toBe('hello');
});

it('what is no draft is passed over', () => {
  shelfOf(YOU, 'drafts').put(ROOM, { from: 'the past' });
  expect(tabOf().words()).toBeUndefined();
});
