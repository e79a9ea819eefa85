import { expect, test } from 'vitest';
import { CONTRACT_VERSION } from './index.ts';
import { contractHash } from './version.ts';

test('a change of the wire is a new contract version with a new frozen hash', () => {
  expect({ version: CONTRACT_VERSION, hash: contractHash() }).toEqual({ version: '1', hash: '923df7c2da867c51' });
});
