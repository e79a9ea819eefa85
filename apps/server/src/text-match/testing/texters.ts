import { randomUUID } from 'node:crypto';
import { CallError, type Client } from '@yonder/client';
import { EVENTS, isEventName, type InputDraft, type LiveEvent, type Output, type TextMatch } from '@yonder/contract';
import { expect } from 'vitest';
import type { Database } from '../../platform/database.ts';
import type { Person } from '../../testing/person.ts';
import type { World } from '../../testing/world.ts';

/** A user with one open tab and all its events. */
export interface Texter {
  userId: string;
  person: Person;
  tab: Client;
  call: Client['call'];
  heard: LiveEvent[];
  join(wishes?: InputDraft<'joinTextQueueV2v2'>): Promise<Output<'joinTextQueueV2v2'>>;
  /** The match as in the last event. */
  match(): TextMatch;
  say(chatRoomId: string, content: string): Promise<Output<'sendMessageV2v2'>>;
  /** Closes the tab without a goodbye. */
  vanish(): void;
}

export interface TextPair {
  chatRoomId: string;
  ann: Texter;
  bob: Texter;
}

/** Creates a user with a live socket. */
export async function newTexter(world: World, name: string): Promise<Texter> {
  const person = await world.join(name);
  return openTab(person);
}

/** Opens another tab of the user. */
export async function openTab(person: Person): Promise<Texter> {
  const tab = person.tab();
  const heard: LiveEvent[] = [];
  for (const name of Object.keys(EVENTS).filter(isEventName)) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- name and data come from one event
    tab.live.on(name, (data) => void heard.push({ name, data } as LiveEvent));
  }
  let answered: TextMatch | null = null;
  const vanish = tab.live.start();
  await expect.poll(() => tab.live.status.get()).toBe('online');
  return {
    userId: person.userId,
    person,
    tab,
    heard,
    vanish,
    call: (...asked) => tab.call(...asked),
    match() {
      const told = heard.flatMap((event) => (event.name === 'textMatch.updated' ? [event.data] : []));
      const last = told.at(-1) ?? answered;
      if (!last) throw new Error('nothing was told of a match');
      return last;
    },
    async join(wishes = null) {
      const joined = await tab.call('joinTextQueueV2v2', wishes);
      answered = joined.match;
      return joined;
    },
    say: (chatRoomId, content) => tab.call('sendMessageV2v2', textOf(chatRoomId, content)),
  };
}

export function textOf(chatRoomId: string, content: string): InputDraft<'sendMessageV2v2'> {
  return { chatRoomId, clientMessageId: randomUUID(), type: 'text', content };
}

/** Two strangers, just matched in an otherwise empty queue. */
export async function matched(world: World, wishes: InputDraft<'joinTextQueueV2v2'> = null): Promise<TextPair> {
  const [ann, bob] = [await newTexter(world, 'Ann Anderson'), await newTexter(world, 'Bob Brown')];
  return meet(ann, bob, wishes);
}

/** Matches these two. */
export async function meet(
  ann: Texter,
  bob: Texter,
  wishes: InputDraft<'joinTextQueueV2v2'> = null,
): Promise<TextPair> {
  expect(await ann.join(wishes)).toMatchObject({ matched: false, chatRoomId: null });
  const { chatRoomId } = await bob.join(wishes);
  if (chatRoomId === null) throw new Error('two who wait alone are matched');
  await expect.poll(() => ann.heard.some(({ name }) => name === 'textMatch.updated')).toBe(true);
  return { chatRoomId, ann, bob };
}

export function decide({ chatRoomId, ann, bob }: TextPair, who: 'ann' | 'bob', decision: 'like' | 'dislike') {
  return { ann, bob }[who].call('textMatchDecisionV2v2', { chatRoomId, decision });
}

/** What occupies the user, or `free`. */
export async function occupationOf(database: Database, { userId }: Texter): Promise<string> {
  const row = database.read.selectFrom('engagement.engagement').where('user_id', '=', userId).select('kind');
  return (await row.executeTakeFirst())?.kind ?? 'free';
}

/** The reason of a refused call; undefined when it succeeded. */
export async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof CallError) return error.reason ?? undefined;
    throw error;
  }
}

/** The messages of the room as the user reads them. */
export async function linesOf(who: Texter, chatRoomId: string): Promise<string[]> {
  const { messages } = await who.call('listMessages', { chatRoomId });
  return messages.map(({ senderId, content }) => `${senderId === who.userId ? 'me' : senderId}: ${content}`);
}
