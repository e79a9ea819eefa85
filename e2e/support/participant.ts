import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { CallView } from '@yonder/contract';
import { growEar, type Hearing, hear, seeConnection, type SelectedPair, selectedPair } from './ear.ts';
import type { Product } from './product.ts';
import { Wire } from './wire.ts';

/** The local provider's people who have a name; the world of the first start knows them. */
const PEOPLE = { wei: 'Wei', mei: 'Mei-Lin', kai: 'Kai', ama: 'Ama', noor: 'Noor', mateo: 'Mateo' } as const;
export type PersonId = keyof typeof PEOPLE;

/** Hertz a spectrum's peak may stand beside the tone. */
const NEAR = 12;
/** Of what the loudspeaker plays, 0 to 1. */
const AUDIBLE = 0.01;
const AUDIO_MS = 15_000;
/** So Chromium, Firefox and Playwright call a way to a page that another took the place of. */
const GIVEN_UP = /net::ERR_ABORTED|NS_BINDING_ABORTED|interrupted by another navigation/;

interface Arrived {
  page: Page;
  who: PersonId;
  product: Pick<Product, 'url'>;
  /** What the wire asks with, where the browser's own cookies cannot be read. */
  request?: APIRequestContext;
}

/** One person in a browser of their own: what they do and what reaches them, by the names on the screen. */
export class Participant {
  readonly page: Page;
  readonly who: PersonId;
  readonly wire: Wire;
  readonly #product: Pick<Product, 'url'>;

  constructor({ page, who, product, request = page.request }: Arrived) {
    this.page = page;
    this.who = who;
    this.wire = new Wire({ request, url: product.url, tab: `wire-of-${who}` });
    this.#product = product;
  }

  get name(): string {
    return PEOPLE[this.who];
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name });
  }

  /** Somebody calls. */
  ringing(who: Participant): Locator {
    return this.page.getByRole('alertdialog', { name: who.name });
  }

  /** Somebody calls, and a room is open. */
  ringingInRoom(who: Participant): Locator {
    return this.page.getByRole('region', { name: 'Incoming voice call' }).filter({ hasText: who.name });
  }

  /** The screen of a call with somebody known, from the first ring on. */
  callWith(who: Participant): Locator {
    return this.page.getByRole('dialog', { name: 'Voice Call' }).getByRole('heading', { name: who.name });
  }

  text(text: string | RegExp): Locator {
    return this.page.getByText(text);
  }

  async go(path: string): Promise<void> {
    const go = () => this.page.goto(this.#product.url + path);
    // A page that is just going a step back of its own, as after a call, takes precedence in the browser.
    await go().catch((error: Error) => (GIVEN_UP.test(error.message) ? go() : Promise.reject(error)));
  }

  /** Through the provider's own page, as everybody does. */
  async signIn(from = '/chats'): Promise<void> {
    await this.go(from);
    await this.page.getByRole('link', { name: /^Continue with/ }).click();
    await choosePersona(this.page, this.name);
    await this.page.waitForURL(`${this.#product.url}${from}`);
  }

  async startCall({ topic = '' } = {}): Promise<void> {
    await this.go('/call');
    if (topic !== '') await this.page.getByLabel(/Topic/).fill(topic);
    await this.button('Start a call').click();
  }

  /** A switch that is on; its name is the same when it is off. */
  pressed(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true, pressed: true });
  }

  get finding(): Locator {
    return this.page.getByRole('heading', { name: 'Finding someone…' });
  }

  /** The screen of a call with somebody unknown. */
  get call(): Locator {
    return this.page.getByRole('dialog', { name: 'Voice Call' }).getByRole('heading', { name: 'Anonymous' });
  }

  /** The bar of a call that is not on the whole screen. */
  get callBar(): Locator {
    return this.page.getByRole('complementary', { name: 'Voice Call' });
  }

  get timer(): Locator {
    return this.page.getByRole('timer');
  }

  get decision(): Locator {
    return this.page.getByRole('heading', { name: 'Decision Time' });
  }

  /** The call the server has this person in. */
  async callNow(): Promise<CallView> {
    const { call } = await this.wire.call('getCallState', null);
    if (call === null) throw new Error(`${this.name} is in no call`);
    return call;
  }

  /** Leaves the page as a person does: the browser asks, and they mean it. */
  async leave(): Promise<void> {
    const asked = this.page.waitForEvent('dialog');
    const left = this.page.goto('about:blank');
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.accept();
    await left;
  }

  /** The same person in a second tab of the same browser. */
  async anotherTab(): Promise<Participant> {
    const page = await this.page.context().newPage();
    await page.addInitScript(growEar);
    return new Participant({ page, who: this.who, product: this.#product });
  }

  /** Their browser alone takes the connection for lost, or sees again what is. */
  sees(connection: 'lost' | 'it is'): Promise<void> {
    return seeConnection(this.page, connection);
  }

  hearing(): Promise<Hearing> {
    return hear(this.page);
  }

  /** The other's tone comes out of the loudspeaker. */
  async hears(hertz: number): Promise<void> {
    await expect(async () => {
      const heard = await this.hearing();
      expect(Math.abs((heard.hertz ?? 0) - hertz), `hears ${heard.hertz} Hz`).toBeLessThan(NEAR);
      expect(heard.played, 'what the loudspeaker plays').toBeGreaterThan(AUDIBLE);
    }).toPass({ timeout: AUDIO_MS });
  }

  /** After how many milliseconds the other's tone comes out of the loudspeaker. */
  async hearsAgain(hertz: number): Promise<number> {
    const since = performance.now();
    while (performance.now() - since < AUDIO_MS) {
      const heard = await this.hearing();
      if (Math.abs((heard.hertz ?? 0) - hertz) < NEAR && heard.played > AUDIBLE) break;
    }
    return Math.round(performance.now() - since);
  }

  /** The other sends silence. */
  async receivesSilence(): Promise<void> {
    await expect.poll(async () => (await this.hearing()).hertz, { timeout: AUDIO_MS }).toBeNull();
  }

  /** Whatever the other sends, nothing is played here. */
  async playsNothing(): Promise<void> {
    await expect.poll(async () => (await this.hearing()).played, { timeout: AUDIO_MS }).toBeLessThan(0.001);
  }

  async runsOver(): Promise<SelectedPair> {
    await expect.poll(() => selectedPair(this.page), { timeout: AUDIO_MS }).not.toBeNull();
    const pair = await selectedPair(this.page);
    if (pair === null) throw new Error('the connection ended meanwhile');
    return pair;
  }

  /** In the conversation that is open. */
  message(content: string | RegExp): Locator {
    return this.page.getByRole('log').getByText(content, { exact: true });
  }

  async write(message: string): Promise<void> {
    await this.page.getByRole('textbox', { name: /^Message/ }).fill(message);
    await this.page.keyboard.press('Enter');
  }
}

export async function choosePersona(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click();
}
