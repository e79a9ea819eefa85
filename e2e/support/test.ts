import {
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  expect,
  type Page,
  test as base,
} from '@playwright/test';
import { type Cable, layCable, plugIn } from './cable.ts';
import { growEar } from './ear.ts';
import { enter } from './entrance.ts';
import { followNegotiation, type Negotiation } from './negotiation.ts';
import { Participant, type PersonId } from './participant.ts';
import { type Product, type Settings, startProduct } from './product.ts';
import { shiftClock } from './shifted-clock.ts';
import { slowDown } from './slow.ts';
import { type TurnServer, startTurnServer } from './turn-server.ts';
import { type Kind, type Voice, Voices } from './voices.ts';

interface Arrival {
  who: PersonId;
  voice: Voice;
  microphone?: 'granted' | 'denied';
  /** Runs in the page before anything of the product does. */
  before?: () => void;
  /** Between their browser and the relay. */
  cable?: Cable;
  /** Milliseconds by which their clock is ahead; less than 0: behind. */
  clock?: number;
  /** ours: the product's worker runs in their browser. Elsewhere none does: it would stand between a page and what a test routes. */
  worker?: 'none' | 'ours';
  /** Instead of the Chromium that suits their voice. */
  browser?: 'page cache' | 'firefox';
  /** shared: with everybody who arrives as this person. own: one that may be ended. */
  session?: 'shared' | 'own';
}

export interface EachTest {
  /** Errors of the console that the test brings about, by `text (address)`; every other one fails it. */
  expectedErrors: RegExp | null;
  /** A page without a person, its console watched. */
  open: (voice: Voice, options?: BrowserContextOptions, browser?: Kind) => Promise<Page>;
  /** Signed in, in a cookie jar of their own. */
  arrive: (arrival: Arrival) => Promise<Participant>;
  /** A new one to the relay of this file, to be cut at will. */
  cable: () => Promise<Cable>;
}

