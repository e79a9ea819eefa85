/** Business constants (specification section 9). What an operator may change is a setting; clients read the values in force from GET /api/v1/config. */
export const LIMITS = {
  /** Seconds of talk before the decision phase. */
  callSeconds: 300,
  /** Seconds to choose Like or Dislike. */
  decisionSeconds: 15,
  /** Seconds before the decision phase at which the reminder fires. */
  reminderSeconds: 15,
  /** Ending before this many seconds asks for an early decision phase. */
  earlyHangupSeconds: 300,
  /** Seconds of connection before End is allowed. */
  canDislikeSeconds: 5,
  /** Seconds for both to acknowledge a match. */
  matchAckSeconds: 5,
  /** Seconds a direct call rings before it is missed. */
  ringSeconds: 45,
  /** Seconds a pair is kept from meeting again. */
  rematchSeconds: 86_400,
} as const;

/** Constants that no setting changes. Milliseconds unless the name says otherwise. */
export const FIXED = {
  region: 'asia-east1',
  callTimeoutMs: 70_000,
  authCheckMs: 10_000,
  connectMs: 20_000,
  /** A side that has sent no signal this long after both acknowledged fails to connect. */
  signalWithinMs: 8_000,
  /** So does a side that has sent none this long after the other's. */
  answerSignalMs: 6_000,
  /** A pair is not matched again for this long after its call failed to connect. */
  failedPairMs: 600_000,
  /** Failures to connect count until this long after the last one, or after the pause that followed it. */
  failuresDecayMs: 600_000,
  /** This many failures require a connection check; as many more after a passed one, a pause. */
  failuresAtMost: 2,
  firstPauseMs: 30_000,
  longestPauseMs: 600_000,
  /** A connection check is over after this long. */
  connectionCheckMs: 30_000,
  connectionCheckAgainMs: 10_000,
  /** A text match that ends sooner counts as a failure of the side that ended it. */
  textQuickEndMs: 10_000,
  awayMs: 10_000,
  lostMs: 30_000,
  /** A call ends when neither side was seen for this long. */
  unseenMs: 60_000,
  aliveMs: 10_000,
  pingMs: 5_000,
  widenPreferencesMs: 15_000,
  sessionRecencyMs: 120_000,
  backupCheckMs: 3_000,
  oldSessionLogMs: [600_000, 60_000],
  mutualLikeBannerMs: 3_000,
  dislikerTeardownMs: 2_000,
  unmatchTeardownMs: 3_000,
  otherLeftTeardownMs: 2_000,
  remoteUnmuteRetryMs: [0, 200, 500, 1_000],
  maxReconnectAttempts: 2,
  restartAttemptMs: 10_000,
  micWarningMs: 4_000,
  playbackWarningMs: 3_000,
  toastMs: 2_500,
  bannerMs: 4_000,
  toastExitMs: 300,
  toastSwipePx: 50,
  maxToasts: 3,
  requestMemoryMs: 600_000,
  socketFrameBytes: 65_536,
  bodyBytes: 65_536,
  socketBacklogBytes: 1_048_576,
  tokenSeconds: 300,
  syncEveryMs: 30_000,
  syncOverlapMs: 60_000,
  topicLength: 100,
  /** Session descriptions of a call take 2 to 3 KB, with forty candidates 8. */
  descriptionLength: 8_192,
  nameLength: 60,
  languages: 8,
  interests: 20,
  interestLength: 40,
  bioLength: 1_000,
  photos: 6,
  messageLength: 4_000,
  messagePreviewLength: 100,
  /** A push shows this much of a text longer than a preview, and '...'. */
  pushCutLength: 97,
  reportTextLength: 1_000,
  statementLength: 1_000,
  statementsPage: 50,
  casesPage: 50,
  caseReports: 50,
  evidenceMessages: 60,
  approvals: 5,
  auditPage: 50,
  suspensionHours: 8_760,
  /** A ban that waits for approval suspends for this long. */
  banProposalMs: 7 * 86_400_000,
  /** A statement may be appealed for this long. */
  appealMs: 180 * 86_400_000,
  /** Evidence is held this long after its case was closed, and as long as the case may be appealed. */
  evidenceMs: 90 * 86_400_000,
  /** A case is kept this long after it was closed, and while it suspends the person. */
  caseMs: 730 * 86_400_000,
  /** A report of the same reporter and target adds to one made within this time. */
  reportAgainMs: 86_400_000,
  /** An account is erased this long after its deletion was requested. */
  graceMs: 30 * 86_400_000,
  exportLifeMs: 86_400_000,
  messagesPage: 50,
  messagesLive: 30,
  messagesLatest: 15,
  roomsPage: 50,
  roomsOpen: 20,
  blocksPage: 50,
  reportsPage: 50,
  devices: 50,
  notificationsPage: 50,
  callsPage: 50,
  deleteWithinMs: 3_600_000,
  typingMs: 6_000,
  typingAgainMs: 3_000,
  idleMs: 300_000,
  voiceMessageSeconds: 120,
  /**
   * Tolerance over voiceMessageSeconds: a recorder stops at the next packet, and a slow page later. No client uses it
   * up.
   */
  voiceGraceSeconds: 2,
  waveformBars: 64,
  placeholderLength: 1_000,
  imageBytes: 10_000_000,
  /** All frames together. */
  imagePixels: 40_000_000,
  imageFrames: 300,
  /** Pixels: no JPEG, GIF or WebP can be longer, and a truncated PNG costs the decoder a warning for each row. */
  imageSide: 65_535,
  /** Width by height. Small views crop what is narrower or wider; a press shows the whole of it. */
  imageRatio: { narrowest: 0.6, widest: 2.2 },
  voiceBytes: 4_000_000,
  mediaUrlMs: 600_000,
  oneTimeOpenMs: 60_000,
  uploadTimeoutMs: 600_000,
  storageTimeoutMs: 120_000,
  postLength: 280,
  commentLength: 300,
  activePosts: 5,
  ownPosts: 50,
  feedPosts: 8,
  feedLook: 32,
  busyComments: 20,
  busyPostsFirst: 2,
  busyPostsAtMost: 4,
  commentsPage: 20,
  neighbours: 50,
  momentsCounted: 100,
  helloLength: 300,
  textHeartbeatMs: 10_000,
  textSilentMs: 30_000,
  textLostMs: 60_000,
  textRoomWindowMs: 5_000,
  locationMs: 86_400_000,
  locationAgainMs: 600_000,
  /** Metres. */
  locationAccuracy: 5_000,
  /** The region is kept this long after opting out: by then an airliner can be anywhere. */
  locationLeftMs: 72_000_000,
  commentResetHour: 18,
  commentOpportunities: 20,
  callBonus: 3,
  paidCommentOpportunities: 999,
  minimumAge: 18,
  volume: { earpiece: 0.5, fixedElement: 0.3, speaker: 1, sentTrack: 0.8 },
  query: {
    retries: 3,
    firstRetryMs: 1_000,
    maxRetryMs: 30_000,
    freshMs: 300_000,
    unusedMs: 600_000,
    mutationRetries: 1,
  },
  breakpoints: { mobile: 480, tablet: 768, desktop: 1024, wide: 1280 },
} as const;

