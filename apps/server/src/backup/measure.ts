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
