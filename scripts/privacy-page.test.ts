import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RETENTION_RULES } from '../apps/server/src/privacy/retention-rules.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../apps/web/src/features/legal/PrivacyPage.tsx'), 'utf8');

/** Under which heading of /privacy a person reads how long the rows of a table that names people stay. */
const HEADINGS: Readonly<Record<string, string>> = {
  'identity.account': 'An account that was never set up',
  'identity.session': 'Being signed in',
  'identity.kept_out': 'Accounts that were refused or banned',
  'profiles.profile': 'Your profile',
  'profiles.photo': 'Photos you take out of your profile',
  'profiles.terms_acceptance': 'What you tell',
  'push.subscription': 'Technical things',
  'push.outgoing': 'Notifications',
  'safety.block': 'Reports and blocks',
  'safety.report': 'Reports, with what belongs to them',
  'safety.reporter': 'How often your reports were acted on',
  'screening.assured_age': 'That your age was vouched for, where the law asks for it',
  'evidence.sealed': 'What was seen once or deleted',
  'moderation.case': 'Reports, with what belongs to them',
  'moderation.statement': 'Reports, with what belongs to them',
  'moderation.audit': 'Reports, with what belongs to them',
  'moderation.remark': 'Reports, with what belongs to them',
  'engagement.engagement': 'That you are here, wait or are in a call, and what the server has just answered you',
  'engagement.kept_place': 'That you are here, wait or are in a call, and what the server has just answered you',
  'engagement.connection_record': 'Failures to connect, and the pauses that follow',
  'engagement.recent_partner': 'With whom you were just matched',
  'voice.session': 'Calls',
  'voice.past_call': 'Calls',
  'chats.room': 'Chats',
  'chats.room_seat': 'Chats',
  'chats.ended': 'Who closed a chat or declined a hello',
  'chats.message': 'Chats',
  'text_match.session': 'How a text match went',
  'text_match.allowance': 'How many text matches and how much room for files you have used',
  'posts.post': 'Moments, with the comments on them',
  'posts.commenter': 'Moments, with the comments on them',
  'posts.comment': 'Moments, with the comments on them',
  'nearby.place': 'The spot you are shown at',
  'notifications.notification': 'Notifications',
  'media.object': 'Chats',
  'media.usage': 'How many text matches and how much room for files you have used',
  'media.one_time': 'What was seen once or deleted',
  'privacy.copy': 'A copy of your data',
  'platform.answered_request': 'That you are here, wait or are in a call, and what the server has just answered you',
  'platform.rate_bucket': 'Network addresses',
  'platform.presence': 'That you are here, wait or are in a call, and what the server has just answered you',
};

/** Tables that hold nothing about a person but an id that stands in another table too. */
const ONLY_IDS = ['platform.deadline', 'posts.turn'];

test('/privacy tells of every table that names people', () => {
  const tables = Object.entries(RETENTION_RULES).flatMap(([table, { people }]) => (people.length > 0 ? [table] : []));
  expect(tables.toSorted()).toEqual([...Object.keys(HEADINGS), ...ONLY_IDS].toSorted());
  const isThere = (heading: string): boolean =>
    PAGE.includes(`<dt>{t\`${heading}\`}</dt>`) || PAGE.includes(`<Section title={t\`${heading}\`}>`);
  expect(Object.values(HEADINGS).filter((heading) => !isThere(heading))).toEqual([]);
});
