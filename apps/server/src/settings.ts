import { createECDH } from 'node:crypto';
import { FIXED } from '@yonder/contract';
import * as z from 'zod/mini';
import { CLIENT_AUTHS } from './identity/index.ts';
import { readNatsAddress } from './platform/nats-address.ts';
import { readPolicy } from './screening/index.ts';

/** Reads a value that came as text. `expected` ends the sentence "NAME must be …". */
function setting<T>(expected: string, read: (text: string) => T | undefined) {
  const checked = z.string().check(z.refine((text) => read(text) !== undefined, expected));
  return z.optional(
    z.pipe(
      checked,
      z.transform((text: string): T => read(text)!),
    ),
  );
}

function whole({ min, max }: { min: number; max: number }) {
  return setting(`a whole number from ${min} to ${max}`, (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    return value >= min && value <= max ? value : undefined;
  });
}

function oneOf<const T extends string>(...values: T[]) {
  return setting(values.join(' or '), (text) => values.find((value) => value === text));
}

function address(...protocols: string[]) {
  return setting(`an address that begins with ${protocols.join(' or ')}`, (text) =>
    protocols.some((protocol) => text.startsWith(protocol)) && URL.canParse(text) ? text : undefined,
  );
}

function list(expected: string, isItem: (item: string) => boolean) {
  return setting(`${expected}, separated by commas`, (text) => {
    const items = text.split(',').map((item) => item.trim());
    return items.every(isItem) ? items : undefined;
  });
}

function json<S extends z.ZodMiniType>(expected: string, schema: S) {
  return setting(expected, (text): z.infer<S> | undefined => {
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  });
}

const port = whole({ min: 1, max: 65_533 });
const seconds = whole({ min: 0, max: 31_536_000 });
const secondsOfCall = whole({ min: 1, max: 86_400 });
const amount = whole({ min: 1, max: 1_000_000 });
const text = setting('some text', (value) => value);
const secret = setting('at least 16 characters', (value) => (value.length >= 16 ? value : undefined));
const key = setting('at least 32 bytes in base64url', (value) => {
  const bytes = Buffer.from(value, 'base64url');
  return bytes.length >= 32 ? bytes : undefined;
});

function readPrivateKey(value: string): Buffer | undefined {
  const bytes = Buffer.from(value, 'base64url');
  try {
    createECDH('prime256v1').setPrivateKey(bytes);
    return bytes.length === 32 ? bytes : undefined;
  } catch {
    return undefined;
  }
}

const onOff = setting('true or false', (value) => {
  if (/^(true|on)$/i.test(value)) return true;
  return /^(false|off)$/i.test(value) ? false : undefined;
});
const origin = (item: string): boolean => URL.canParse(item) && new URL(item).origin === item;
const iceServer =
  (scheme: RegExp) =>
  (item: string): boolean =>
    scheme.test(item);

const filled = z.string().check(z.minLength(1));
const webAddress = z.string().check(z.regex(/^https?:\/\/\S+$/));
const oidcProvider = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,32}$/)),
  name: filled,
  issuer: webAddress,
  clientId: filled,
  clientSecret: z.optional(filled),
  clientAuth: z.optional(z.enum(CLIENT_AUTHS)),
  scope: z.optional(filled),
});

/** Every setting, by its name in the environment and in `.env`. config.ts holds the defaults. */
export const settings = z.object({
  NODE_ENV: oneOf('development', 'test', 'production'),
  LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  PRODUCT_NAME: text,
  OPERATOR_CONTACT: text,
  TERMS_URL: address('https://', 'http://'),
  RULES_URL: address('https://', 'http://'),
  PRIVACY_URL: address('https://', 'http://'),
  TERMS_VERSION: setting('1 to 32 characters', (value) => (value.length <= 32 ? value : undefined)),
  SOCIAL_LINKS: json(
    'a JSON list of {"name", "url"}',
    z.array(z.strictObject({ name: filled, url: z.url({ protocol: /^https?$/ }) })),
  ),

  PORT: port,
  HOST: text,
  PUBLIC_URL: setting('an origin such as https://example.org', (value) => (origin(value) ? value : undefined)),
  ALLOWED_ORIGINS: list('origins such as https://example.org', origin),
  TRUST_PROXY: onOff,
  DRAIN_SECONDS: whole({ min: 0, max: 300 }),
  METRICS_PORT: port,
  METRICS_TOKEN: secret,

  DATA_DIR: text,
  DATABASE_URL: address('embedded:', 'postgres://', 'postgresql://'),
  DATABASE_REPLICA_URL: address('postgres://', 'postgresql://'),
  BUS_URL: setting('nats://host:4222, tls:// where it must be encrypted, or several of one kind with commas', (value) =>
    readNatsAddress(value) ? value : undefined,
  ),
  OBJECT_STORE_URL: address('file:', 's3://'),
  S3_ENDPOINT: setting('an origin such as https://s3.example.org', (value) => (origin(value) ? value : undefined)),
  S3_REGION: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_PATH_STYLE: onOff,
  MEDIA_QUOTA_MB: amount,
  SIGNING_KEY: key,

  OIDC_PROVIDERS: json(
    'a JSON list of {"id", "name", "issuer", "clientId", "clientSecret", "clientAuth", "scope"}',
    z.array(oidcProvider),
  ),
  IDENTITY_PORT: port,
  ALLOW_LOAD_USERS: onOff,
  BAN_APPROVALS: whole({ min: 1, max: FIXED.approvals }),
  SCREENING: setting('mask, review, block or off, or a JSON object of them by kind of text', readPolicy),
  CLASSIFIER_URL: address('https://', 'http://'),
  CLASSIFIER_TOKEN: secret,
  CLASSIFIER_FAILS: oneOf('open', 'closed'),
  IMAGE_HASH_URL: address('https://', 'http://'),
  AGE_ASSURANCE: json(
    'a JSON object of country to https address',
    z.record(z.string().check(z.regex(/^[A-Z]{2}$/)), z.url({ protocol: /^https?$/ })),
  ),
  AGE_ASSURANCE_SECRET: secret,
  PUSH_ALLOWED_HOSTS: list('host names in small letters', (item) => /^[a-z0-9.:-]+$/.test(item)),
  VAPID_PRIVATE_KEY: setting('a private key of P-256: 32 bytes in base64url', readPrivateKey),

  RELAY_HOST: setting('a host name or an address', (value) => (/^[a-z0-9.:-]+$/i.test(value) ? value : undefined)),
  RELAY_PORT: whole({ min: 0, max: 65_535 }),
  TURN_URLS: list('turn: or turns: addresses', iceServer(/^turns?:\S+$/)),
  TURN_SECRET: secret,
  ALLOW_DIRECT_CALLS: onOff,
  STUN_URLS: list('stun: addresses', iceServer(/^stuns?:\S+$/)),

  CALL_SECONDS: secondsOfCall,
  DECISION_SECONDS: secondsOfCall,
  REMINDER_SECONDS: seconds,
  EARLY_HANGUP_SECONDS: seconds,
  CAN_DISLIKE_SECONDS: seconds,
  MATCH_ACK_SECONDS: secondsOfCall,
  RING_SECONDS: secondsOfCall,
  REMATCH_SECONDS: seconds,
  TEXT_MATCH_LIMIT: amount,
  TEXT_COOLDOWN_SECONDS: seconds,
  POST_TTL_SECONDS: seconds,
  ONE_TIME_IMAGE_TTL_SECONDS: seconds,
  EVIDENCE_HOURS: whole({ min: 0, max: 168 }),
});

export type Settings = z.infer<typeof settings>;
