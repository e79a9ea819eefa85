import * as z from 'zod/mini';

/** What shows that a file of the backup is whole. */
const whole = { bytes: z.int(), sha256: z.string() };

const table = z.object({ name: z.string(), rows: z.int(), ...whole });
const object = z.object({ path: z.string(), ...whole });

/** manifest.json, written last: a backup without one was cut off. */
export const manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** Applied to the database: a backup fits only one with the same. */
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** The months of tables that are partitioned by month. */
  partitions: z.array(z.object({ table: z.string(), month: z.string() })),
  sequences: z.array(z.object({ name: z.string(), value: z.nullable(z.string()) })),
  /** Referenced tables come first. */
  tables: z.array(table),
  /** objects.jsonl, one object a line. */
  objects: z.object({ count: z.int(), missing: z.int(), ...whole }),
});
export type Manifest = z.infer<typeof manifest>;
export type StoredTable = z.infer<typeof table>;

export const storedObject = object;
export type StoredObject = z.infer<typeof object>;

export const MANIFEST = 'manifest.json';
export const OBJECTS = 'objects.jsonl';

export function tableFile(name: string): string {
  return `tables/${name}.copy`;
}
export function objectFile(path: string): string {
  return `objects/${path}`;
}
