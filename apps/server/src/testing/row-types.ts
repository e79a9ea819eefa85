import { Kysely, PostgresDialect as KyselyPostgres } from 'kysely';
import { generate, PostgresDialect } from 'kysely-codegen';
import pg from 'pg';

/** A view's columns are never called NOT NULL, even where its table's are. */
const NEVER_NULL = [
  'identity.member.user_id',
  'identity.barred.user_id',
  'identity.barred.suspended_until',
  'identity.moderator.user_id',
  'profiles.match_preference.user_id',
  'profiles.hides_reading.user_id',
  'profiles.hides_typing.user_id',
  'profiles.calls_directly.user_id',
  'profiles.pays.user_id',
  'profiles.shown_person.user_id',
  'profiles.shown_person.name',
  'profiles.shown_person.read_receipts',
  'platform.present.user_id',
  'platform.present.away',
  'chats.said.room_id',
  'chats.said.seq',
  'chats.said.content',
  'safety.blocked_pair.one',
  'safety.blocked_pair.other',
  'safety.hidden_pair.one',
  'safety.hidden_pair.other',
];

/** The row types of a migrated database, as TypeScript. */
export async function rowTypes(url: string): Promise<string> {
  const db = new Kysely<unknown>({
    dialect: new KyselyPostgres({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
  });
  try {
    return await generate({
      db,
      dialect: new PostgresDialect(),
      excludePattern: 'migration',
      outFile: null,
      typeMapping: { int8: 'number', date: 'string' },
      async postprocess({ metadata }) {
        for (const { schema, name, columns } of metadata.tables) {
          for (const column of columns) {
            if (NEVER_NULL.includes(`${schema}.${name}.${column.name}`)) Object.assign(column, { isNullable: false });
          }
        }
        return metadata;
      },
    });
  } finally {
    await db.destroy();
  }
}
