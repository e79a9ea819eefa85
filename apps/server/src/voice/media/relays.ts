/* The two relays: the built-in closed relay, and coturn. */
import { createHmac, randomBytes } from 'node:crypto';
import { FIXED, type IceServers } from '@yonder/contract';
import { uuidv7 } from '../../platform/ids.ts';
import { hostsOf, inAddress, isLoopback } from '../../platform/http/address.ts';
import { createRecent } from '../../platform/recent.ts';
import type { ClosedRelay, Holder } from '../../platform/relay/index.ts';
import { isLive, type Session } from '../session.ts';
import { turnName } from './turn-name.ts';

/** Carries the media of a call without revealing either user's address. */
export interface CallRelay {
  /** Returns what a browser needs to use the relay until then. */
  iceServer(guest: RelayGuest, expiresAt: number): IceServer;
  /**
   * Called on every change of a call and when credentials are requested, in any order: a call that is over stays over.
   */
  follow(session: Session, now: number): void;
  /** Whether the relay has applied everything passed to it, so that later packets find it. */
  settled(): Promise<boolean>;
  /** Opens a loop for one user and ends their check before. Its two credentials reach only each other. */
  openCheck(who: { userId: string; host?: string | undefined; now: number }): RelayCheck;
  /** Returns what the user's check has shown so far. unknown: there is no such check. */
  lookAtCheck(check: CheckName): Promise<'passed' | 'nothing-passed' | 'unknown'>;
  /** Ends the user's check, if it exists. */
  closeCheck(check: CheckName): void;
}

interface CheckName {
  userId: string;
  checkId: string;
}

export interface RelayCheck {
  checkId: string;
  sides: [IceServer, IceServer];
  expiresAt: number;
}

type IceServer = IceServers['iceServers'][number];

/** A user in a call, or preparing for one. */
export interface RelayGuest {
  holder: Extract<Holder, { kind: 'side' }> | { readonly kind: 'person' };
  userId: string;
  /** The host under which the browser reached this server. */
  host?: string | undefined;
}

/** How long credentials last; also how long an idle call stays open at the relay. */
export const CREDENTIALS_MS = 600_000;
/** A session read from the store is passed to `follow` within seconds. */
const MOST_OVER = 20_000;
const OVER = { state: 'over' } as const;
/** What a loop sends in each direction at least: two connectivity checks and the first flights of DTLS. */
const PACKETS_EACH_WAY = 4;

/**
 * Time-limited credentials for coturn's use-auth-secret: "<unix expiry>:<name>". Its quotas count by the name alone.
 */
export function coturn({ urls, secret }: { urls: readonly string[]; secret: string }): CallRelay {
  const named = (userId: string, expiresAt: number): IceServer => {
    const username = `${Math.floor(expiresAt / 1_000)}:${turnName({ secret, userId, at: expiresAt })}`;
    return { urls: [...urls], username, credential: createHmac('sha1', secret).update(username).digest('base64') };
  };
  return {
    iceServer: ({ userId }, expiresAt) => named(userId, expiresAt),
    // coturn knows nothing of calls.
    follow() {},
    settled: async () => true,
    openCheck({ userId, now }) {
      const expiresAt = now + FIXED.connectionCheckMs;
      const server = named(userId, expiresAt);
      return { checkId: uuidv7(now), sides: [server, server], expiresAt };
    },
    // coturn does not report what it relayed, so the browser's report has to do.
    lookAtCheck: async () => 'passed',
    closeCheck() {},
  };
}

interface ClosedOptions {
  relay: Pick<ClosedRelay, 'port' | 'credentials' | 'open' | 'close' | 'settled' | 'tallyOf'>;
  /** RELAY_HOST; null means the host of the page. */
  host: string | null;
  listensOn: string;
  /** Origins of this server, the best known first. */
  origins: readonly string[];
}

