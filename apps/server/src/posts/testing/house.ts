import { CALLABLES, type InputDraft, type LiveEvent, type Output } from '@yonder/contract';
import { openChats, type ChatHouse, type Member } from '../../chats/testing/house.ts';
import { createBus } from '../../platform/bus.ts';
import { createAnswers } from '../../platform/door/answers.ts';
import { createRunners } from '../../platform/door/runners.ts';
import { opaqueToken } from '../../platform/ids.ts';
import { createSafety, type Safety } from '../../safety/index.ts';
import { NO_CASES } from '../../safety/testing/no-cases.ts';
import { commentWires } from '../../wires/posts.ts';
import { createPosts, resolveComment, resolvePost, type Posts } from '../index.ts';

type Name = keyof Posts['callables'] | keyof Safety['callables'];

export interface PostHouse extends ChatHouse {
  posts: Posts;
  /** Events sent to tabs that show a feed. */
  told: { userId: string; tab: string | undefined; event: LiveEvent }[];
  as<N extends Name>(who: Member, name: N, draft?: InputDraft<N>): Promise<Output<N>>;
  /** Returns its id. */
  post(who: Member, changes?: Partial<InputDraft<'createPostV2v2'>>): Promise<string>;
  /** Returns its id. */
  comment(who: Member, postId: string, content?: string): Promise<string>;
  pay(who: Member): Promise<void>;
}

export const DAY_SECONDS = 86_400;

/** Posts, comments and the chats they begin, behind the rpc pipeline, on a real database. */
export async function openPosts(): Promise<PostHouse> {
  const house = await openChats();
  const { database, chats, notifications } = house;
  const told: PostHouse['told'] = [];
  const shown = new Map<string, { userId: string; tab: string; of: string }>();
  const posts = createPosts({
    ...house,
    postSeconds: DAY_SECONDS,
    bus: createBus(house.log),
    live: {
      tellHere: (userId, event, to) => void told.push({ userId, tab: to?.tab, event }),
      follow(userId, tab, { of }) {
        if (of === null) shown.delete(tab);
        else shown.set(tab, { userId, tab, of });
      },
      followers: ({ of }) => [...shown.values()].filter((one) => one.of === of),
    },
    wires: commentWires({ chats, notify: notifications.notify }),
  });
  posts.start();
  const safety = createSafety({
    ...house,
    goneFrom: chats.goneFrom,
    cases: NO_CASES,
    resolvers: {
      call: nothing,
      chatRoom: nothing,
      message: nothing,
      portrait: async () => null,
      post: resolvePost,
      comment: resolveComment,
    },
    wires: {
      blocked: async (tx, { who, whom, alias }) => {
        if (alias !== null) return;
        await chats.closeSilently(tx, who, whom);
        await posts.removeFromFeeds(tx, {
          viewer: who,
          author: whom,
        });
      },
      reported: async () => {},
    },
  });
  const handlers = { ...posts.callables, ...safety.callables };
  const runners = createRunners({ handlers, database, answers: createAnswers(house) });

  async function as<N extends Name>({ userId }: Member, name: N, draft?: InputDraft<N>): Promise<Output<N>> {
    const now = new Date(house.clock.now());
    const ctx = { userId, sid: userId, tab: `tab-of-${userId}`, requestId: opaqueToken(16), now, address: '192.0.2.1' };
    return JSON.parse(await runners.get(name)!(ctx, CALLABLES[name].input.parse(draft ?? null))) as Output<N>;
  }

  return {
    ...house,
    posts,
    told,
    as,
    async post(who, changes = {}) {
      await house.clock.advance(1);
      const draft = {
        content: 'The last seat by the door.',
        region: 'TW-TPE',
        language: 'en',
        ...changes,
      };
      return (await as(who, 'createPostV2v2', draft)).postId;
    },
    async comment(who, postId, content = 'Which line?') {
      await house.clock.advance(1);
      return (
        await as(who, 'addCommentV2v2', {
          postId,
          content,
        })
      ).commentId;
    },
    async pay({ userId }) {
      await database.read
        .updateTable('profiles.profile')
        .set({ is_paid: true })
        .where('user_id', '=', userId)
        .execute();
    },
  };
}

async function nothing(): Promise<undefined> {}
