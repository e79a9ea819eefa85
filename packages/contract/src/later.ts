/** Named by the specification, answered 501 unimplemented until their module brings a schema. */
export const LATER = [
  'joinTextQueueV2v2',
  'leaveTextQueueV2v2',
  'textMatchDecisionV2v2',
  'getTextMatchStateV2v2',
  'textHeartbeatV2v2',
  'textNotifyDisconnectV2v2',
  'textNotifyReconnectV2v2',
] as const;
