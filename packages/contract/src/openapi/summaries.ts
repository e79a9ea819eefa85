import type { CallableName } from '../callables.ts';
import type { EventName } from '../live.ts';

/** One line for each callable, for who reads the interface. */
export const CALLABLE_SUMMARIES = {
  getProfile: 'Yourself, a partner or a stranger, each with what they may see',
  completeOnboarding: 'Birth date, name, region, languages and the terms; only adults get in',
  updatePreferences: 'Appearance, colour theme, language, time zone',
  updateLastActive: 'Say that you are here',
  updateFcmToken: 'Register this device for notifications',
  reportUser: 'Report whoever is behind a call, a room or a message',
  blockUser: 'Never meet each other again, anywhere',
  unblockUser: 'Take a block back; what it closed stays closed',
  listBlocks: 'Whom you have blocked',
  joinCallQueue: 'Wait for a call, or get the one you are matched for; joining again keeps the place',
  leaveCallQueue: 'Stop waiting; answers the call when there is one already',
  startCallSession: 'Acknowledge a match within 5 s and bind the call to this tab',
  handleCallDecision: 'Like or dislike, once',
  enterDecisionWindow: 'When the time to decide ends; refused before its time',
  createCallOffer: 'Send the session description to the other tab (participants[0] offers)',
  acceptCallAnswer: 'Send the answer to an offer to the other tab',
  addIceCandidate: 'Send one connection candidate to the other tab',
  endCall: 'Hang up; early on this asks both to decide',
  leaveCall: 'The page goes away; the call ends 10 s later unless it comes back, or at once when it will not',
  notifyDisconnect: 'Your connection is in trouble; the other side is told',
  notifyReconnect: 'Your connection is back',
  reportMediaStatus: 'How your side of the connection is; once both are connected the time runs',
  getCallState: 'What occupies you now; brings a reloaded tab back into its call',
  getIceServers: 'Relay addresses with credentials for one call',
  sendMessageV2v2: 'Send a text message; the same clientMessageId is stored once',
  listChatRooms: 'Your newest 50 rooms',
  listMessages: 'A page of messages, in order',
  markRead: 'You have read up to here',
  roomAfter: 'What came after a sequence number',
  sync: 'Everything that was missed, in one answer',
} as const satisfies Record<CallableName, string>;

/** One line for each event of the live socket. */
export const EVENT_SUMMARIES = {
  'queue.updated': 'Your place in the queue has changed',
  'call.matched': 'Somebody was found: acknowledge with startCallSession within 5 s',
  'call.updated': 'A call has changed; the highest version counts',
  'call.signal': 'An offer, answer or candidate from the other tab',
  'message.created': 'A new message in one of your rooms',
  'message.updated': 'A message has changed',
  'room.updated': 'A room has changed',
  'notification.created': 'A new notification',
  'presence.updated': 'A partner came, went or is away',
  typing: 'A partner is writing',
  'session.revoked': 'This session has ended; the socket is closed',
  gap: 'Something may have been lost on the way: sync now',
} as const satisfies Record<EventName, string>;
