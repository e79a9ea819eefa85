import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CallError } from '@yonder/client';
import type { CallView } from '@yonder/contract';
import type { OpenTab } from './tab.ts';

/** What people do all day, each kind again and again until they are told to stop. */
export interface Day {
  isOver(): boolean;
  /** Somebody has done something whole. */
  did(what: Kind): void;
  /** A call of theirs was refused, or failed. */
  failed(what: Kind, why: string): void;
}

export const KINDS = ['calls', 'texts', 'messages', 'posts'] as const;
export type Kind = (typeof KINDS)[number];

const PAUSE_MS = 250;
/** As few words as people use, in so many orders that nobody says the same again and again. */
const SYLLABLES = ['ba', 'del', 'fi', 'gor', 'ka', 'lun', 'mi', 'nes', 'pa', 'ros', 'ti', 'vel'];
const SYLLABLES_A_WORD = 2;
/** The other one was faster. */
const ENDED: ReadonlySet<unknown> = new Set(['text-match-over', 'room-closed']);
const MESSAGES_A_MATCH = 3;
const KEPT_POSTS = 3;
/** Whoever waits alone for so long begins anew. */
const LONGEST_ROUNDS = 240;

/** Again and again; what is refused is counted, and tried anew. */
export async function live(day: Day, what: Kind, once: () => Promise<void>): Promise<void> {
  while (!day.isOver()) {
    try {
      await once();
      day.did(what);
    } catch (error) {
      day.failed(what, error instanceof CallError ? (error.reason ?? error.code) : String(error));
    }
    await pause(PAUSE_MS);
  }
}

/** A timed call with whoever comes: acknowledged, connected, decided on; a mutual like is hung up. */
export async function call({ client }: OpenTab, day: Day): Promise<void> {
  await client.call('joinCallQueue');
  let done: CallView['status'] | 'waiting' = 'waiting';
  for (let rounds = 0; rounds < LONGEST_ROUNDS && !day.isOver(); rounds++) {
    const { call: now } = await client.call('getCallState');
    // It is over, and both are free.
    if (!now && done !== 'waiting') return;
    if (now && now.status !== done) await answer({ client }, now);
    if (now?.status === 'active') await signal({ client }, now.callId);
    done = now?.status ?? 'waiting';
    await pause(PAUSE_MS);
  }
  await client.call('leaveCallQueue');
}

type Caller = Pick<OpenTab, 'client'>;

async function answer({ client }: Caller, { callId, status }: CallView): Promise<void> {
  if (status === 'connecting') {
    await client.call('startCallSession', { callId });
    await client.call('reportMediaStatus', { callId, status: 'connected' });
  }
  if (status === 'deciding') {
    await client.call('handleCallDecision', { callId, decision: Math.random() < 0.5 ? 'like' : 'dislike' });
  }
  if (status === 'mutual-like') await client.call('leaveCall', { callId, comingBack: 'no' });
}

async function signal({ client }: Caller, callId: string): Promise<void> {
  const candidate = { candidate: 'candidate:1 1 udp 41885439 127.0.0.1 50000 typ relay', sdpMid: '0' };
  await client.call('addIceCandidate', { callId, candidate });
}

/** A text match with whoever comes, some words, and a decision. */
export async function textMatch({ client }: OpenTab, day: Day): Promise<void> {
  let { chatRoomId } = await client.call('joinTextQueueV2v2');
  for (let rounds = 0; chatRoomId === null && rounds < LONGEST_ROUNDS && !day.isOver(); rounds++) {
    await pause(PAUSE_MS);
    ({ textMatch: chatRoomId } = await client.call('getCallState'));
  }
  if (chatRoomId === null) {
    await client.call('leaveTextQueueV2v2');
    return;
  }
  try {
    await talk({ client }, chatRoomId);
  } catch (error) {
    if (!(error instanceof CallError && ENDED.has(error.reason))) throw error;
  }
}

async function talk({ client }: Caller, chatRoomId: string): Promise<void> {
  for (let n = 0; n < MESSAGES_A_MATCH; n++) {
    await write({ client }, chatRoomId);
    await pause(PAUSE_MS);
  }
  await client.call('textMatchDecisionV2v2', { chatRoomId, decision: Math.random() < 0.5 ? 'like' : 'dislike' });
  // A like that is not answered would bind both.
  const { match } = await client.call('getTextMatchStateV2v2', { chatRoomId });
  if (match?.lockActive) await client.call('textMatchDecisionV2v2', { chatRoomId, decision: 'dislike' });
}

/** Some words to a friend, and what was said before. */
export async function chat(tab: OpenTab, chatRoomId: string): Promise<void> {
  await write(tab, chatRoomId);
  const { messages } = await tab.client.call('listMessages', { chatRoomId });
  const last = messages.at(-1);
  if (last) await tab.client.call('markRead', { chatRoomId, seedOrder: last.seedOrder });
  await tab.client.call('listChatRooms', {});
}

/** The oldest of one's own moments taken back, a new one, and those of others. */
export async function post({ client }: OpenTab): Promise<void> {
  // Asked each time: whoever keeps count loses it with the first answer that does not come.
  const { posts } = await client.call('listOwnPosts', {});
  for (const { id: postId } of posts.slice(KEPT_POSTS)) await client.call('deletePostV2v2', { postId });
  const content = `Who else hears the ${wordOf()}, the ${wordOf()} and the ${wordOf()} ${wordOf()}?`;
  await client.call('createPostV2v2', { content, region: 'TW', language: 'en' });
  await client.call('listPosts', { region: 'TW' });
  await client.call('getHome');
}

async function write({ client }: Caller, chatRoomId: string): Promise<void> {
  const content = `The ${wordOf()} ${wordOf()} by the ${wordOf()}, ${wordOf()}`;
  await client.call('sendMessageV2v2', { chatRoomId, clientMessageId: randomUUID(), type: 'text', content });
}

function wordOf(): string {
  return Array.from({ length: SYLLABLES_A_WORD }, () => SYLLABLES[Math.floor(Math.random() * SYLLABLES.length)]).join(
    '',
  );
}
