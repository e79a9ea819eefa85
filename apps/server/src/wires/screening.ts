import { FIXED, type Input, type SafetyTarget } from '@yonder/contract';
import { findNumber, findSaid, messageId, phaseOf, roomOfMessage } from '../chats/index.ts';
import type { Config } from '../config.ts';
import type { Origins } from '../identity/index.ts';
import type { Database, Tx } from '../platform/database.ts';
import type { CallContext, Handlers, Inspected } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { readerOf } from '../profiles/index.ts';
import type { Safety } from '../safety/index.ts';
import { createScreen, type IsReservedName, type Screening, type TextKind } from '../screening/index.ts';

interface ScreeningWires {
  screening: Pick<Screening, 'screen' | 'isNotable'>;
  database: Pick<Database, 'read'>;
  review: Safety['review'];
  /** @throws DomainError 'age-not-assured'. */
  expectAge(asked: { userId: string; region: string; host: string | undefined }): Promise<void>;
  /** Whether a name claims to speak for the service itself. */
  isReservedName: IsReservedName;
}

interface Field {
  kind: TextKind;
  text: string;
  contacts?: 'held';
  repeats?: 'counted';
  words?: 'fine';
  language?: string;
}

interface Looked {
  text: string;
  /** Files the review once its target exists. */
  reviewed(tx: Tx, target: SafetyTarget): Promise<void>;
}

type Look = (ctx: CallContext, field: Field, roomId?: string | null) => Promise<Looked>;

interface ScreeningParts {
  platform: Platform;
  config: Config;
  origins: Pick<Origins, 'all'>;
  review: Safety['review'];
}

/** Texts for review become reports without a reporter, in the caller's transaction. */
export function connectScreening({ platform, config, review, origins: { all } }: ScreeningParts) {
  const { database } = platform;
  const screening = createScreen({ ...config, ...platform, policy: config.screening });
  const { age, isReservedName, screenImage, start } = screening;
  /** Returns users to the origin they came from. */
  const expectAge: ScreeningWires['expectAge'] = ({ userId, region, host }) =>
    age.expect({ userId, region, origin: all.find((origin) => new URL(origin).host === host) ?? all[0] ?? '' });
  return {
    screened: (handlers: Handlers) => screened({ screening, database, review, expectAge, isReservedName }, handlers),
    pictures: {
      screen: screenImage,
      async review(tx: Tx, { owner: reported, path: text }: { owner: string; path: string }): Promise<void> {
        const target = { type: 'user', id: reported } as const;
        await review(tx, { reported, target, reason: 'other', text, evidence: { picture: text } });
      },
    },
    routes: age.routes,
    /** Runs before the server accepts requests. */
    start,
  };
}

/** Screens everything that strangers read before it is stored, in any module. */
function screened(wires: ScreeningWires, handlers: Handlers): Handlers {
  const look = createLook(wires);
  return {
    ...handlers,
    createPostV2v2: { ...handlers.createPostV2v2, inspect: (ctx, input) => post(look, ctx, input) },
    addCommentV2v2: { ...handlers.addCommentV2v2, inspect: (ctx, input) => comment(look, ctx, input) },
    sayHello: { ...handlers.sayHello, inspect: (ctx, input) => hello(look, ctx, input) },
    sendMessageV2v2: {
      ...handlers.sendMessageV2v2,
      // Most messages need no screening.
      inspect: (ctx, input) => (isNotable(wires, ctx, input) ? message(look, wires, { ctx, input }) : undefined),
    },
    startCallSession: { ...handlers.startCallSession, inspect: (ctx, input) => topic(look, ctx, input) },
    completeOnboarding: {
      ...handlers.completeOnboarding,
      inspect: (ctx, input) => newcomer(look, wires, { ctx, input }),
    },
    updateProfile: { ...handlers.updateProfile, inspect: (ctx, input) => profile(look, wires, { ctx, input }) },
    joinTextQueueV2v2: { ...handlers.joinTextQueueV2v2, inspect: (ctx, input) => interests(look, ctx, input) },
  };
}

function createLook({ screening, review }: ScreeningWires): Look {
  return async ({ userId }, field, roomId = null) => {
    const { contacts = 'fine', repeats = 'fine', words = 'screened' } = field;
    const { text, verdict } = await screening.screen({ ...field, userId, contacts, repeats, words, roomId });
    return {
      text,
      async reviewed(tx, target) {
        if (verdict !== 'review') return;
        const said = field.text.slice(0, FIXED.reportTextLength).toWellFormed();
        const evidence = target.type === 'message' ? { chatRoomId: roomOfMessage(target.id) } : {};
        await review(tx, { reported: userId, target, reason: 'other', text: said, evidence });
      },
    };
  };
}

async function post(look: Look, ctx: CallContext, input: Input<'createPostV2v2'>) {
  const { content: text, language } = input;
  const looked = await look(ctx, { kind: 'posts', text, language, contacts: 'held', repeats: 'counted' });
  return {
    input: { ...input, content: looked.text },
    within: (tx: Tx, { postId }: { postId: string }) => looked.reviewed(tx, { type: 'post', id: postId }),
  };
}

async function comment(look: Look, ctx: CallContext, input: Input<'addCommentV2v2'>) {
  const looked = await look(ctx, { kind: 'comments', text: input.content, contacts: 'held', repeats: 'counted' });
  return {
    input: { ...input, content: looked.text },
    within: (tx: Tx, { commentId }: { commentId: string }) => looked.reviewed(tx, { type: 'comment', id: commentId }),
  };
}

