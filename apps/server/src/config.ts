import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { FIXED, LIMITS, TERMS_VERSION } from '@yonder/contract';
import { isIssuerSafe, issuerOf } from './identity/index.ts';
import { readAddress } from './platform/http/address.ts';
import { DEFAULT_POLICY } from './screening/index.ts';
import { settings, type Settings } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** All settings an operator can make, with the defaults filled in. */
export type Config = ReturnType<typeof withDefaults>;

/** A setting that prevents the start; the message is for the operator. */
export class SettingError extends Error {}

/** The networks of the design; an operator replaces the front pages by their own. */
const SOCIAL_LINKS = [
  { name: 'Instagram', url: 'https://www.instagram.com/' },
  { name: 'X', url: 'https://x.com/' },
  { name: 'TikTok', url: 'https://www.tiktok.com/' },
  { name: 'Discord', url: 'https://discord.com/' },
];

const STUN_URLS = ['stun:stun.l.google.com:19302', 'stun:stun1.l.google.com:19302'];

/** Reads the environment and `.env` in the working folder. */
export function loadConfig(): Config {
  return readConfig(process.env, existsSync('.env') ? readFileSync('.env', 'utf8') : '');
}

/** The environment wins over `.env`. */
export function readConfig(environment: Environment, dotenv = ''): Config {
  const written = parseEnv(dotenv);
  refuseUnknown(Object.keys(written));
  const given = Object.entries({ ...written, ...environment, ...readFiles(environment) }).flatMap(([name, value]) =>
    value?.trim() ? [[name, value.trim()]] : [],
  );
  const result = settings.safeParse(Object.fromEntries(given));
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new SettingError(`${String(issue?.path[0])} must be ${issue?.message}.`);
  }
  return withDefaults(result.data);
}

/** NAME_FILE says which file holds the value of NAME: a mounted secret appears in no list of processes. */
function readFiles(environment: Environment): Environment {
  const files = Object.keys(settings.shape).flatMap((name) => {
    const file = environment[`${name}_FILE`];
    if (!file) return [];
    if (environment[name]?.trim()) throw new SettingError(`${name} must not be set along with ${name}_FILE.`);
    return [[name, readSecret(name, file)] as const];
  });
  return Object.fromEntries(files);
}

function readSecret(name: string, file: string): string {
  const value = contentOf(name, file);
  // An empty secret must not count as unset: another value would replace it.
  if (value.trim() === '')
    throw new SettingError(`${name}_FILE must be a file that holds the value: ${file} is empty.`);
  return value;
}

function contentOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new SettingError(`${name}_FILE must be a file that can be read: ${file} is not.`, { cause });
  }
}

function refuseUnknown(names: readonly string[]): void {
  const known = Object.keys(settings.shape);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new SettingError(`.env sets ${unknown}, which is not a setting. There are: ${known.join(', ')}.`);
}

function withDefaults(given: Settings) {
  const port = given.PORT ?? 3000;
  const host = readAddress(given.HOST ?? '127.0.0.1') ?? given.HOST ?? '';
  const dataDir = given.DATA_DIR ?? './var';
  const providers = given.OIDC_PROVIDERS ?? [];
  const environment = given.NODE_ENV === 'production' ? 'production' : 'development';
  if (environment === 'production' && providers.length === 0) {
    throw new SettingError(
      'OIDC_PROVIDERS must name a provider when NODE_ENV is production: the local one lets anybody in.',
    );
  }
  const unsafe = providers.find(({ issuer }) => !isIssuerSafe(issuer));
  if (unsafe) {
    throw new SettingError(
      `OIDC_PROVIDERS must have issuers that begin with https://, or that are on this machine: ${unsafe.issuer} is neither.`,
    );
  }
  for (const [what, values] of Object.entries({
    id: providers.map(({ id }) => id),
    issuer: providers.map(({ issuer }) => issuerOf(issuer)),
  })) {
    const twice = values.find((value, i) => values.indexOf(value) !== i);
    if (twice !== undefined)
      throw new SettingError(`OIDC_PROVIDERS must have each ${what} once: ${twice} is there twice.`);
  }
  if (given.TURN_URLS && !given.TURN_SECRET) throw new SettingError('TURN_SECRET must be set along with TURN_URLS.');
  if (environment === 'production' && given.BUS_URL && !given.TURN_URLS) {
    throw new SettingError(
      'TURN_URLS must name a relay for all nodes when BUS_URL is set: the one built in knows the calls of its own node alone.',
    );
  }
  return {
    environment,
    logLevel: given.LOG_LEVEL ?? 'info',
    productName: given.PRODUCT_NAME ?? 'Yonder',
    operatorContact: given.OPERATOR_CONTACT ?? null,
    /** The operator's own; null: the built-in ones. */
    texts: { terms: given.TERMS_URL ?? null, rules: given.RULES_URL ?? null, privacy: given.PRIVACY_URL ?? null },
    termsVersion: given.TERMS_VERSION ?? TERMS_VERSION,
    socialLinks: given.SOCIAL_LINKS ?? SOCIAL_LINKS,
    port,
    host,
    /** Null: http://localhost and http://127.0.0.1 on the port. */
    publicUrl: given.PUBLIC_URL ?? null,
    allowedOrigins: given.ALLOWED_ORIGINS ?? [],
    trustProxy: given.TRUST_PROXY ?? false,
    drainSeconds: given.DRAIN_SECONDS ?? 0,
    metricsPort: given.METRICS_PORT ?? null,
    metricsToken: given.METRICS_TOKEN ?? null,
    dataDir,
    databaseUrl: given.DATABASE_URL ?? `embedded:${dataDir}/db`,
    /** Null: every read goes to the writer. */
    replicaUrl: given.DATABASE_REPLICA_URL ?? null,
    busUrl: given.BUS_URL ?? null,
    objectStore: objectStore(given, dataDir),
    /** Undefined: made at the first start and kept in the database. */
    signingKey: given.SIGNING_KEY,
    providers,
    identityPort: given.IDENTITY_PORT ?? port + 1,
    loadUsers: environment === 'production' && !given.ALLOW_LOAD_USERS ? 'refused' : 'allowed',
    banApprovals: given.BAN_APPROVALS ?? 2,
    screening: given.SCREENING ?? DEFAULT_POLICY,
    classifier: hookOf(given, given.CLASSIFIER_URL),
    imageHash: hookOf(given, given.IMAGE_HASH_URL),
    ageServices: ageServices(given),
    push: push(given),
    relayPort: given.RELAY_PORT ?? port + 2,
    /** Null: browsers use the host where they found the page. */
    relayHost: given.RELAY_HOST ?? null,
    relayListensOn: isForOthers(given) ? '::' : host === 'localhost' ? '127.0.0.1' : host,
    turn: given.TURN_URLS && given.TURN_SECRET ? { urls: given.TURN_URLS, secret: given.TURN_SECRET } : null,
    directCalls: given.ALLOW_DIRECT_CALLS ? { stunUrls: given.STUN_URLS ?? STUN_URLS } : null,
    limits: limits(given, providers.length === 0 ? 'local' : 'real'),
  } as const;
}

