import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

interface Measured {
  bytes: number;
  sha256: string;
}

/** How many bytes there were, and what they come to. */
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

/** The same of bytes on their way: its result counts once the stream has ended. */
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

/** What the lines come to, in whatever order they are: the rows of a table have none. */
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
