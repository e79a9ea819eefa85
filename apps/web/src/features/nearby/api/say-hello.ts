import { client } from '../../../lib/client.ts';

/** Answers the chat in which it was said. */
export async function sayHello(userId: string, content: string): Promise<string> {
  return (await client.call('sayHello', { userId, content })).chatRoomId;
}
