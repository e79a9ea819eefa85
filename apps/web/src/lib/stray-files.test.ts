import { expect, it } from 'vitest';
import { refuseStrayFiles } from './stray-files.ts';

const page = new EventTarget();
refuseStrayFiles(page);

/** The browser's event for a drag over the page or a drop on it. */
function drag(type: 'dragover' | 'drop', { types = ['Files'], isTaken = false } = {}) {
  const dataTransfer = { types, dropEffect: 'copy' };
  const event = Object.assign(new Event(type, { cancelable: true }), { dataTransfer });
  if (isTaken) event.preventDefault();
  page.dispatchEvent(event);
  return { isPrevented: event.defaultPrevented, dropEffect: dataTransfer.dropEffect };
}

it.each(['dragover', 'drop'] as const)('a file nobody takes is not opened in place of the app: %s', (type) => {
  expect(drag(type)).toEqual({ isPrevented: true, dropEffect: 'none' });
});

it('a file that is taken is copied', () => {
  expect(drag('dragover', { isTaken: true })).toEqual({ isPrevented: true, dropEffect: 'copy' });
});

it('words that are dragged are left to the browser', () => {
  expect(drag('drop', { types: ['text/plain'] })).toEqual({ isPrevented: false, dropEffect: 'copy' });
});
