import type pg from 'pg';
import { processorTimeOf } from '../relay/processor-time.ts';
import { databaseMicros } from './processes.ts';

export interface Cost {
  serverMicros: number;
  databaseMicros: number;
  /** Of tables and their indexes. */
  storedBytes: number;
}

interface Measured {
  /** Of the server's process. */
  pid: number;
  dataDir: string;
  database: pg.Client;
}

/** What happens between beginning and asking for the cost. */
export class Meter {
  readonly #product: Measured;
  readonly #stored: () => Promise<number>;
  #before = { server: 0, database: 0, stored: 0 };

  private constructor(product: Measured, stored: () => Promise<number>) {
    this.#product = product;
    this.#stored = stored;
  }

  /** Of these schemas the tables count. */
  static async over(product: Measured, schemas: readonly string[]): Promise<Meter> {
    const stored = async (): Promise<number> => {
      const { rows } = await product.database.query<{ bytes: number }>(
        `SELECT sum(pg_total_relation_size(c.oid))::float8 AS bytes
         FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace::regnamespace::text = ANY($1)`,
        [schemas],
      );
      return rows[0]!.bytes;
    };
    const meter = new Meter(product, stored);
    meter.#before.stored = await stored();
    return meter;
  }

  begin(): void {
    this.#before = { ...this.#before, ...this.#processor() };
  }

  async costOf(times: number): Promise<Cost> {
    const { server, database } = this.#processor();
    const { server: serverBefore, database: databaseBefore, stored } = this.#before;
    return {
      serverMicros: (server - serverBefore) / times,
      databaseMicros: (database - databaseBefore) / times,
      storedBytes: ((await this.#stored()) - stored) / times,
    };
  }

  #processor(): { server: number; database: number } {
    const server = processorTimeOf({ pid: this.#product.pid, threads: 'all' }) * 1_000_000;
    return { server, database: databaseMicros(this.#product.dataDir) };
  }
}
