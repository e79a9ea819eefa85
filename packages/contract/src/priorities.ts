import type { CallableName } from './callables.ts';

/**
 * The priority of a call on an overloaded server: low is refused first, then normal, high never; queued waits in order
 * instead.
 */
export type Priority = 'high' | 'queued' | 'normal' | 'low';

/** Calls that a call or match under way lives by, that end one, and that keep users safe. */
const HIGH: ReadonlySet<CallableName> = new Set<CallableName>([
  ...(['startCallSession', 'getCallState', 'reportMediaStatus', 'enterDecisionWindow', 'handleCallDecision'] as const),
  ...(['createCallOffer', 'acceptCallAnswer', 'addIceCandidate', 'getIceServers'] as const),
  ...(['notifyDisconnect', 'notifyReconnect', 'endCall', 'leaveCall', 'leaveCallQueue'] as const),
  ...(['acceptDirectCall', 'rejectDirectCall', 'endDirectCall'] as const),
  ...(['textHeartbeatV2v2', 'textMatchDecisionV2v2', 'getTextMatchStateV2v2', 'leaveTextQueueV2v2'] as const),
  ...(['textNotifyDisconnectV2v2', 'textNotifyReconnectV2v2'] as const),
  ...(['blockUser', 'reportUser', 'signOutDevice', 'signOutEverywhere'] as const),
]);

/** Joins begin more work than they are, so they wait on an overloaded server. */
const QUEUED: ReadonlySet<CallableName> = new Set<CallableName>(['joinCallQueue', 'joinTextQueueV2v2']);

/** Calls that begin something costly, that pages repeat by themselves, and that can wait. */
const LOW: ReadonlySet<CallableName> = new Set<CallableName>([
  ...(['startDirectCall', 'startChatFromCommentV2v2', 'sayHello'] as const),
  ...([
    'getHome',
    'watchCounts',
    'listPosts',
    'listOwnPosts',
    'getPost',
    'listComments',
    'watchFeed',
    'findNearbyUsers',
  ] as const),
  ...(['listChatRooms', 'listCalls', 'listNotifications', 'listDevices', 'listBlocks', 'listStatements'] as const),
  ...(['listReports'] as const),
  ...(['setTyping', 'reportPresence', 'updateLastActive', 'updateLocation', 'markRead', 'markUnread'] as const),
  ...(['markNotificationsRead', 'clearNotifications', 'createPostV2v2', 'addCommentV2v2', 'setReaction'] as const),
  ...(['requestExport', 'getExport', 'listAudit', 'listCases', 'awaitPremium'] as const),
]);

export function priorityOf(name: CallableName): Priority {
  if (HIGH.has(name)) return 'high';
  if (QUEUED.has(name)) return 'queued';
  return LOW.has(name) ? 'low' : 'normal';
}
