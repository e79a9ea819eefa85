import { expect, test } from 'vitest';
import { createReservedNames } from './reserved-names.ts';

const isReserved = createReservedNames('Yonder');

test.each([
  'Moderator',
  'MODERATOR',
  'Mоderator',
  'M o d e r a t o r',
  'Móderátor',
  'Admin',
  'admin 24',
  'Admin1',
  'The Support Team',
  'Yonder',
  'yonder 2',
  'Yønder',
  'M0derat0r',
  'Adm1n',
  '5upport',
  'Y-o-n-d-e-r',
  'Yonder Support',
  'Official Yonder',
  'System',
  'Kundendienst',
  'Soporte',
  'Moderadora',
  'モデレーター',
  '公式アカウント',
  '管理員小林',
  '客服',
  '운영자',
  '관리자님',
  'المشرف',
])('%s is reserved', (name) => {
  expect(isReserved(name)).toBe(true);
});

test.each([
  'Mei',
  'Anna Maria',
  'Yonderly Jones',
  'Adminah',
  'The Bot',
  'Team',
  'Max Modric',
  'Real Madrid',
  '林小美',
  '😀',
  '',
  'Ayuda',
])('%s is free', (name) => {
  expect(isReserved(name)).toBe(false);
});

test('the product is reserved by the name it has here', () => {
  const isReservedThere = createReservedNames('Far Afield');
  expect(isReservedThere('far afield')).toBe(true);
  expect(isReservedThere('FarAfield')).toBe(true);
  expect(isReservedThere('Yonder')).toBe(false);
});
