import { CallError, type Client } from '@yonder/client';
import type { ModerationCase, SafetyTarget } from '@yonder/contract';
import { vi } from 'vitest';
import { uuidv7 } from '../../platform/ids.ts';
import type { Ground } from '../../safety/index.ts';
import type { Person } from '../../testing/person.ts';
import { World } from '../../testing/world.ts';
import { giveRole } from '../index.ts';

/** The real server, users that report each other, and moderators that handle the cases. */
export interface Court {
  world: World;
  as(who: Person): Client;
  /** A new moderator, as every node knows. */
  moderator(name: string): Promise<Person>;
  post(who: Person, content?: string): Promise<string>;
  /** A room of two partners. */
  friends(one: Person, other: Person): Promise<string>;
  say(who: Person, chatRoomId: string, content: string): Promise<string>;
  report(who: Person, target: SafetyTarget, reason?: Ground): Promise<string>;
  /** The open case about a user, as the moderator sees it. */
  caseOf(moderator: Person, about: Person): Promise<ModerationCase>;
  suspendedUntil(who: Person): Promise<Date | number | null>;
}

export async function openCourt(settings: Readonly<Record<string, string>> = {}): Promise<Court> {
  const world = await World.start({ settings: { REMATCH_SECONDS: '0', ...settings } });
  const { database, clock, app } = world;
  const clients = new Map<string, Client>();
  function as(who: Person): Client {
    const known = clients.get(who.userId) ?? who.tab();
    clients.set(who.userId, known);
    return known;
  }
  return {
    world,
    as,
    async moderator(name) {
      const person = await world.join(name);
      await database.transaction((tx) =>
        giveRole(tx, {
          userId: person.userId,
          moderates: true,
        }),
      );
      await world.advance(2e3);
      await vi.waitUntil(() => app.modules.identity.moderators().has(person.userId));
      return person;
    },
    async post(who, content = 'Who walks a dog by the river?') {
      const draft = {
        content,
        region: 'TW',
        language: 'en',
      };
      return (await as(who).call('createPostV2v2', draft)).postId;
    },
    friends: (one, other) =>
      database.transaction((tx) =>
        app.modules.chats.createRoom(tx, {
          type: 'mode2',
          a: one.userId,
          b: other.userId,
        }),
      ),
    async say(who, chatRoomId, content) {
      const draft = {
        chatRoomId,
        clientMessageId: uuidv7(clock.now()),
        type: 'text',
        content,
      } as const;
      return (await as(who).call('sendMessageV2v2', draft)).id;
    },
    report: async (who, target, reason = 'other') =>
      (
        await as(who).call('reportUser', {
          target,
          reason,
          text: `It is ${reason}.`,
        })
      ).reportId,
    async caseOf(moderator, about) {
      const { cases } = await as(moderator).call('listCases', { list: 'open' });
      const found = cases.find(({ person }) => person.userId === about.userId);
      if (!found) throw new Error(`no case about ${about.name} is open`);
      return as(moderator).call('getCase', { caseId: found.caseId });
    },
    async suspendedUntil({ userId }) {
      const account = database.read.selectFrom('identity.account').where('user_id', '=', userId);
      return (await account.select('suspended_until').executeTakeFirstOrThrow()).suspended_until;
    },
  };
}

/** Returns why it was refused; what it answered, where it was not. */
export async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    return error instanceof CallError ? error.reason : error;
  }
}

export const user = ({ userId: id }: Person): SafetyTarget => ({ type: 'user', id });
