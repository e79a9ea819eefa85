import type { moderationCallables, safetyCallables, statementCallables } from '@yonder/contract';
import { nobodys, owners, theirs } from './outcomes.ts';
import { openScene, type Row, type Rows, type Scene } from './scene.ts';

const VERDICT = { ground: 'other', text: 'No.' } as const;

async function blockOf({ owner, cast }: Scene): Promise<{ blockId: string }> {
  const { userId: id } = await cast.member();
  return owner.call('blockUser', { target: { type: 'user', id } });
}

async function roomOf(scene: Scene) {
  const { chatRoomId: id } = await scene.room();
  return { target: { type: 'chatRoom', id }, reason: 'other' } as const;
}

export const safetyRows: Rows<keyof typeof safetyCallables | keyof typeof statementCallables> = {
  reportUser: { ask: roomOf, outcome: theirs('report-target-not-found', 'ok') },
  listReports: {
    ask: async (scene) => {
      await scene.owner.call('reportUser', await roomOf(scene));
      return null;
    },
    outcome: owners('nothing'),
  },
  blockUser: { ask: roomOf, outcome: theirs('report-target-not-found', 'ok') },
  unblockUser: { ask: blockOf, outcome: owners('block-not-found') },
  listBlocks: { ask: (scene) => blockOf(scene).then(() => null), outcome: owners('nothing') },
  listStatements: { ask: (scene) => scene.statement().then(() => null), outcome: owners('nothing') },
  appealStatement: {
    ask: async (scene) => ({ statementId: (await scene.statement()).statementId, text: 'I was kind.' }),
    outcome: owners('statement-not-found'),
  },
  acknowledgeStatement: {
    ask: async (scene) => ({ statementId: (await scene.statement()).statementId }),
    outcome: owners('statement-not-found'),
  },
};

const forModerators: Pick<Row<never>, 'outcome' | 'open'> = {
  outcome: nobodys('not-a-moderator'),
  open: { moderator: 'ok' },
};
const caseOf = async (scene: Scene) => ({ caseId: (await scene.case()).caseId });

export const moderationRows: Rows<keyof typeof moderationCallables> = {
  listCases: { ask: (scene) => scene.case().then(() => ({ list: 'open' })), ...forModerators },
  getCase: { ask: caseOf, ...forModerators },
  takeCase: { ask: caseOf, ...forModerators },
  releaseCase: { ask: caseOf, ...forModerators },
  decideCase: { ask: async (scene) => ({ ...(await caseOf(scene)), action: 'dismiss' }), ...forModerators },
  approveBan: {
    async ask(scene) {
      // About somebody else: whoever waits for a ban is kept out.
      const { caseId, moderator } = await (await openScene(scene.world, scene.cast)).case();
      const { proposal } = await moderator.call('decideCase', { caseId, action: 'ban', ...VERDICT });
      return { statementId: proposal?.statementId ?? '', approve: false };
    },
    ...forModerators,
  },
  decideAppeal: {
    async ask(scene) {
      const { statementId } = await scene.statement();
      await scene.owner.call('appealStatement', { statementId, text: 'I was kind.' });
      return { statementId, outcome: 'upheld', text: 'No.' };
    },
    ...forModerators,
  },
  listAudit: { ask: (scene) => scene.case().then(() => ({})), ...forModerators },
};
