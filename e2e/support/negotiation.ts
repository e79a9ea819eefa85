import { setTimeout as pass } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { clientFrame, serverFrame, type ServerFrame } from '@yonder/contract';

/** What somebody's pages said and were told about calls over their live sockets, and what became of their connections. */
export interface Negotiation {
  /** A line each, in their order: milliseconds since the epoch, which page, what. */
  story(): Promise<string[]>;
}

interface Line {
  at: number;
  what: string;
}

const ABOUT_CALLS = /call|candidate|mediastatus|callqueue|notify(?:dis|re)connect|iceservers/i;
/** The one answer that holds a password. */
const SECRET = 'getIceServers';
const LONGEST = 400;
const PATIENCE_MS = 2_000;

/** From each page's next load on; of its connections, those of its last load. */
export function followNegotiation(context: BrowserContext): Negotiation {
  const pages: Page[] = [];
  const lines: Line[] = [];
  const follow = (page: Page): void => {
    const number = pages.push(page);
    const note = (what: string): void => void lines.push({ at: Date.now(), what: `page ${number} ${what}` });
    page.on('websocket', (socket) => {
      const asked = new Map<string, string>();
      socket.on('framesent', ({ payload }) => {
        const { data: frame } = clientFrame.safeParse(JSON.parse(String(payload)));
        if (frame?.type !== 'call' || !ABOUT_CALLS.test(frame.function)) return;
        asked.set(frame.id, frame.function);
        note(`says ${frame.function} ${brief(frame.data)}`);
      });
      socket.on('framereceived', ({ payload }) => {
        const { data: frame } = serverFrame.safeParse(JSON.parse(String(payload)));
        const told = frame && toldBy(frame, asked);
        if (told) note(`is told ${told}`);
      });
      socket.on('close', () => note('has its live socket closed'));
    });
  };
  context.pages().forEach(follow);
  context.on('page', follow);
  return {
    async story() {
      const ears = await Promise.all(pages.map((page, i) => heardBy(page, `page ${i + 1}`)));
      const all = [...lines, ...ears.flat()].toSorted((one, other) => one.at - other.at);
      return all.map(({ at, what }) => `${Math.round(at)} ${what}`);
    },
  };
}

function toldBy(frame: ServerFrame, asked: ReadonlyMap<string, string>): string | null {
  if (frame.type === 'event') return ABOUT_CALLS.test(frame.name) ? `${frame.name} ${brief(frame.data)}` : null;
  if (frame.type !== 'result' && frame.type !== 'error') return null;
  const name = asked.get(frame.id ?? '');
  if (name === undefined) return null;
  if (frame.type === 'error') return `${name} is refused ${brief(frame.error)}`;
  return name === SECRET ? `${name} is answered` : `${name} is answered ${brief(frame.result)}`;
}

/** A page that is gone or frozen shall not keep the others from telling. */
async function heardBy(page: Page, which: string): Promise<Line[]> {
  const events = page
    .evaluate(() => window.testEar.events)
    .then(
      (heard) => heard.map(({ at, what }) => ({ at, what: `${which} ${what}` })),
      () => null,
    );
  return (
    (await Promise.race([events, pass(PATIENCE_MS, null)])) ?? [{ at: Date.now(), what: `${which} does not answer` }]
  );
}

/** Of a description its version, names and candidates. */
function brief(data: unknown): string {
  const text = JSON.stringify(data, (key, value: unknown) =>
    (key === 'sdp' || key === 'offer') && typeof value === 'string'
      ? value.split('\r\n').filter((line) => /^(?:o=|a=ice-ufrag:|a=candidate:)/.test(line))
      : value,
  );
  return text.slice(0, LONGEST);
}
