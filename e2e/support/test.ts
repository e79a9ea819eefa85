import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  expect,
  type Page,
  request as requests,
  test as base,
} from '@playwright/test';
import { type Cable, layCable, plugIn } from './cable.ts';
import { growEar } from './ear.ts';
import { enter } from './entrance.ts';
import { hearWhatIsFilled } from './filled.ts';
import { OTHER_BROWSER, type OtherBrowser, whyLeftOut } from './left-out.ts';
import { followNegotiation, type Negotiation } from './negotiation.ts';
import { Participant, type PersonId } from './participant.ts';
import { type Product, type Settings, startProduct } from './product.ts';
import { shiftClock } from './shifted-clock.ts';
import { slowDown } from './slow.ts';
import { type TurnServer, startTurnServer } from './turn-server.ts';
import { type Kind, type Voice, Voices } from './voices.ts';
import { hushAsItGoes, launchWebKit } from './webkit.ts';

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
  browser?: 'page cache' | 'firefox' | 'webkit';
  /** shared: with everybody who arrives as this person. own: one that may be ended. */
  session?: 'shared' | 'own';
}

export interface EachTest {
  /** Skips what does not run in the browser of this run. */
  leftOut: void;
  /** Errors of the console that the test brings about, by `text (address)`; every other one fails it. */
  expectedErrors: RegExp | null;
  /** A page without a person, its console watched. */
  open: (voice: Voice, options?: BrowserContextOptions, browser?: Kind | 'webkit') => Promise<Page>;
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

/** What Firefox and WebKit note by themselves, and is no trouble. */
const NOTED = [
  // They ask every page for an icon; those of the local provider allow nothing of the kind.
  /^(?:Content-Security-Policy|Refused to load).*\/favicon\.ico because/,
  // WebKitGTK has no manifests.
  /^Unrecognized Content-Security-Policy directive 'manifest-src'/,
  // So WebKit calls one that is under way as its page goes.
  /Fetch API cannot load \S+\/(?:api\/v1|assets)\/\S+ due to access control checks/,
];

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** Whom to write to, and rules of their own: as a careful operator has it. */
export const OPERATOR = { OPERATOR_CONTACT: 'hello@operator.example', RULES_URL: 'https://operator.example/rules' };

/**
 * A product as it comes. One start serves all files that import the same test, so what people have become to each other
 * stays: who must be strangers, or blocks, takes a pair of their own. `test.use` of settings brings a file a product of
 * its own, which costs 4 s. Console and page errors fail a test.
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

  leftOut: [
    // eslint-disable-next-line no-empty-pattern -- a fixture without needs has an empty pattern
    async ({}, use, testInfo) => {
      const why = whyLeftOut(testInfo);
      testInfo.skip(why !== undefined, why);
      await use();
    },
    { auto: true },
  ],

  open: async ({ voices, expectedErrors }, use) => {
    const closers: (() => Promise<void>)[] = [];
    const troubles: string[] = [];
    await use(async (voice, options, browser) => {
      const hears = voice === 'none' || options?.permissions?.includes('microphone');
      const lightest = hears && options?.serviceWorkers !== 'allow' ? 'light' : 'whole';
      const kind = browser ?? otherBrowser(voice) ?? lightest;
      const settings = {
        locale: 'en-GB',
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        ...options,
      } satisfies BrowserContextOptions;
      const { context, page, close } =
        kind === 'webkit' ? await openWebKit(settings) : await openContext(await voices.browser(voice, kind), settings);
      closers.push(close);
      context.on('weberror', (trouble) => {
        const { name, message, stack } = trouble.error();
        const said = stack || `${name}: ${message}`;
        if (!isNoted(said)) troubles.push(`page error at ${trouble.page()?.url()}: ${said}`);
      });
      context.on('console', (message) => {
        const line = `${message.text()} (${message.location().url})`;
        if (isTrouble(message) && !expectedErrors?.test(line)) troubles.push(`console: ${line}`);
      });
      if (kind === 'firefox' || kind === 'webkit') await context.addInitScript(hearWhatIsFilled);
      if (kind === 'webkit') await context.addInitScript(hushAsItGoes);
      await slowDown(context);
      return page ?? context.newPage();
    });
    await Promise.all(closers.map((close) => close()));
    expect(troubles, 'errors in the browsers').toEqual([]);
  },

  arrive: async ({ open, product, cookies }, use, testInfo) => {
    const arrived: Participant[] = [];
    const visitors: APIRequestContext[] = [];
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
        const visitor = await requests.newContext({
          userAgent: await page.evaluate(() => navigator.userAgent),
          storageState: { cookies: known ?? [], origins: [] },
        });
        visitors.push(visitor);
        if (known === undefined) await enter(visitor, { url: product.url, who });
        const jar = (await visitor.storageState()).cookies;
        if (session === 'shared') cookies.set(who, jar);
        await context.addCookies(jar);
        await page.addInitScript(growEar);
        if (cable !== undefined) await page.addInitScript(plugIn, cable.port);
        if (clock !== undefined) await page.addInitScript(shiftClock, clock);
        if (before !== undefined) await page.addInitScript(before);
        // WebKit tells no cookies but those of the page it shows.
        const request = isWebKit(context) ? visitor : page.request;
        const participant = new Participant({ page, who, product, request });
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
    await Promise.all(visitors.map((visitor) => visitor.dispose()));
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

/** Who has a voice stays in Chromium where the others come in WebKit, which has none. */
function otherBrowser(voice: Voice): OtherBrowser | undefined {
  return OTHER_BROWSER === 'webkit' && voice !== 'none' ? undefined : OTHER_BROWSER;
}

interface Opened {
  context: BrowserContext;
  /** Missing where a context has none of its own yet. */
  page?: Page;
  close: () => Promise<void>;
}

async function openContext(browser: Browser, options: BrowserContextOptions): Promise<Opened> {
  const context = await browser.newContext(options);
  return { context, close: () => context.close() };
}

/** Of the options those that stock WebKit can be told; its language is that of the process, English. */
async function openWebKit({
  viewport,
  colorScheme,
  reducedMotion,
  serviceWorkers,
}: BrowserContextOptions): Promise<Opened> {
  const { page, stop } = await launchWebKit(viewport ?? undefined);
  const context = page.context();
  await page.emulateMedia({ colorScheme: colorScheme ?? 'light', reducedMotion: reducedMotion ?? null });
  if (serviceWorkers === 'block') await context.addInitScript(withoutWorker);
  return { context, page, close: stop };
}

/** Runs in the page. */
function withoutWorker(): void {
  if ('serviceWorker' in navigator) Object.assign(navigator.serviceWorker, { register: async () => undefined });
}

function isWebKit(context: BrowserContext): boolean {
  return context.browser()?.browserType().name() === 'webkit';
}

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
  if (isNoted(message.text())) return false;
  // A photo that is withheld, or asked for without a network, is drawn as a figure.
  const ofAnswer = /\/api\/v1\/|\/media\/photos\//.test(message.location().url);
  const ofCall = message.text().startsWith('Failed to load resource') && ofAnswer;
  const ofSocket = /^WebSocket connection to '[^']*\/api\/v1\/live' failed/.test(message.text());
  return message.type() === 'error' && !ofCall && !ofSocket;
}

function isNoted(said: string): boolean {
  return NOTED.some((one) => one.test(said));
}

export { expect };
