import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import type { Database, Statement } from '../platform/database.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string | undefined;
  Plans?: PlanNode[] | undefined;
}

const PlanNode: z.ZodMiniType<PlanNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.optional(z.string()),
  get Plans() {
    return z.optional(z.array(PlanNode));
  },
});
const Explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: PlanNode })]) })]);

/** The tables a hot statement would read from end to end, planned as a lane plans it. */
export async function sequentialScans(
  database: Database,
  { text }: Pick<Statement<unknown>, 'text'>,
): Promise<string[]> {
  const plan = await database.transaction(async ({ db }) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(db);
    const { rows } = await sql`${sql.raw(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`)}`.execute(db);
    return Explained.parse(rows)[0]['QUERY PLAN'][0].Plan;
  });
  return scansOf(plan);
}

/** The same for a query with its values, as the planner likes it best for the rows there are. */
export async function chosenScans({ read }: Database, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql`EXPLAIN (FORMAT JSON) ${query}`.execute(read);
  return scansOf(Explained.parse(rows)[0]['QUERY PLAN'][0].Plan);
}

function scansOf(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? 'a table'] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}
