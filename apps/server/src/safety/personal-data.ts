import { byPages, type PersonalData } from '../platform/personal-data.ts';
import { deleteBlocksOf } from './store.ts';

export const safetyData: PersonalData = {
  areas: [
    {
      name: 'blocks',
      about: 'Whom you have blocked and when, by the name they had then. "stranger" is whom you knew by an alias only.',
      rows: (db, userId) =>
        byPages(async (last: { id: string } | null, limit) => {
          const theirs = db.selectFrom('safety.block').where('who', '=', userId);
          const rows = await (last ? theirs.where('id', '<', last.id) : theirs)
            .orderBy('id', 'desc')
            .limit(limit)
            .select(['id', 'alias', 'name', 'created_at as createdAt'])
            .execute();
          return rows.map(({ alias, ...block }) => ({ ...block, stranger: alias !== null }));
        }),
    },
    {
      name: 'reports',
      about:
        'What you have reported, why, what you wrote about it, and whether it was acted on (null: not judged yet).',
      rows: (db, userId) =>
        byPages(async (last: { id: string } | null, limit) => {
          const theirs = db.selectFrom('safety.report').where('reporter', '=', userId);
          return (last ? theirs.where('id', '<', last.id) : theirs)
            .orderBy('id', 'desc')
            .limit(limit)
            .select(['id', 'target_type as about', 'reason', 'text', 'created_at as createdAt', 'outcome'])
            .execute();
        }),
    },
  ],
  /** Reports stay with their evidence, for the moderators that judge them. */
  async erase(tx, userId) {
    await deleteBlocksOf(tx, userId);
    await tx.db.deleteFrom('safety.reporter').where('user_id', '=', userId).execute();
    return 'done';
  },
};
