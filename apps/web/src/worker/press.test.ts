import { expect, test, vi } from 'vitest';
import { open, pressOf } from './press.ts';
import type { Page } from './scope.ts';

const CALL = '0192a0c0-0000-7000-8000-000000000002';
const data = { path: '/chat/one', call: { id: CALL, until: 9_000 } };

test.each([
  ['', { do: 'open', path: '/chat/one', answer: null }],
  ['accept', { do: 'open', path: '/chat/one', answer: CALL }],
  ['decline', { do: 'decline', callId: CALL }],
])('pressing %j', (action, press) => expect(pressOf(action, data)).toEqual(press));

test('there is nothing to accept or decline in what is no call', () => {
  const message = { path: '/chat/one', call: null };
  const opens = { do: 'open', path: '/chat/one', answer: null };
  expect([pressOf('accept', message), pressOf('decline', message)]).toEqual([opens, opens]);
});

test.each([null, undefined, 'x', { path: 'https://evil.example', call: null }, { path: '//evil.example', call: null }])(
  'data of %j leads to the list of everything',
  (strange) => expect(pressOf('', strange)).toMatchObject({ do: 'open', path: '/notifications' }),
);

function page(id: string, look: Partial<Page> = {}): Page & { said: unknown[] } {
  const said: unknown[] = [];
  const url = 'https://app.example/home';
  const focus = vi.fn(() => Promise.resolve());
  return {
    id,
    url,
    visibilityState: 'hidden',
    focused: false,
    focus,
    postMessage: (one) => said.push(one),
    said,
    ...look,
  };
}

function pagesOf(...all: Page[]) {
  const opened = page('opened');
  return {
    opened,
    matchAll: () => Promise.resolve(all),
    openWindow: vi.fn(() => Promise.resolve(opened)),
    claim: () => Promise.resolve(),
  };
}

test('the tab in sight is brought to the front and told where to go; no other one, and none is opened', async () => {
  const [hidden, visible, docs] = [
    page('hidden', { focused: true }),
    page('visible', { visibilityState: 'visible' }),
    page('docs', { visibilityState: 'visible', focused: true, url: 'https://app.example/api/docs' }),
  ];
  const pages = pagesOf(hidden, visible, docs);
  await open(pages, { path: '/chat/one', answer: CALL });
  expect(visible.said).toEqual([{ type: 'open', path: '/chat/one', answer: CALL }]);
  expect([hidden.said, docs.said]).toEqual([[], []]);
  expect(visible.focus).toHaveBeenCalledOnce();
  expect(pages.openWindow).not.toHaveBeenCalled();
});

test('a tab that cannot be brought to the front shows it all the same', async () => {
  const shy = page('shy', { focus: () => Promise.reject(new Error('not allowed')) });
  await open(pagesOf(shy), { path: '/chat/one', answer: null });
  expect(shy.said).toHaveLength(1);
});

test('without a tab one is opened, and told what to answer: its address says nothing of it', async () => {
  const pages = pagesOf();
  await open(pages, { path: '/chat/one', answer: CALL });
  expect(pages.openWindow).toHaveBeenCalledExactlyOnceWith('/chat/one');
  expect(pages.opened.said).toEqual([{ type: 'open', path: '/chat/one', answer: CALL }]);
});
