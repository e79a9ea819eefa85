import { expect, test } from 'vitest';
import { addressOf } from './contact.ts';

test.each([
  ['hello@yonder.example', 'mailto:hello@yonder.example'],
  ['https://yonder.example/@hello', 'https://yonder.example/@hello'],
  ['Yonder Ltd, hello@yonder.example', null],
  ['+886 2 1234 5678', null],
  ['javascript:alert(1)', null],
  ['javascript:alert(1)//@x', null],
])('the contact %s leads to %s', (contact, address) => {
  expect(addressOf(contact)).toBe(address);
});
