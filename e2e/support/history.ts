import type { Locator, Page, Route } from '@playwright/test';
import { FIXED, type Message, type Output } from '@yonder/contract';
import * as z from 'zod/mini';

const asked = z.object({ data: z.object({ before: z.nullish(z.int()), limit: z.int() }) });

interface LongHistory {
  page: Page;
  /** The room as the server has it, with a first message. */
  room: Output<'listMessages'>;
  messages: number;
}

export interface Older {
  /** The next page of older messages is kept back from now on. Answers once it was asked for. */
  hold(): { asked: Promise<void>; answer(): void };
}

/**
 * A room with so many more messages than anybody wrote, as high and low as they come: words of one line and of ten,
 * pictures, voices, three days apart every forty. Only the pages of the conversation are made up; each says its number.
 */
export async function fillHistory({ page, room, messages }: LongHistory): Promise<Older> {
  const [first] = room.messages;
  if (first === undefined) throw new Error('the room is empty');
  const all = Array.from({ length: messages }, (_, at) => messageOf(first, { seedOrder: at + 1, of: messages }));
  const chatRoom = { ...room.chatRoom, lastSeq: messages, readSeq: messages, otherReadSeq: messages, unread: 0 };
  let held: { asked: () => void; answered: Promise<void> } | null = null;

  await page.routeWebSocket('**/api/v1/live', () => {});
  await page.route('**/api/v1/call/markRead', (route) => route.abort());
  await page.route('**/api/v1/call/mintMediaUrls', (route) => answer(route, { media: [] }));
  await page.route('**/api/v1/call/listMessages', async (route) => {
    const { before, limit } = asked.parse(route.request().postDataJSON()).data;
    const holding = held;
    if (before != null && holding !== null) {
      held = null;
      holding.asked();
      await holding.answered;
    }
    const older = all.filter(({ seedOrder }) => seedOrder < (before ?? Infinity));
    await answer(route, { chatRoom, messages: older.slice(-limit), hasMore: older.length > limit });
  });

  return {
    hold() {
      const wanted = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      held = { asked: wanted.resolve, answered: answered.promise };
      return { asked: wanted.promise, answer: answered.resolve };
    },
  };
}

function answer(route: Route, result: unknown): Promise<void> {
  return route.fulfill({ json: { result } });
}

/** The browser scrolls by whole pixels, and the list with it. */
const SCROLLED_NEAR_PX = 2;
const APART_MS = 60_000;
const DAYS_MS = 3 * 86_400_000;
const DAY_EVERY = 40;

function messageOf(first: Message, { seedOrder, of }: { seedOrder: number; of: number }): Message {
  const days = Math.floor(of / DAY_EVERY) - Math.floor(seedOrder / DAY_EVERY);
  return {
    ...first,
    id: `${first.chatRoomId}.${seedOrder}`,
    clientMessageId: crypto.randomUUID(),
    seedOrder,
    createdAt: first.createdAt - (of - seedOrder) * APART_MS - days * DAYS_MS,
    ...saysOf(seedOrder),
  };
}

function saysOf(seedOrder: number): Pick<Message, 'type' | 'content' | 'attachment'> {
  const name = `number ${seedOrder}`;
  if (seedOrder % 11 === 0) {
    const waveform = Array.from({ length: FIXED.waveformBars }, (_, bar) => (bar * 7) % 100);
    return { type: 'voice', content: '', attachment: { kind: 'voice', seconds: 4, waveform } };
  }
  if (seedOrder % 7 === 0) {
    const [width, height] = [300 + ((seedOrder * 37) % 500), 300 + ((seedOrder * 53) % 500)];
    return { type: 'image', content: name, attachment: { kind: 'image', width, height, placeholder: '' } };
  }
  const words = `${name}. ${'And then we walked on. '.repeat((seedOrder * seedOrder) % 9)}`;
  return { type: 'text', content: words.trim(), attachment: null };
}

const STILL_FRAMES = 10;

/** Until letters and rows have their sizes, and nothing moves any more from one frame to the next. */
export function restsIn(log: Locator): Promise<void> {
  return log.evaluate(async (element, frames) => {
    await document.fonts.ready;
    for (let still = 0, last = ''; still < frames;) {
      await new Promise(requestAnimationFrame);
      const now = `${element.scrollTop} of ${element.scrollHeight}`;
      still = now === last ? still + 1 : 0;
      last = now;
    }
  }, STILL_FRAMES);
}

/** Of one row: when it was painted, and how far beneath its first place, in pixels; Infinity: not at all. */
interface Watched {
  watchedRow?: { painted: { time: number; place: number }[]; stop(): void };
}

/** From now on the row at the top of the screen is watched, and no other: it stays there the longest as one goes up. */
export function watchRow(page: Page): Promise<void> {
  return page.evaluate(() => {
    const log = document.querySelector('[role="log"]');
    if (log === null) throw new Error('no conversation is open');
    const { top } = log.getBoundingClientRect();
    const numberOf = (row: Element) => /number \d+/.exec(row.textContent)?.[0];
    const rows = () => [...log.querySelectorAll('[data-side]')].filter((row) => numberOf(row) !== undefined);
    const first = rows().findLast((row) => row.getBoundingClientRect().top <= top + 20);
    if (first === undefined) throw new Error('no message is on the screen');
    const name = numberOf(first);
    const from = first.getBoundingClientRect().top;

    const held = globalThis as Watched;
    held.watchedRow?.stop();
    const painted: { time: number; place: number }[] = [];
    let isWatched = true;
    held.watchedRow = { painted, stop: () => (isWatched = false) };
    const look = (): void => {
      if (!isWatched) return;
      requestAnimationFrame(look);
      const row = rows().find((one) => numberOf(one) === name);
      if (row === undefined) return void painted.push({ time: performance.now(), place: Infinity });
      // Tells where it is painted: what moves it once sizes are measured comes before.
      const observer = new IntersectionObserver(([entry]) => {
        observer.disconnect();
        if (!isWatched || entry === undefined) return;
        painted.push({ time: entry.time, place: entry.boundingClientRect.top - from });
        // Two frames that are told of at once may come in any order.
        painted.sort((one, other) => one.time - other.time);
      });
      observer.observe(row);
    };
    look();
  });
}

/** Once the watched row stands so many pixels beneath its first place: where it was painted until then. */
export async function placesUntil(page: Page, beneath: number): Promise<number[]> {
  const seen = await page.waitForFunction(
    ([at = 0, near = 0]) => {
      const places = (globalThis as Watched).watchedRow?.painted.map(({ place }) => place) ?? [];
      return Math.abs((places.at(-1) ?? Infinity) - at) <= near && places;
    },
    [beneath, SCROLLED_NEAR_PX],
  );
  return (await seen.jsonValue()) || [];
}
