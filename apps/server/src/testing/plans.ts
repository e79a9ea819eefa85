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

/** The tables it would read from end to end, planned as the planner likes it best for values it does not know. */
export async function likedScans({ read }: Database, { text }: Pick<Statement<unknown>, 'text'>): Promise<string[]> {
  const { rows } = await sql`${sql.raw(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`)}`.execute(read);
  return scansOf(Explained.parse(rows)[0]['QUERY PLAN'][0].Plan);
}

/** What a query with its values does for the rows there are, as the planner likes it best: tables read from end to end, and sorts. */
export async function chosenPlan(
  { read }: Database,
  query: RawBuilder<unknown>,
): Promise<{ scans: string[]; sorts: number }> {
  const { rows } = await sql`EXPLAIN (FORMAT JSON) ${query}`.execute(read);
  const { Plan } = Explained.parse(rows)[0]['QUERY PLAN'][0];
  return { scans: scansOf(Plan), sorts: sortsOf(Plan) };
}

function sortsOf(node: PlanNode): number {
  const below = (node.Plans ?? []).map(sortsOf).reduce((sum, sorts) => sum + sorts, 0);
  return below + Number(node['Node Type'].endsWith('Sort'));
}

function scansOf(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? 'a table'] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}
