import { makeFriends } from './friends.ts';
import type { Participant } from './participant.ts';

/** The pages that anybody may open. */
export const SIGNED_OUT = [
  '/',
  '/welcome',
  '/login',
  '/register',
  '/terms',
  '/privacy',
  '/about',
  '/contact',
  '/help',
  '/rules',
  '/child-safety',
  '/download/ios',
  '/download/android',
  '/nowhere',
];

/** The pages of a person, but for those of one chat, one moment or one profile. */
export const SIGNED_IN = [
  '/home',
  '/chats',
  '/call',
  '/mode1',
  '/mode3',
  '/nearby',
  '/profile',
  '/profile/edit',
  '/settings',
  '/notifications',
  '/upgrade',
  '/settings/data',
  '/settings/decisions',
  '/settings/reports',
  '/settings/delete',
  '/mode1/new',
];

/** The other pages of `one`: of a moment of their own, of the profile of `other`, of the chat with them. The product must let a call end at once. */
export async function placesOf(one: Participant, other: Participant): Promise<string[]> {
  const chatRoomId = await makeFriends(one, other);
  const moment = { content: 'Who else is awake?', region: 'TW', ageRange: 'any', language: 'en' } as const;
  const { postId } = await one.wire.call('createPostV2v2', moment);
  const { userId } = await other.wire.call('getProfile', null);
  return [`/mode1/${postId}`, `/profile/${userId}`, `/chat/${chatRoomId}`];
}