/** Amazon's own store has the bucket in its host; others have an address of their own, with the bucket in the path. */
function objectStore(given: Settings, dataDir: string) {
  const url = given.OBJECT_STORE_URL ?? `file:${dataDir}/objects`;
  if (url.startsWith('file:')) return { url, s3: null };
  const { S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret, S3_ENDPOINT: endpoint } = given;
  if (!keyId || !secret) {
    throw new SettingError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set for an OBJECT_STORE_URL of s3://.');
  }
  const style = (given.S3_PATH_STYLE ?? endpoint !== undefined) ? 'path' : 'host';
  return { url, s3: { endpoint, region: given.S3_REGION ?? 'us-east-1', keyId, secret, style } } as const;
}

/** Both services share one token and one way to fail. */
function hookOf({ CLASSIFIER_TOKEN, CLASSIFIER_FAILS }: Settings, url: string | undefined) {
  return url === undefined
    ? null
    : { url, token: CLASSIFIER_TOKEN ?? null, fails: CLASSIFIER_FAILS ?? ('open' as const) };
}

/** Push services want a contact; Apple's rejects a made-up one. */
function push({ VAPID_PRIVATE_KEY, PUSH_ALLOWED_HOSTS, OPERATOR_CONTACT, PUBLIC_URL }: Settings) {
  const contact = OPERATOR_CONTACT?.includes('@') ? `mailto:${OPERATOR_CONTACT}` : OPERATOR_CONTACT;
  const subject = [contact, PUBLIC_URL].find((address) => address && /^(mailto|https):/.test(address));
  return {
    /** Undefined: made at the first start and kept in the database. */
    privateKey: VAPID_PRIVATE_KEY,
    subject: subject ?? 'mailto:operator@localhost',
    allowedHosts: PUSH_ALLOWED_HOSTS ?? [],
  };
}

function ageServices({ AGE_ASSURANCE: urls, AGE_ASSURANCE_SECRET: secret }: Settings) {
  if (urls === undefined) return null;
  if (secret === undefined) throw new SettingError('AGE_ASSURANCE_SECRET must be set along with AGE_ASSURANCE.');
  return { urls, secret };
}

/** A proxy in front takes web requests to HOST, but no media: that comes straight to the relay. */
function isForOthers({ RELAY_HOST, PUBLIC_URL }: Settings): boolean {
  const host = RELAY_HOST ?? (PUBLIC_URL && new URL(PUBLIC_URL).hostname);
  return host !== undefined && !/^(localhost|127\.[\d.]+|\[?::1\]?)$/.test(host);
}

/** Limits on repeated tries by strangers are of no use among local test accounts. */
function limits(given: Settings, people: 'local' | 'real') {
  const callSeconds = given.CALL_SECONDS ?? LIMITS.callSeconds;
  const rematchSeconds = given.REMATCH_SECONDS ?? (people === 'local' ? 0 : LIMITS.rematchSeconds);
  return {
    callSeconds,
    decisionSeconds: given.DECISION_SECONDS ?? LIMITS.decisionSeconds,
    reminderSeconds: given.REMINDER_SECONDS ?? LIMITS.reminderSeconds,
    earlyHangupSeconds: given.EARLY_HANGUP_SECONDS ?? callSeconds,
    canDislikeSeconds: given.CAN_DISLIKE_SECONDS ?? LIMITS.canDislikeSeconds,
    matchAckSeconds: given.MATCH_ACK_SECONDS ?? LIMITS.matchAckSeconds,
    ringSeconds: given.RING_SECONDS ?? LIMITS.ringSeconds,
    rematchSeconds,
    /** Two who try the product out are all there are. */
    failedPairMs: people === 'local' ? Math.min(rematchSeconds * 1_000, FIXED.failedPairMs) : FIXED.failedPairMs,
    textMatchLimit: given.TEXT_MATCH_LIMIT ?? 10,
    textCooldownSeconds: given.TEXT_COOLDOWN_SECONDS ?? 1800,
    postSeconds: given.POST_TTL_SECONDS ?? 86_400,
    evidenceHours: given.EVIDENCE_HOURS ?? 24,
    oneTimeImageSeconds: given.ONE_TIME_IMAGE_TTL_SECONDS ?? 604_800,
    mediaQuotaMb: given.MEDIA_QUOTA_MB ?? 500,
  };
}
