import { clientFrame, type ClientFrame } from '@yonder/contract';
import { parseJson } from '../parse-json.ts';

type CallFrame = Extract<ClientFrame, { type: 'call' }>;

/** A client's frame as its schema reads it; undefined: it is none. */
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
 * Nearly every frame is a call whose names are of plain letters: that is seen at a look, where the schema takes a tenth of
 * all the time that somebody's join does. Undefined says nothing: the schema is asked.
 */
function plainCallOf(frame: unknown): CallFrame | undefined {
  if (typeof frame !== 'object' || frame === null) return undefined;
  if (!('type' in frame && 'id' in frame && 'function' in frame) || frame.type !== 'call') return undefined;
  const { id, function: name } = frame;
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  if (!PLAIN_ID.test(id) || !PLAIN_NAME.test(name)) return undefined;
  return { type: 'call', id, function: name, data: 'data' in frame ? frame.data : undefined };
}
