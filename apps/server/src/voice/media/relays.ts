/* The two relays there are: the closed one built in, and coturn. */
import { createHmac, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { IceServers } from '@yonder/contract';
import { createRecent } from '../../platform/recent.ts';
import type { ClosedRelay, Holder } from '../../platform/relay/index.ts';
import { isLive, type Session } from '../session.ts';
import { turnName } from './turn-name.ts';

/** Through which two people hear each other without learning where the other is. */
export interface CallRelay {
  /** What a browser needs to use it until then. */
  iceServer(guest: RelayGuest, expiresAt: number): IceServers['iceServers'][number];
  /** Told of every change of a call, and when somebody asks for it, in whatever order that is heard: what is over stays over. */
  follow(session: Session, now: number): void;
  /** Whether what it was told counts now: what a browser sends it from then on comes later. */
  settled(): Promise<boolean>;
}

/** One who is in a call, or who prepares for one. */
export interface RelayGuest {
  holder: Extract<Holder, { kind: 'side' }> | { readonly kind: 'person' };
  userId: string;
  /** Where they found this server. */
  host?: string | undefined;
}

/** How long credentials last, and how long a call that nothing happens in stays open for those who ask for none. */
export const CREDENTIALS_MS = 600_000;
/** What was read is told of within seconds. */
const MOST_OVER = 20_000;
const OVER = { state: 'over' } as const;

/** Time-limited credentials as coturn's use-auth-secret reads them: "<unix expiry>:<name>". It counts quotas by the name alone. */
export function coturn({ urls, secret }: { urls: readonly string[]; secret: string }): CallRelay {
  return {
    iceServer({ userId }, expiresAt) {
      const username = `${Math.floor(expiresAt / 1_000)}:${turnName({ secret, userId, at: expiresAt })}`;
      return { urls: [...urls], username, credential: createHmac('sha1', secret).update(username).digest('base64') };
    },
    // It knows nothing of calls.
    follow() {},
    settled: async () => true,
  };
}

interface ClosedOptions {
  relay: Pick<ClosedRelay, 'port' | 'credentials' | 'open' | 'close' | 'settled'>;
  /** RELAY_HOST; null: where the browser found the page. */
  host: string | null;
  /** Where this server can be found, the best known first. */
  origins: readonly string[];
}

export function closedRelay({ relay, host, origins }: ClosedOptions): CallRelay {
  const ours = new Map(origins.map((origin) => [new URL(origin).host, new URL(origin).hostname]));
  const [first = '127.0.0.1'] = ours.values();
  const placeFor = (called: string | undefined): string => host ?? ours.get(called ?? '') ?? first;
  const salt = randomBytes(32);
  /** User names go over the network in the clear: this one tells nobody who it is, and is another after every start. */
  const ticketOf = (userId: string): string => createHmac('sha256', salt).update(userId).digest('base64url');
  /** A call that was read before it ended may be told of after its end. */
  const over = createRecent<typeof OVER>(MOST_OVER);
  const named = ({ holder, userId }: RelayGuest): Holder =>
    holder.kind === 'side' ? holder : { kind: 'waiting', ticket: ticketOf(userId) };
  return {
    iceServer: (guest, expiresAt) => ({
      urls: [`turn:${asAddress(placeFor(guest.host))}:${relay.port}?transport=udp`],
      ...relay.credentials(named(guest), expiresAt),
    }),
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
  };
}

/** The relay is on one loopback address only, whichever of them 'localhost' means to a browser. */
function asAddress(host: string): string {
  if (host === 'localhost') return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}
