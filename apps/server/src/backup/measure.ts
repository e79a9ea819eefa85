import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

interface Measured {
  bytes: number;
  sha256: string;
}

/** Counts and hashes bytes. */
export function createMeasure(): { add(chunk: Uint8Array): void; result(): Measured } {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    add(chunk) {
      bytes += chunk.length;
      hash.update(chunk);
    },
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}

/** Counts and hashes the bytes of a stream: the result is final once the stream has ended. */
export function measure(): { stream: Transform; result(): Measured } {
  const { add, result } = createMeasure();
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      add(chunk);
      done(null, chunk);
    },
  });
  return { stream, result };
}

const NEWLINE = 0x0a;

/** Sums the hashes of the lines, independent of their order: the rows of a table have none. */
export async function sumOfLines(source: AsyncIterable<Buffer>): Promise<string> {
  let sum = 0n;
  let line = createHash('sha256');
  const add = (): void => void (sum += BigInt(`0x${line.digest('hex')}`));
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      line.update(chunk.subarray(from, end));
      add();
      line = createHash('sha256');
      from = end + 1;
    }
    line.update(chunk.subarray(from));
  }
  add();
  return sum.toString(16);
}
