import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What each schema holds, and what of it the others may name. */
export interface SqlFaces {
  /** Tables, views and sequences as `schema.name`. */
  names: ReadonlySet<string>;
  open: ReadonlySet<string>;
}

/** Open to every module: batches remember their answers, write deadlines and decide under leases. */
const PLATFORM = ['platform.answered_request', 'platform.deadline', 'platform.lease'];

/** From the migrations; a view is open once docs/architecture.md names it. */
export function readSqlFaces(root: string): SqlFaces {
  const sql = globSync('apps/server/migrations/*.sql', { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const created = (kinds: string): string[] =>
    [...sql.matchAll(new RegExp(`CREATE (?:${kinds}) ([a-z_]+\\.[a-z_]+)`, 'g'))].map(([, name]) => name ?? '');
  const described = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const views = created('VIEW').filter((view) => described.includes(`\`${view}`));
  return { names: new Set(created('TABLE|UNLOGGED TABLE|VIEW|SEQUENCE')), open: new Set([...views, ...PLATFORM]) };
}

/** Names of other schemas in SQL or in the quoted names of queries. */
export function foreignSchemas(text: string, module: string, { names, open }: SqlFaces): string[] {
  return [...text.matchAll(/(?<![\w.@/])[a-z_]+\.[a-z_]+\b/g)]
    .map(([name]) => name)
    .filter((name) => names.has(name) && !open.has(name) && !name.startsWith(`${schemaOf(module)}.`));
}

/** Named as its folder, in SQL's spelling. */
function schemaOf(module: string): string {
  return module.replaceAll('-', '_');
}
