import type { CallOptions } from '@yonder/client';
import type { InputDraft } from '@yonder/contract';
import { client } from '../../../lib/client.ts';

/** Returns the id of the chat that holds the hello. */
export async function sayHello(said: InputDraft<'sayHello'>, how: CallOptions): Promise<string> {
  return (await client.call('sayHello', said, how)).chatRoomId;
}
