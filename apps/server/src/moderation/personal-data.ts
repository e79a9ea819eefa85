import { byPages, type PersonalData } from '../platform/personal-data.ts';
import { toldOf } from './views.ts';

/** Decisions outlive the account: by then its id leads to no person. */
export const moderationData: PersonalData = {
  areas: [
    {
      name: 'decisions',
      about: 'What moderators have decided about you and why, what they took away, and what you objected.',
      rows: (db, userId) =>
        byPages(async (last: { id: string } | null, limit) => {
          const theirs = db.selectFrom('moderation.statement').where('person', '=', userId);
          const rows = await (last ? theirs.where('id', '<', last.id) : theirs)
            .orderBy('id', 'desc')
            .limit(limit)
            .select(['id', 'action', 'ground', 'text', 'removed', 'state', 'until', 'created_at as createdAt'])
            .select(['appeal_text as appeal', 'appeal_state as appealState', 'appeal_answer as appealAnswer'])
            .execute();
          return rows.map(toldOf);
        }),
    },
  ],
  erase: async () => 'done',
};
