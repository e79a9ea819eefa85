import { randomBytes, randomUUID } from 'node:crypto';
import type { CallableName, InputDraft, Reason } from '@yonder/contract';
import { upload } from '../../privacy/testing/full-life.ts';
import type { World } from '../../testing/world.ts';
import type { Cast, Member } from './cast.ts';

/** What comes out: an answer, one with nothing in it, or why not. */
export type Outcome = 'ok' | 'nothing' | Reason;

/**
 * owner: whose it is. participant: the other one of it, or the closest to that there is. stranger: has nothing to do
 * with it. blocked: the participant, once the owner has blocked them.
 */
export const RELATIONS = ['owner', 'participant', 'stranger', 'blocked'] as const;
export type Relation = (typeof RELATIONS)[number];
/** What these read is generated from what the contract opens to them. */
export const STANDINGS = ['moderator', 'newcomer', 'suspended', 'leaving'] as const;
export type Standing = (typeof STANDINGS)[number];

/** One callable × whoever asks. */
export interface Row<Name extends CallableName> {
  /** Prepares what is asked for; answers what is sent. */
  ask(scene: Scene): Promise<InputDraft<Name>> | InputDraft<Name>;
  outcome: Record<Relation, Outcome>;
  /** Where that is not what a stranger reads, of what is open to them. */
  open?: Partial<Record<Standing, Outcome>>;
  /** As whom the owner blocks the participant: by name, or as the stranger of what is asked for. */
  known?: 'by call' | 'by room';
  /** Said by whoever has asked, so that nobody waits in a queue afterwards. */
  after?: CallableName;
}

export type Rows<Names extends CallableName> = { [Name in Names]: Row<Name> };

/** Two people who have things together, and what they have. */
export interface Scene {
  owner: Member;
  participant: Member;
  /** Whoever nobody else may read. */
  secret: string;
  world: World;
  cast: Cast;
  /** A room of the two by name, with a message of the owner's. */
  room(): Promise<{ chatRoomId: string; messageId: string }>;
  /** The same, with a picture of the owner's as its last message. */
  picture(type: 'image' | 'one_time_image'): Promise<{ chatRoomId: string; messageId: string }>;
  /** The owner's moment, with a comment of the participant's. */
  post(): Promise<{ postId: string; commentId: string }>;
  call(): Promise<{ callId: string }>;
  ringing(): Promise<{ callId: string }>;
  textMatch(): Promise<{ chatRoomId: string }>;
  /** About the owner, reported by somebody else. */
  case(): Promise<{ caseId: string; moderator: Member }>;
  /** The owner was warned. */
  statement(): Promise<{ statementId: string; moderator: Member }>;
}

export async function openScene(world: World, cast: Cast): Promise<Scene> {
  const [owner, participant] = [await cast.member(), await cast.member()];
  const both = [owner, participant];
  // Who was in a call or waited in a scene before meets nobody in this one.
  await world.database.read.deleteFrom('engagement.engagement').execute();
  await world.database.read.deleteFrom('engagement.connection_record').execute();
  // Letters alone: digits may be taken for a number to call.
  const secret = `only two may read ${randomBytes(8)
    .toString('hex')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;

  async function say(chatRoomId: string, more: Partial<InputDraft<'sendMessageV2v2'>>): Promise<string> {
    const draft = { chatRoomId, clientMessageId: randomUUID(), type: 'text', ...more } as const;
    return (await owner.call('sendMessageV2v2', draft)).id;
  }
  const openRoom = (): Promise<string> =>
    world.database.transaction((tx) =>
      world.app.modules.chats.createRoom(tx, { type: 'direct', a: owner.userId, b: participant.userId }),
    );
  async function matched(table: 'voice.session' | 'text_match.session'): Promise<string> {
    await world.advance(1_000);
    const session = world.database.read.selectFrom(table).select('id');
    const ids = both.map(({ userId }) => userId);
    return (await session.where('a', 'in', ids).where('b', 'in', ids).orderBy('id', 'desc').executeTakeFirstOrThrow())
      .id;
  }
  async function openCase(): Promise<{ caseId: string; moderator: Member }> {
    const [reporter, moderator] = [await cast.member(), await cast.moderator()];
    const target = { type: 'user', id: owner.userId } as const;
    await reporter.call('reportUser', { target, reason: 'minor', text: 'Looks like a child.' });
    const matter = world.database.read.selectFrom('moderation.case').where('person', '=', owner.userId).select('id');
    return { caseId: (await matter.executeTakeFirstOrThrow()).id, moderator };
  }
  const scene: Scene = {
    owner,
    participant,
    secret,
    world,
    cast,
    async room() {
      const chatRoomId = await openRoom();
      return {
        chatRoomId,
        messageId: await say(chatRoomId, { content: secret }),
      };
    },
    async picture(type) {
      const chatRoomId = await openRoom();
      const path = await upload(world, owner, type === 'image' ? 'images' : 'one-time');
      return {
        chatRoomId,
        messageId: await say(chatRoomId, {
          type,
          media: { path },
        }),
      };
    },
    async post() {
      const draft = {
        content: `Who walks a dog? ${secret.slice(-12)}`,
        region: 'TW',
        language: 'en',
      } as const;
      const { postId } = await owner.call('createPostV2v2', draft);
      const { commentId } = await participant.call('addCommentV2v2', {
        postId,
        content: secret,
      });
      return {
        postId,
        commentId,
      };
    },
    async call() {
      for (const { tab } of both) await world.online(tab);
      for (const one of both) await one.call('joinCallQueue');
      const callId = await matched('voice.session');
      for (const one of both) {
        const { call } = await one.call('startCallSession', {
          callId,
          callTopic: secret,
        });
        const isFirst = call.participants[0] === call.you;
        if (isFirst && one !== owner)
          Object.assign(scene, {
            owner: one,
            participant: owner,
          });
      }
      return { callId };
    },
    async ringing() {
      const { call } = await owner.call('startDirectCall', { chatRoomId: await openRoom() });
      return { callId: call.id };
    },
    async textMatch() {
      for (const { tab } of both) await world.online(tab);
      for (const one of both) await one.call('joinTextQueueV2v2');
      return { chatRoomId: await matched('text_match.session') };
    },
    case: openCase,
    async statement() {
      const { caseId, moderator } = await openCase();
      const warning = {
        caseId,
        action: 'warn',
        ground: 'other',
        text: 'Please be kind.',
      } as const;
      const [statement] = (await moderator.call('decideCase', warning)).history;
      if (!statement) throw new Error('nobody was warned');
      return {
        statementId: statement.statementId,
        moderator,
      };
    },
  };
  return scene;
}
