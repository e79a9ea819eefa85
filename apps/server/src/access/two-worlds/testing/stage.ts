import { randomUUID } from 'node:crypto';
import type { CallableName, InputDraft, Output } from '@yonder/contract';
import { giveRole } from '../../../moderation/index.ts';
import { openSocket, type Answer, type Door } from '../../../testing/doors.ts';
import { createKnownIds, type IdKind, type KnownIds } from './known-ids.ts';
import { createRenaming, type Renaming } from './renaming.ts';
import type { Account, World } from './twins.ts';

export const WATCHERS = ['w1', 'w2', 'w3'] as const;
export type Watcher = (typeof WATCHERS)[number];
/** The watcher's accounts; x and y, whom the watcher knows by id; z, a stranger. */
export const ACTORS = [...WATCHERS, 'x', 'y', 'z'] as const;
export type Actor = (typeof ACTORS)[number];

/** Changes an answer that a watcher reads: how a control puts a known fault back. */
export type Override = (
  asked: { name: CallableName; data: unknown; userId: string; answer: Answer },
  world: World,
) => Promise<Answer>;

/** One world during one script. */
export interface Stage {
  world: World;
  /** Which of the two worlds this is. */
  bit: 0 | 1;
  /** The watcher's accounts in this script. */
  watchers: readonly Watcher[];
  /** Who is connected in this script. */
  actors: readonly Actor[];
  /** The one of x and y whom the secret is about, and the other one. */
  secret: 'x' | 'y';
  other: 'x' | 'y';
  userId(actor: Actor): string;
  /** Sends what has to succeed. */
  call<Name extends CallableName>(actor: Actor, name: Name, data?: InputDraft<Name>): Promise<Output<Name>>;
  /** Sends what may be refused. */
  send(actor: Actor, name: CallableName, data?: unknown): Promise<Answer>;
  /** The same without a tick of the clock, for questions that are asked at once. */
  sendNow(actor: Actor, name: CallableName, data?: unknown): Promise<Answer>;
  fetch(actor: Actor, path: string, init?: RequestInit): Promise<Response>;
  close(actor: Actor): void;
  /** Gives an id the same name in both worlds; the watcher knows it from now on. */
  know(kind: IdKind, name: string, id: string): void;
  known: KnownIds;
  renaming: Renaming;
  /** What the watchers have heard since this was last asked, in order. */
  takeEvents(): string[];
  end(): void;
}

interface StageOptions {
  world: World;
  bit: 0 | 1;
  accounts: readonly Account[];
  /** How many accounts the watcher has. */
  watchers: 1 | 2 | 3;
  override?: Override | undefined;
}

