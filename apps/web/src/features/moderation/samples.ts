import type { CaseReport, ModerationCase } from '@yonder/contract';

const person = { userId: '0198c0de-0000-7000-8000-000000000001', name: 'Bao', photo: null, thumb: null };

export const aReport: CaseReport = {
  reportId: '0198c0de-0000-7000-8000-0000000000a1',
  reporter: {
    ...person,
    userId: '0198c0de-0000-7000-8000-000000000002',
    name: 'Mei',
    weight: 80,
    reports: 3,
    dismissed: 1,
  },
  reason: 'threat',
  text: 'Kept asking for my address after I said no twice.',
  about: 'message',
  alias: null,
  evidence: { messages: [], post: null, comment: null, call: null, portrait: null },
  createdAt: 1_772_600_000_000,
  content: 'none',
};

/** As a moderator first opens it. */
export const aCase: ModerationCase = {
  caseId: '0198c0de-0000-7000-8000-0000000000c1',
  number: 2041,
  state: 'open',
  priority: 'high',
  ground: 'threat',
  about: 'message',
  reports: 1,
  reporters: 1,
  person,
  assignee: null,
  openedAt: 1_772_600_000_000,
  closedAt: null,
  hasAppeal: false,
  account: {
    createdAt: 1_772_000_000_000,
    isPaid: false,
    standing: 'member',
    suspendedUntil: null,
    region: 'TW',
    cases: 0,
    reported: 0,
  },
  allReports: [aReport],
  history: [],
  proposal: null,
  log: [],
};