async function hello(look: Look, ctx: CallContext, input: Input<'sayHello'>) {
  const looked = await look(ctx, { kind: 'hellos', text: input.content, contacts: 'held', repeats: 'counted' });
  return {
    input: { ...input, content: looked.text },
    /** A repeated hello before an answer stores no message, so there is nothing to review. */
    async within(tx: Tx, { chatRoomId: roomId }: { chatRoomId: string }) {
      const seq = await findSaid(tx.db, { roomId, senderId: ctx.userId, content: looked.text });
      if (seq !== undefined) await looked.reviewed(tx, { type: 'message', id: messageId(roomId, seq) });
    },
  };
}

function isNotable(
  { screening }: ScreeningWires,
  { userId }: CallContext,
  { chatRoomId: roomId, content: text }: Input<'sendMessageV2v2'>,
): boolean {
  return screening.isNotable({ userId, text, roomId });
}

/** Screens messages until the two know each other and the partner has answered. */
async function message(
  look: Look,
  { database }: ScreeningWires,
  { ctx, input }: { ctx: CallContext; input: Input<'sendMessageV2v2'> },
): Promise<Inspected<Input<'sendMessageV2v2'>, { id: string }>> {
  const { chatRoomId: roomId, content: text } = input;
  const { userId } = ctx;
  const phase = await phaseOf(database.read, { roomId, userId });
  if (!phase || (phase.isAnswered && !phase.isAnonymous)) return { input };
  const field: Field = {
    kind: 'messages',
    text,
    repeats: 'counted',
    ...(phase.isAnonymous && { contacts: 'held' }),
    ...(phase.isAnswered && { words: 'fine' }),
  };
  try {
    const looked = await look(ctx, field, roomId);
    return {
      input: { ...input, content: looked.text },
      within: (tx, { id }) => looked.reviewed(tx, { type: 'message', id }),
    };
  } catch (error) {
    // Retries are matched by the message's own id: a stored message stays, even if screening fails now.
    if ((await findNumber(database.read, { ...input, roomId, senderId: userId })) === undefined) throw error;
    return { input };
  }
}

async function newcomer(
  look: Look,
  { expectAge, isReservedName }: ScreeningWires,
  { ctx, input }: { ctx: CallContext; input: Input<'completeOnboarding'> },
) {
  if (isReservedName(input.name)) throw new DomainError('name-reserved');
  await expectAge({ userId: ctx.userId, region: input.region, host: ctx.host });
  const looked = await look(ctx, { kind: 'names', text: input.name });
  return { input: { ...input, name: looked.text }, within: (tx: Tx) => looked.reviewed(tx, themselves(ctx)) };
}

async function interests(
  look: Look,
  ctx: CallContext,
  input: Input<'joinTextQueueV2v2'>,
): Promise<Inspected<Input<'joinTextQueueV2v2'>, unknown>> {
  if (!input?.interests?.length) return { input };
  const looked = await look(ctx, { kind: 'interests', text: linesOf(input.interests), contacts: 'held' });
  return {
    input: { ...input, interests: looked.text.split('\n') },
    within: (tx) => looked.reviewed(tx, themselves(ctx)),
  };
}

/** Drops a rejected topic: the acknowledgement of a match that carries it must not fail. */
async function topic(
  look: Look,
  ctx: CallContext,
  input: Input<'startCallSession'>,
): Promise<Inspected<Input<'startCallSession'>, unknown>> {
  const { callId, callTopic } = input;
  if (!callTopic) return { input };
  try {
    const looked = await look(ctx, { kind: 'topics', text: callTopic, contacts: 'held' });
    return {
      input: { ...input, callTopic: looked.text },
      within: (tx) => looked.reviewed(tx, { type: 'call', id: callId }),
    };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { input: { ...input, callTopic: null } };
  }
}

async function profile(
  look: Look,
  { database, expectAge, isReservedName }: ScreeningWires,
  { ctx, input }: { ctx: CallContext; input: Input<'updateProfile'> },
): Promise<Inspected<Input<'updateProfile'>, unknown>> {
  const { userId, host } = ctx;
  const { region } = input;
  if (isReservedName(input.name ?? '')) throw new DomainError('name-reserved');
  // Editing a profile asks for age only on a change of region.
  const isNews = region !== undefined && (await readerOf(database.read, userId))?.region !== region;
  if (isNews) await expectAge({ userId, region, host });
  const lookAt = async (kind: TextKind, text: string | undefined) =>
    text === undefined ? undefined : look(ctx, { kind, text });
  const name = await lookAt('names', input.name);
  const bio = await lookAt('bios', input.bio);
  const likes = await lookAt('interests', linesOf(input.interests ?? []) || undefined);
  return {
    input: {
      ...input,
      ...(name && { name: name.text }),
      ...(bio && { bio: bio.text }),
      ...(likes && { interests: likes.text.split('\n') }),
    },
    async within(tx) {
      for (const looked of [name, bio, likes]) await looked?.reviewed(tx, themselves(ctx));
    },
  };
}

/** Writes one interest a line, so that their number stays the same. */
function linesOf(likes: readonly string[]): string {
  return likes.map((like) => like.replace(/\s/gu, ' ')).join('\n');
}

function themselves({ userId }: CallContext): SafetyTarget {
  return { type: 'user', id: userId };
}
