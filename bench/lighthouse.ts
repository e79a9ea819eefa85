import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { chromium, request } from '@playwright/test';
import * as z from 'zod';
import { enter } from '../e2e/support/entrance.ts';
import { makeFriends } from '../e2e/support/friends.ts';
import type { PersonId } from '../e2e/support/participant.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { startProduct } from '../e2e/support/product.ts';
import { Wire } from '../e2e/support/wire.ts';
import { percentile } from './call-setup/figures.ts';

/**
 * What Lighthouse says of the landing page, of signing in and of the chats of somebody who has some: the production build as it is served,
 * compressed, on its slow phone (simulated: 4 × slower, 1.6 Mbit/s, 150 ms). Medians. Fails below what is demanded.
 * Lighthouse comes by npx when it is asked for: it is no part of the product's own installation.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    pages: { type: 'string', default: '/,/login,/chats' },
    /** Of the browser. */
    language: { type: 'string', default: 'en' },
  },
});
const { language } = values;
const LIGHTHOUSE = 'lighthouse@13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
const LEAST = { performance: 0.95, accessibility: 1, 'best-practices': 1 } as const;
/** Of the landing page, ms. */
const MOST_LCP = 1_500;
const OUTSIDE = ['/', '/login'];
/** Each has written to whoever looks. */
const FRIENDS = ['mei', 'kai', 'ama', 'noor', 'mateo'] as const;
const EXECUTABLE = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const score = z.object({ score: z.number().nullable() });
const figure = z.object({ numericValue: z.number() });
const Report = z.object({
  finalDisplayedUrl: z.string(),
  categories: z.object({ performance: score, accessibility: score, 'best-practices': score }),
  audits: z
    .object({
      'first-contentful-paint': figure,
      'largest-contentful-paint': figure,
      'total-blocking-time': figure,
      'cumulative-layout-shift': figure,
    })
    .catchall(z.object({ title: z.string(), score: z.number().nullable(), scoreDisplayMode: z.string() })),
});
type Report = z.infer<typeof Report>;

await using stack = new AsyncDisposableStack();
const product = await startProduct({ CAN_DISLIKE_SECONDS: '0' });
stack.defer(() => product.stop());

const cookies = await signInWithChats();
let missed = 0;
for (const path of values.pages.split(',')) {
  const reports = [];
  for (let run = 0; run < Number(values.runs); run++) reports.push(await audit(path));
  missed += show(path, reports);
}
process.exitCode = missed === 0 ? 0 : 1;

/** In a browser of its own, so that nothing is cached. Cookies are the browser's: a header alone would leave scripts signed out. */
async function audit(path: string): Promise<Report> {
  await using browser = new AsyncDisposableStack();
  const profile = await mkdtemp(join(tmpdir(), 'yonder-lighthouse-'));
  browser.defer(() => rm(profile, { recursive: true, force: true }));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: EXECUTABLE,
    headless: false,
    viewport: null,
    args: ['--headless=new', '--no-sandbox', `--accept-lang=${language}`, `--remote-debugging-port=${port}`],
  });
  browser.defer(() => context.close());
  if (!OUTSIDE.includes(path)) await context.addCookies(cookies);
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      product.url + path,
      '--output=json',
      '--quiet',
      `--port=${port}`,
      `--only-categories=${CATEGORIES.join(',')}`,
    ],
    // Outside of the workspace, whose packages npx would look through first.
    { cwd: tmpdir(), maxBuffer: 64 * 1024 * 1024 },
  );
  const report = Report.parse(JSON.parse(stdout));
  if (!report.finalDisplayedUrl.endsWith(path)) throw new Error(`${path} has led to ${report.finalDisplayedUrl}`);
  return report;
}

/** The cookies of somebody who is signed in and has chats. */
async function signInWithChats() {
  const wei = await arrive('wei');
  for (const who of FRIENDS) {
    const friend = await arrive(who);
    const chatRoomId = await makeFriends(wei, friend);
    const message = { type: 'text', content: 'The best evening in a while' } as const;
    await friend.wire.call('sendMessageV2v2', { chatRoomId, clientMessageId: randomUUID(), ...message });
    await friend.context.dispose();
  }
  const { cookies: kept } = await wei.context.storageState();
  await wei.context.dispose();
  return kept;
}

async function arrive(who: PersonId) {
  const context = await request.newContext();
  await enter(context, { url: product.url, who });
  return { context, wire: new Wire({ request: context, url: product.url, tab: `wire-of-${who}` }) };
}

/** Answers how many demands the page misses. */
function show(path: string, reports: readonly Report[]): number {
  const median = (of: (report: Report) => number): number => percentile(reports.map(of), 0.5);
  const scores = CATEGORIES.map((name) => [name, median(({ categories }) => categories[name].score ?? 0)] as const);
  const lcp = median(({ audits }) => audits['largest-contentful-paint'].numericValue);
  const isSlow = path === '/' && lcp > MOST_LCP;
  const below = scores.filter(([name, value]) => value < LEAST[name]);
  console.log(
    JSON.stringify({
      bench: 'lighthouse',
      path,
      ...(language !== 'en' && { language }),
      runs: reports.length,
      ...Object.fromEntries(scores),
      firstPaintMs: Math.round(median(({ audits }) => audits['first-contentful-paint'].numericValue)),
      largestPaintMs: Math.round(lcp),
      blockedMs: Math.round(median(({ audits }) => audits['total-blocking-time'].numericValue)),
      shift: median(({ audits }) => audits['cumulative-layout-shift'].numericValue),
      below: [...below.map(([name]) => name), ...(isSlow ? [`largest paint over ${MOST_LCP} ms`] : [])],
    }),
  );
  if (below.length > 0) console.log(failings(reports[0]));
  return below.length + Number(isSlow);
}

function failings(report: Report | undefined): string[] {
  const audits = Object.entries(report?.audits ?? {});
  return audits.flatMap(([id, one]) =>
    'score' in one && one.score !== null && one.score < 0.9 && one.scoreDisplayMode !== 'informative'
      ? [`${id} (${one.score}): ${one.title}`]
      : [],
  );
}
