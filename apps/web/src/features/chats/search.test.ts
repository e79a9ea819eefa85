import { expect, it } from 'vitest';
import { room } from './samples.ts';
import { found } from './search.ts';

const names = ['Mei-Lin', 'José Ángel', 'Øystein Straße', 'ＫＡＩ', 'محمد', '다희', 'Łukasz'];
const rooms = names.map((name) => room({ other: { userId: name, name, photo: null, thumb: null } }));

it.each([
  ['', names],
  ['   ', names],
  ['mei', ['Mei-Lin']],
  ['LIN', ['Mei-Lin']],
  ['jose', ['José Ángel']],
  ['angel  JOSÉ', ['José Ángel']],
  ['oystein', ['Øystein Straße']],
  ['STRASSE', ['Øystein Straße']],
  ['kai', ['ＫＡＩ']],
  ['مُحمد', ['محمد']],
  ['다', ['다희']],
  ['lukasz', ['Łukasz']],
  ['mei jose', []],
  ['.*', []],
])('%o finds %o', (wanted, expected) => {
  expect(found(rooms, wanted, String).map(({ other }) => other.name)).toEqual(expected);
});