export const DEFAULT_TOPIC = 'No topic provided.';
export const ANONYMOUS = 'Anonymous';
/** Shown in place of words that moderators have removed. */
export const TAKEN_AWAY = 'Removed by moderators.';
/** The name of a user that has left for good. */
export const DELETED_ACCOUNT = 'Deleted account';
/** Shown in place of a comment by an erased account. */
export const ERASED_COMMENT = 'This comment is gone with the account of who wrote it.';
/** The last message of a chat. Strangers read which of them has ended it. */
export const ENDED_BY_YOU = 'You chose to end the chat';
export const ENDED_BY_OTHER = 'The other person ended the chat';
export const CHAT_CLOSED = 'This chat is closed.';
export const TERMS_VERSION = '2024-01';

export const LANGUAGES = ['en', 'zh-TW', 'ja', 'ko', 'es', 'de', 'ar'] as const;
export const COLOR_THEMES = [
  'sunset',
  'ocean',
  'forest',
  'sakura',
  'lavender',
  'golden',
  'rosegold',
  'rainbow',
] as const;
export const APPEARANCES = ['dark', 'light'] as const;
export const AGE_RANGES = ['18-24', '25-34', '35-44', '45+'] as const;
export type ColorTheme = (typeof COLOR_THEMES)[number];
export type Appearance = (typeof APPEARANCES)[number];
export type Language = (typeof LANGUAGES)[number];

/**
 * Returns a cookie's name at an address with this port, '' for its scheme's own. Browsers keep cookies by host alone:
 * under one name two instances on a host would sign each other out. https://www.rfc-editor.org/rfc/rfc6265#section-8.5
 */
export function cookieNameAt(name: string, port: string): string {
  return port === '' ? name : `${name}-${port}`;
}

/** Set beside the session cookie, which scripts cannot read: a page without it need not ask for a token. No secret, and no proof. */
export const SIGNED_IN_COOKIE = 'signed-in';

/** The language of this browser's pages, where it was chosen or differs from what the browser asks for. */
export const LANGUAGE_COOKIE = 'language';
