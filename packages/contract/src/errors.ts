import * as z from 'zod/mini';

/** Wire status, its HTTP status and the code people and clients read (specification section 8, decisions "The wire"). */
export const CODES = {
  'invalid-argument': 400,
  'failed-precondition': 400,
  'out-of-range': 400,
  unauthenticated: 401,
  'permission-denied': 403,
  'not-found': 404,
  aborted: 409,
  'already-exists': 409,
  'resource-exhausted': 429,
  cancelled: 499,
  internal: 500,
  unimplemented: 501,
  unavailable: 503,
  'deadline-exceeded': 504,
} as const;
export type Code = keyof typeof CODES;

/** Everything a user can cause, by reason. Clients translate by reason; the text is the English the server sends. */
export const REASONS = {
  'not-authenticated': ['unauthenticated', 'Not authenticated'],
  'session-ended': ['unauthenticated', 'Your session has ended. Please log in again.'],
  'bad-input': ['invalid-argument', 'The request is not in the expected form.'],
  'body-too-large': ['invalid-argument', 'This is too large to be sent.'],
  'wrong-content-type': ['invalid-argument', 'The request must be JSON.'],
  'address-too-long': ['invalid-argument', 'This address is too long.'],
  'wrong-method': ['invalid-argument', 'This address does not take requests of this kind.'],
  'too-slow': ['deadline-exceeded', 'The request took too long to arrive.'],
  'bad-request-id': ['invalid-argument', 'The request id is not in the expected form.'],
  'not-here': ['not-found', 'There is nothing at this address.'],
  'unknown-function': ['not-found', 'There is no such function.'],
  unimplemented: ['unimplemented', 'This is not available yet.'],
  'foreign-origin': ['permission-denied', 'This server is not known by this address. Its operator sets PUBLIC_URL.'],
  'not-you': ['permission-denied', 'You can only do this for yourself.'],
  'too-many-requests': ['resource-exhausted', 'That was a little fast. Please wait a moment and try again.'],
  'not-ready': ['unavailable', 'The server is starting or stopping. Please try again in a moment.'],
  busy: ['unavailable', 'The server is busy. Please try again in a moment.'],
  'took-too-long': ['deadline-exceeded', 'The server did not answer in time.'],
  internal: ['internal', 'Something went wrong on our side.'],
  'onboarding-required': ['failed-precondition', 'Please finish setting up your profile first.'],
  'already-onboarded': ['failed-precondition', 'Your profile is already set up.'],
  'under-age': ['failed-precondition', 'This is a place for adults. You need to be 18 or older.'],
  'bad-birth-date': ['invalid-argument', 'Please enter a real birth date.'],
  'terms-outdated': ['failed-precondition', 'The terms have changed. Please read and accept them again.'],
  suspended: ['permission-denied', 'Your account is suspended.'],
  'profile-not-found': ['not-found', 'User profile not found. Please log out and log in again.'],
  'person-not-found': ['not-found', 'This person is not here.'],
  'already-engaged': ['failed-precondition', 'You are already matched in another mode.'],
  'place-given-up': ['aborted', 'You have left the queue.'],
  'call-not-found': ['not-found', 'This call does not exist.'],
  'call-over': ['failed-precondition', 'This call is over.'],
  'not-yet-decision': ['failed-precondition', 'It is not time to decide yet.'],
  'decision-late': ['failed-precondition', 'The time to decide is over.'],
  'already-decided': ['failed-precondition', 'Decision already submitted.'],
  'too-early-to-end': ['failed-precondition', 'Please give it five seconds first.'],
  'call-in-another-tab': ['failed-precondition', 'You are in a call in another tab.'],
  'not-your-turn': ['failed-precondition', 'The other side makes the offer.'],
  'other-side-unreachable': [
    'unavailable',
    'The other side cannot be reached right now. Please try again in a moment.',
  ],
  'bad-candidate': ['invalid-argument', 'The connection details are not in the expected form.'],
  'check-not-found': ['not-found', 'This connection check is over. Please start another one.'],
  /** Missing rooms and other users' rooms answer alike. */
  'room-not-found': ['permission-denied', 'This chat is not here, or it is not yours.'],
  'message-not-found': ['not-found', 'This message is not here any more.'],
  'not-your-message': ['permission-denied', 'This message is not yours.'],
  'too-late-to-delete': ['failed-precondition', 'A message can be deleted within an hour.'],
  'not-connected': ['permission-denied', 'You can write to each other once you both want to.'],
  'room-closed': ['failed-precondition', 'This chat is closed.'],
  /** Storage. Other users' files are refused without a reason. */
  'quota-exceeded': ['resource-exhausted', 'Your storage is full. Remove pictures or voice messages to make room.'],
  'media-forbidden': ['permission-denied', 'This file is not open to you, or its address has expired.'],
  'media-not-found': ['not-found', 'This file is not here any more.'],
  'no-download-address': ['not-found', 'There is nothing to open in this message.'],
  'unreadable-file': ['invalid-argument', 'This file cannot be read. Please choose another one.'],
  'image-too-large': ['invalid-argument', 'This picture is too large. Please choose a smaller one.'],
  'voice-too-long': ['invalid-argument', 'A voice message can be two minutes long.'],
  'store-unreachable': ['unavailable', 'Files cannot be reached right now. Please try again in a moment.'],
  'one-time-sealed': ['failed-precondition', 'This picture has not been opened yet.'],
  'one-time-over': ['failed-precondition', 'This picture could be opened once, and that is over.'],
  /** Text matching. */
  'text-match-not-found': ['not-found', 'This match does not exist.'],
  'text-match-over': ['failed-precondition', 'This chat is over.'],
  'text-cooldown': ['resource-exhausted', 'You have met enough people for now. Please take a short break.'],
  'words-only': ['failed-precondition', 'Pictures and voices come once you both like each other.'],
  /** Moments and comments. */
  'post-not-found': ['not-found', 'Post not found'],
  'not-your-post': ['permission-denied', 'Not authorized'],
  'post-over': ['failed-precondition', 'This moment is over.'],
  'too-many-posts': ['failed-precondition', 'You have five active moments. Switch one off to post another.'],
  'own-post': ['failed-precondition', 'You cannot comment on your own moment.'],
  'no-comments-left': [
    'resource-exhausted',
    'You have used your comments for today. There are new ones at six in the evening.',
  ],
  'comment-not-found': ['not-found', 'This comment is not here any more.'],
  /** Profiles and places. */
  'unknown-region': ['invalid-argument', 'Please choose a region from the list.'],
  'region-changed-today': ['failed-precondition', 'Your region can be changed once a day.'],
  'photo-not-found': ['not-found', 'This photo is not here any more. Please add it again.'],
  'device-not-found': ['not-found', 'This device is signed out already.'],
  'location-too-soon': ['resource-exhausted', 'Your place was updated a moment ago.'],
  'implausible-location': ['failed-precondition', 'You cannot have come that far. Please try again later.'],
  'not-nearby': ['failed-precondition', 'Turn on Explore Nearby first.'],
  'hello-waits': ['failed-precondition', 'They have not answered yet. You can write more once they do.'],
  'report-target-not-found': ['not-found', 'What you want to report is not there any more.'],
  'block-not-found': ['not-found', 'This block does not exist.'],
  'cannot-block-yourself': ['invalid-argument', 'You cannot block yourself.'],
  'cannot-report-yourself': ['invalid-argument', 'You cannot report yourself.'],
  'push-service-unknown': ['invalid-argument', 'Notifications cannot be sent to this browser from here.'],
  /** Moderation. */
  'not-a-moderator': ['permission-denied', 'This is for moderators.'],
  'case-not-found': ['not-found', 'There is no such case.'],
  'case-closed': ['failed-precondition', 'This case is closed already.'],
  'ban-waits': ['failed-precondition', 'A ban waits here for another moderator.'],
  'no-ban-waits': ['failed-precondition', 'No ban waits for approval here.'],
  'statement-not-found': ['not-found', 'There is no such statement.'],
  'ground-required': ['invalid-argument', 'Please say why, in words for the person.'],
  'hours-required': ['invalid-argument', 'Please say for how long.'],
  'own-case': ['permission-denied', 'Somebody else has to look at this one.'],
  'appeal-closed': ['failed-precondition', 'This can no longer be appealed.'],
  'already-appealed': ['failed-precondition', 'You have appealed this already.'],
  /** Screening of what is written. */
  'name-reserved': ['invalid-argument', 'This name is reserved. Please choose another one.'],
  'words-refused': ['invalid-argument', 'These words are not welcome here. Please say it another way.'],
  'contact-held-back': [
    'invalid-argument',
    'For your own safety: no links, numbers or names elsewhere until you both like each other.',
  ],
  'said-too-often': [
    'resource-exhausted',
    'You have said exactly this to many people. Please wait a while, or say something of your own.',
  ],
  'picture-refused': ['invalid-argument', 'This picture is not welcome here.'],
  'age-not-assured': ['failed-precondition', 'Your country asks for proof of age first.'],
  /** Your own data. */
  leaving: ['failed-precondition', 'Your account is about to be deleted. Take that back to go on.'],
  'not-leaving': ['failed-precondition', 'Your account is not about to be deleted.'],
  'account-banned': ['permission-denied', 'This account cannot be opened again.'],
  'comment-deletion': ['permission-denied', 'Deleting individual comments is not allowed'],
  'sign-in-failed': ['unauthenticated', 'Signing in did not work. Please try again.'],
  'provider-unreachable': ['unavailable', 'The sign-in service cannot be reached. Please try again in a moment.'],
} as const satisfies Record<string, readonly [Code, string]>;
export type Reason = keyof typeof REASONS;

