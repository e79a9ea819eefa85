import type { Statement } from '@yonder/contract';

export const warning: Statement = {
  statementId: '0198c0de-0000-7000-8000-0000000000d1',
  action: 'warn',
  ground: 'hate',
  text: 'You insulted somebody.',
  removed: [],
  createdAt: 1_772_600_000_000,
  until: null,
  state: 'in-force',
  appeal: null,
  canAppeal: true,
  acknowledged: false,
};