export async function openStage({ world, bit, accounts, watchers: count, override }: StageOptions): Promise<Stage> {
  const watchers = WATCHERS.slice(0, count);
  const actors: readonly Actor[] = [...watchers, 'x', 'y', 'z'];
  const people = new Map(ACTORS.map((actor, i) => [actor, accounts[i]!]));
  const known = createKnownIds();
  const renaming = createRenaming();
  const heard = new Map<Actor, string[]>(watchers.map((watcher) => [watcher, []]));
  const doors = new Map<Actor, Door>();
  for (const actor of actors) {
    const { accessToken, tabId } = people.get(actor)!;
    const opening = openSocket({
      url: world.url,
      accessToken,
      tabId,
      onEvent: (event) => event.name !== 'counts.updated' && heard.get(actor)?.push(JSON.stringify(event)),
    });
    doors.set(actor, await answered(opening, `the socket of ${actor}`));
    await world.settle();
  }
  const account = (actor: Actor): Account => people.get(actor)!;
  const isWatcher = (actor: Actor): boolean => heard.has(actor);
  for (const actor of actors) {
    renaming.give(account(actor).userId, actor);
    renaming.give(account(actor).tabId, `tab of ${actor}`);
    if (actor !== 'z') known.add('user', account(actor).userId);
  }

  async function send(actor: Actor, name: CallableName, data?: unknown): Promise<Answer> {
    // Ids of one millisecond have no order.
    await world.advance(1);
    const answer = await sendNow(actor, name, data);
    await world.settle();
    return answer;
  }
  async function sendNow(actor: Actor, name: CallableName, data?: unknown): Promise<Answer> {
    const answer = await answered(doors.get(actor)!.send(name, data), `${actor} ${name}`);
    if (!isWatcher(actor)) return answer;
    const { userId } = account(actor);
    return override ? override({ name, data, userId, answer }, world) : answer;
  }
  async function call<Name extends CallableName>(
    actor: Actor,
    name: Name,
    data?: InputDraft<Name>,
  ): Promise<Output<Name>> {
    const { status, body } = await send(actor, name, data);
    if (status !== 200) throw new Error(`${actor} ${name}: ${status} ${JSON.stringify(body)}`);
    if (isWatcher(actor)) known.learn(body);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server wrote it by this schema
    return body as Output<Name>;
  }
  return {
    world,
    bit,
    watchers,
    actors,
    known,
    renaming,
    send,
    sendNow,
    call,
    secret: bit === 0 ? 'x' : 'y',
    other: bit === 0 ? 'y' : 'x',
    userId: (actor) => account(actor).userId,
    fetch: (actor, path, init = {}) =>
      fetch(world.url + path, {
        ...init,
        redirect: 'manual',
        headers: {
          ...init.headers,
          authorization: `Bearer ${account(actor).accessToken}`,
        },
      }),
    close: (actor) => doors.get(actor)!.close(),
    know(kind, name, id) {
      renaming.give(id, name);
      known.add(kind, id);
    },
    takeEvents() {
      return [...heard].flatMap(([actor, events]) => events.splice(0).map((event) => `${actor} hears ${event}`));
    },
    end() {
      for (const door of doors.values()) door.close();
    },
  };
}

const ANSWER_MS = 8_000;

/** @throws Error for what is never answered: the server waits for a time that does not come. */
async function answered<T>(asked: Promise<T>, what: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what} is not answered`)), ANSWER_MS);
  return Promise.race([asked, promise]).finally(() => clearTimeout(timer));
}

/** A room of two who know each other by name; the watcher knows it. */
export async function openRoom(stage: Stage, one: Actor, other: Actor): Promise<string> {
  const { app, database } = stage.world;
  const [a, b] = [stage.userId(one), stage.userId(other)];
  const roomId = await database.transaction((tx) => app.modules.chats.createRoom(tx, { type: 'direct', a, b }));
  stage.know('room', `room of ${one} and ${other}`, roomId);
  return roomId;
}

export async function say(stage: Stage, actor: Actor, chatRoomId: string, content = 'Hello.'): Promise<string> {
  const draft = { chatRoomId, clientMessageId: randomUUID(), type: 'text', content } as const;
  return (await stage.call(actor, 'sendMessageV2v2', draft)).id;
}

/** From now on somebody is a moderator. */
export async function appoint(stage: Stage, actor: Actor): Promise<void> {
  const { app, database, advance } = stage.world;
  const userId = stage.userId(actor);
  await database.transaction((tx) => giveRole(tx, { userId, moderates: true }));
  await advance(2_000);
  if (!app.modules.identity.moderators().has(userId)) throw new Error(`${actor} is no moderator`);
}

/** The two are in an anonymous call and hear each other. */
export async function openCall(stage: Stage, one: Actor, other: Actor): Promise<string> {
  await stage.call(one, 'joinCallQueue');
  await stage.call(other, 'joinCallQueue');
  const { call } = await stage.call(other, 'getCallState');
  if (!call) throw new Error(`${one} and ${other} were not matched`);
  const { callId } = call;
  for (const actor of [one, other]) await stage.call(actor, 'startCallSession', { callId });
  for (const actor of [one, other]) await stage.call(actor, 'reportMediaStatus', { callId, status: 'connected' });
  return callId;
}

/** The two are in a text match. */
export async function openMatch(stage: Stage, one: Actor, other: Actor): Promise<string> {
  await stage.call(one, 'joinTextQueueV2v2');
  await stage.call(other, 'joinTextQueueV2v2');
  const { match } = await stage.call(other, 'getTextMatchStateV2v2');
  if (!match) throw new Error(`${one} and ${other} were not matched`);
  return match.chatRoomId;
}