interface EachFile {
  /** By settings only, as an operator would. */
  settings: Settings;
  /** Which relay the voices go through: the product's own, a coturn, or one of two. */
  relay: 'closed' | 'coturn' | 'two coturns';
  turnServers: readonly TurnServer[];
  product: Product;
  voices: Voices;
  /** Of those who signed in before. */
  cookies: Map<PersonId, Cookies>;
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** Whom to write to, and rules of their own: as a careful operator has it. */
export const OPERATOR = { OPERATOR_CONTACT: 'hello@operator.example', RULES_URL: 'https://operator.example/rules' };

/**
 * A product as it comes. One start serves all files that import the same test, so what people have become to each other
 * stays: who must be strangers, or blocks, takes a pair of their own. `test.use` of settings brings a file a product of
 * its own, which costs 8 s. Console and page errors fail a test.
 */
export const test = base.extend<EachTest, EachFile>({
  settings: [OPERATOR, { scope: 'worker', option: true }],
  relay: ['closed', { scope: 'worker', option: true }],

  turnServers: [
    async ({ relay }, use) => {
      const count = { closed: 0, coturn: 1, 'two coturns': 2 }[relay];
      const servers = await Promise.all(Array.from({ length: count }, () => startTurnServer()));
      await use(servers);
      await Promise.all(servers.map((server) => server.stop()));
    },
    { scope: 'worker' },
  ],

  product: [
    async ({ settings, turnServers }, use) => {
      const product = await startProduct({ ...settings, ...poolOf(turnServers) });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  voices: [
    // eslint-disable-next-line no-empty-pattern -- the runner reads a fixture's needs off this pattern
    async ({}, use) => {
      const voices = new Voices();
      await use(voices);
      await voices.stop();
    },
    { scope: 'worker' },
  ],

  cookies: [
    // eslint-disable-next-line no-empty-pattern -- a fixture without needs has an empty pattern
    async ({}, use) => use(new Map()),
    { scope: 'worker' },
  ],

  expectedErrors: [null, { option: true }],

  open: async ({ voices, expectedErrors }, use) => {
    const contexts: BrowserContext[] = [];
    const troubles: string[] = [];
    await use(async (voice, options, browser) => {
      const lightest = voice === 'none' && options?.serviceWorkers !== 'allow' ? 'light' : 'whole';
      const context = await (
        await voices.browser(voice, browser ?? lightest)
      ).newContext({ locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: 'block', ...options });
      context.on('weberror', (trouble) => troubles.push(`page error: ${trouble.error().stack}`));
      context.on('console', (message) => {
        const line = `${message.text()} (${message.location().url})`;
        if (isTrouble(message) && !expectedErrors?.test(line)) troubles.push(`console: ${line}`);
      });
      contexts.push(context);
      await slowDown(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(troubles, 'errors in the browsers').toEqual([]);
  },

  arrive: async ({ open, product, cookies }, use, testInfo) => {
    const arrived: Participant[] = [];
    const negotiations: [PersonId, Negotiation][] = [];
    await use(
      async ({
        who,
        voice,
        microphone = 'granted',
        before,
        cable,
        clock,
        browser,
        session = 'shared',
        worker = 'none',
      }) => {
        const options = {
          permissions: microphone === 'granted' ? ['microphone'] : [],
          serviceWorkers: worker === 'ours' ? ('allow' as const) : ('block' as const),
        };
        const page = await open(voice, options, browser);
        const context = page.context();
        const known = session === 'shared' ? cookies.get(who) : undefined;
        if (known !== undefined) {
          await context.addCookies(known);
        } else {
          await enter(context.request, { url: product.url, who });
          if (session === 'shared') cookies.set(who, await context.cookies());
        }
        await page.addInitScript(growEar);
        if (cable !== undefined) await page.addInitScript(plugIn, cable.port);
        if (clock !== undefined) await page.addInitScript(shiftClock, clock);
        if (before !== undefined) await page.addInitScript(before);
        const participant = new Participant({ page, who, product });
        arrived.push(participant);
        negotiations.push([who, followNegotiation(context)]);
        return participant;
      },
    );
    // Calls fail once in hundreds of times, if at all: whoever sees it once shall be able to say why.
    if (testInfo.errors.length > 0) {
      const stories = negotiations.map(async ([who, { story }]) => [`The calls of ${who}:`, ...(await story())]);
      for (const lines of await Promise.all(stories)) console.error(lines.join('\n  '));
    }
    // The next test finds everybody free.
    await Promise.all(arrived.map(({ wire }) => wire.leaveAll()));
  },

  cable: async ({ product, turnServers }, use) => {
    const laid: Cable[] = [];
    await use(async () => {
      const cable = await layCable(turnServers[0]?.port ?? product.relayPort);
      laid.push(cable);
      return cable;
    });
    for (const cable of laid) cable.close();
  },
});

/** A product in which a call may end at once and a decision takes its time. */
export const unhurried = test.extend({
  settings: [{ CAN_DISLIKE_SECONDS: '0', DECISION_SECONDS: '60' }, { scope: 'worker' }],
});

function poolOf(servers: readonly TurnServer[]): Settings {
  const [first] = servers;
  if (!first) return {};
  return { ...first.settings, TURN_URLS: servers.map(({ settings }) => settings.TURN_URLS).join(',') };
}

/**
 * That a call or the socket was refused or lost is the browser's own note; what the screen makes of it is what a test looks
 * at. A warning is trouble where words are not in the catalogue that is loaded.
 */
function isTrouble(message: ConsoleMessage): boolean {
  if (message.text().startsWith('Uncompiled message')) return true;
  // A photo that is withheld, or asked for without a network, is drawn as a figure.
  const ofAnswer = /\/api\/v1\/|\/media\/photos\//.test(message.location().url);
  const ofCall = message.text().startsWith('Failed to load resource') && ofAnswer;
  const ofSocket = /^WebSocket connection to '[^']*\/api\/v1\/live' failed/.test(message.text());
  return message.type() === 'error' && !ofCall && !ofSocket;
}

export { expect };
