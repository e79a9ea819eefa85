/** Named by the specification, answered 501 unimplemented until their module brings a schema. */
export const LATER = [
  'createPostV2v2',
  'deletePostV2v2',
  'setPostActive',
  'listPosts',
  'listOwnPosts',
  'addCommentV2v2',
  'listComments',
  'deleteComment',
  'startChatFromCommentV2v2',
  'findNearbyUsers',
  'updateLocation',
  'updateProfile',
] as const;
