export * from './callable.ts';
export * from './callables.ts';
export * from './chats.ts';
export * from './config.ts';
export { holdsContact } from './contact/index.ts';
export * from './direct-calls.ts';
export * from './errors.ts';
export * from './excerpts.ts';
export * from './likely-language.ts';
export * from './limits.ts';
export * from './live.ts';
export * from './media.ts';
export * from './moderation.ts';
export * from './notifications.ts';
export * from './nearby.ts';
export * from './people.ts';
export * from './posts.ts';
export * from './priorities.ts';
export * from './privacy.ts';
export * from './push.ts';
export * from './safety.ts';
export * from './schema.ts';
export * from './standing.ts';
export * from './text-match.ts';
export * from './visible-text.ts';
export * from './voice.ts';

/** Raised when the wire changes; version.test.ts holds the hash of the schemas it stands for. */
export const CONTRACT_VERSION = '1';