export function closedRelay({ relay, host, listensOn, origins }: ClosedOptions): CallRelay {
  const ours = new Map(origins.flatMap((origin) => hostsOf(origin).map((one) => [one, new URL(origin).hostname])));
  const [first = '127.0.0.1'] = ours.values();
  const placeFor = (called: string | undefined): string => host ?? ours.get(called ?? '') ?? first;
  const salt = randomBytes(32);
  /** TURN user names travel in the clear: this one hides the user and changes with every start. */
  const ticketOf = (userId: string): string => createHmac('sha256', salt).update(userId).digest('base64url');
  /** A call that was read before its end may be followed after it. */
  const over = createRecent<typeof OVER>(MOST_OVER);
  const named = ({ holder, userId }: Pick<RelayGuest, 'holder' | 'userId'>): Holder =>
    holder.kind === 'side' ? holder : { kind: 'waiting', ticket: ticketOf(userId) };
  const checks = createChecks(relay);
  const serverFor = (holder: Holder, called: string | undefined, expiresAt: number): IceServer => ({
    urls: [`turn:${asAddress(placeFor(called), listensOn)}:${relay.port}?transport=udp`],
    ...relay.credentials(holder, expiresAt),
  });
  return {
    iceServer: (guest, expiresAt) => serverFor(named(guest), guest.host, expiresAt),
    follow(session, now) {
      const { id, a } = session;
      if (!isLive(session)) {
        over.put(a.userId, id, OVER);
        return relay.close(id);
      }
      if (over.get(a.userId, id)) return;
      const tickets = { a: ticketOf(a.userId), b: ticketOf(session.b.userId) };
      relay.open({ callId: id, until: now + CREDENTIALS_MS, tickets });
    },
    settled: () => relay.settled(),
    openCheck({ userId, host: called, now }) {
      const { checkId, until: expiresAt } = checks.open(userId, now);
      const side = (name: 'a' | 'b'): IceServer =>
        serverFor({ kind: 'side', callId: checkId, side: name }, called, expiresAt);
      return { checkId, sides: [side('a'), side('b')], expiresAt };
    },
    async lookAtCheck({ userId, checkId }) {
      if (!checks.has(userId, checkId)) return 'unknown';
      const tally = await relay.tallyOf(checkId);
      const least = tally === null ? 0 : Math.min(tally.a, tally.b);
      return least >= PACKETS_EACH_WAY ? 'passed' : 'nothing-passed';
    },
    closeCheck: ({ userId, checkId }) => checks.close(userId, checkId),
  };
}

interface Check {
  checkId: string;
  until: number;
}

/** The connection checks open at the closed relay, one a user. */
function createChecks(relay: Pick<ClosedRelay, 'open' | 'close'>) {
  /** By user; all last equally long, so the first one ends first. */
  const open = new Map<string, Check>();

  function close(userId: string, checkId: string): void {
    if (open.get(userId)?.checkId !== checkId) return;
    open.delete(userId);
    relay.close(checkId);
  }

  function closeOver(now: number): void {
    for (const [userId, { checkId, until }] of open) {
      if (until > now) return;
      close(userId, checkId);
    }
  }

  return {
    close,
    has: (userId: string, checkId: string): boolean => open.get(userId)?.checkId === checkId,
    open(userId: string, now: number): Check {
      closeOver(now);
      const before = open.get(userId);
      if (before) close(userId, before.checkId);
      const check = { checkId: uuidv7(now), until: now + FIXED.connectionCheckMs };
      open.set(userId, check);
      relay.open({ callId: check.checkId, until: check.until, tickets: { a: null, b: null }, kind: 'check' });
      return check;
    },
  };
}

const EVERYWHERE = ['::', '0.0.0.0'];

/** On this machine the relay has only one address, whichever one 'localhost' means to a browser or a proxy. */
function asAddress(host: string, listensOn: string): string {
  if (isLoopback(host) && !EVERYWHERE.includes(listensOn)) return inAddress(listensOn);
  return host === 'localhost' ? '127.0.0.1' : inAddress(host);
}