export function isReason(value: unknown): value is Reason {
  return typeof value === 'string' && Object.hasOwn(REASONS, value);
}
export function codeOf(reason: Reason): Code {
  return REASONS[reason][0];
}

/** Reasons with an HTTP status of their own. */
export const HTTP_STATUSES: { readonly [R in Reason]?: number } = { 'quota-exceeded': 402 };
export function httpStatusOf(reason: Reason): number {
  return HTTP_STATUSES[reason] ?? CODES[codeOf(reason)];
}

/** UPPER_SNAKE, as the Firebase Functions protocol writes a code. */
export function statusOf(code: Code): string {
  return code.replaceAll('-', '_').toUpperCase();
}
export function codeOfStatus(status: string): Code {
  const code = status.replaceAll('_', '-').toLowerCase();
  return isCode(code) ? code : 'internal';
}
function isCode(value: string): value is Code {
  return Object.hasOwn(CODES, value);
}

/** The body of every refusal, over HTTP and the live socket. `details` never holds '@type'. */
export const wireError = z.object({
  status: z.string(),
  message: z.string(),
  details: z.optional(
    z.object({
      reason: z.optional(z.string()),
      /** Whole seconds to wait before trying again. */
      retryAfter: z.optional(z.number()),
      /** Where to go first. */
      url: z.optional(z.string()),
    }),
  ),
});
export type WireError = z.infer<typeof wireError>;
