import { clientFrame, type ClientFrame } from '@yonder/contract';
import { parseJson } from '../parse-json.ts';

type CallFrame = Extract<ClientFrame, { type: 'call' }>;

/** Parses a client's frame by its schema. Undefined: it is none. */
export function readFrame(data: Buffer): ClientFrame | undefined {
  try {
    const frame = parseJson(data);
    return plainCallOf(frame) ?? clientFrame.safeParse(frame).data;
  } catch {
    return undefined;
  }
}

const PLAIN_ID = /^[A-Za-z0-9_-]{8,64}$/;
const PLAIN_NAME = /^\w{1,64}$/;

/**
 * Recognises a plain call, as nearly every frame is, at a glance: the schema takes a tenth of the whole time of a join.
 * Undefined decides nothing; the schema is asked.
 */
function plainCallOf(frame: unknown): CallFrame | undefined {
  if (typeof frame !== 'object' || frame === null) return undefined;
  if (!('type' in frame && 'id' in frame && 'function' in frame) || frame.type !== 'call') return undefined;
  const { id, function: name } = frame;
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  if (!PLAIN_ID.test(id) || !PLAIN_NAME.test(name)) return undefined;
  return { type: 'call', id, function: name, data: 'data' in frame ? frame.data : undefined };
}
