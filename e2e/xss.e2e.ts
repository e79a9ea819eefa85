import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { makeFriends } from './support/friends.ts';
import type { Participant } from './support/participant.ts';
import { LOW, talk } from './support/scenes.ts';
import { SCRIPTS } from './support/scripts.ts';
import { expect, test as plain } from './support/test.ts';

/** A product of its own: the names that people take here would be met elsewhere. */
const test = plain.extend({
  settings: [{ CAN_DISLIKE_SECONDS: '0', DECISION_SECONDS: '59' }, { scope: 'worker' }],
});

/** Each a line of a message. */
const LINES = 6;
/** What a name, an interest and a topic have room for. */
const SHORT = SCRIPTS.filter((one) => one.length <= 40);

/** Words stay words: nothing has run, and nothing stands in the page that they would have made. */
async function expectWordsOnly(page: Page): Promise<void> {
  const made = await page.evaluate(() => ({
    fired: 'fired' in window,
    handlers: [...document.querySelectorAll('*')].filter((one) =>
      one.getAttributeNames().some((name) => name.startsWith('on')),
    ).length,
    frames: document.querySelectorAll('iframe, object, embed, base, meta[http-equiv=refresh], img[src="x"]').length,
    // The first one stands in every page, by its hash.
    scripts: [...document.scripts].filter(
      (one, at) => !(at === 0 && one.matches('head > script')) && !one.src.startsWith(location.origin),
    ).length,
    links: [...document.links].filter(({ protocol }) => !['http:', 'https:'].includes(protocol)).length,
  }));
  expect(made).toEqual({ fired: false, handlers: 0, frames: 0, scripts: 0, links: 0 });
}

async function sendAll(who: Participant, chatRoomId: string, words: readonly string[]): Promise<void> {
  for (const content of words) {
    await who.wire.call('sendMessageV2v2', { chatRoomId, clientMessageId: randomUUID(), type: 'text', content });
  }
}

/** Looks back until all of them are on the screen as they were written. */
async function readAll({ page }: Participant, words: readonly string[]): Promise<void> {
  // A room that shows all of it at once.
  await page.setViewportSize({ width: 1_280, height: 20_000 });
  await page.waitForFunction(
    (wanted) => {
      const inOneLine = (text = ''): string => text.replaceAll(/\s+/g, ' ').trim();
      const log = document.querySelector<HTMLElement>('[role=log]');
      log?.scrollTo(0, 0);
      const shown = inOneLine(log?.innerText);
      return wanted.every((one) => shown.includes(inOneLine(one)));
    },
    words,
    { polling: 100 },
  );
  await expectWordsOnly(page);
}

test(`${SCRIPTS.length} scripts in messages, names, moments, comments and topics stay words`, async ({ arrive }) => {
  expect(SCRIPTS.length).toBeGreaterThanOrEqual(300);
  const people = await Promise.all([
    arrive({ who: 'wei', voice: LOW }),
    arrive({ who: 'mei', voice: LOW }),
    arrive({ who: 'kai', voice: LOW }),
    arrive({ who: 'noor', voice: LOW }),
  ]);
  const [wei, mei, kai, noor] = people;

  await test.step('who they are', async () => {
    for (const [i, { wire }] of people.entries()) {
      const [name = '', interest = ''] = [SHORT[i * 9], SHORT[i]];
      await wire.call('updateProfile', { name, bio: SCRIPTS[i * 7] ?? '', interests: [interest] });
    }
    await mei.go('/profile');
    await expect(mei.page.getByRole('heading', { name: SHORT[9] ?? '' })).toBeVisible();
    await expectWordsOnly(mei.page);
  });

  await test.step('what they write to one another', async () => {
    const room = await makeFriends(wei, mei);
    const messages = Array.from({ length: Math.ceil(SCRIPTS.length / LINES) }, (_, i) =>
      SCRIPTS.slice(i * LINES, (i + 1) * LINES).join('\n'),
    );
    // As many as one person may send at once.
    const half = messages.length / 2;
    await Promise.all([sendAll(wei, room, messages.slice(0, half)), sendAll(mei, room, messages.slice(half))]);
    await wei.go(`/chat/${room}`);
    await readAll(wei, SCRIPTS);
    await wei.go('/chats');
    await expect(wei.page.getByRole('list', { name: 'Chats' })).toBeVisible();
    await expectWordsOnly(wei.page);
  });

  await test.step('moments and comments', async () => {
    // As many as fit beside those that are there from the start, and nobody’s name.
    const moments = SCRIPTS.slice(60, 62);
    const written = moments.map((content) => ({ content, region: 'IS-2', language: 'en' }));
    const posted = await Promise.all(written.map((draft) => wei.wire.call('createPostV2v2', draft)));
    // Short of what screening takes for a way to be found elsewhere.
    const comments = SCRIPTS.slice(100, 110);
    for (const content of comments)
      await mei.wire.call('addCommentV2v2', { postId: posted.at(-1)?.postId ?? '', content });
    await mei.go('/mode1?region=IS-2');
    for (const moment of moments)
      await expect(mei.page.getByRole('article').getByText(moment, { exact: true })).toHaveCount(1);
    await expectWordsOnly(mei.page);
    await wei.go('/mode1?show=yours');
    await wei.page.getByRole('link', { name: 'Start chats' }).first().click();
    for (const comment of comments) await expect(wei.page.getByText(comment, { exact: true })).toBeVisible();
    await expectWordsOnly(wei.page);
  });

  await test.step('what they want to talk about', async () => {
    const [topic = ''] = SHORT;
    await talk(kai, noor, topic);
    await expect(kai.text(`Topic: ${topic}`)).toBeVisible();
    await expectWordsOnly(kai.page);
  });
});
