import type { postCallables as contract } from '@yonder/contract';
import { command, query, type Handlers } from '../platform/dispatcher.ts';
import type { CommentService } from './comments.ts';
import type { PostService } from './service.ts';

export type PostCallable = keyof typeof contract;

export function postCallables({
  posts,
  comments,
}: {
  posts: PostService;
  comments: CommentService;
}): Handlers<PostCallable> {
  return {
    createPostV2v2: command(posts.create),
    deletePostV2v2: command(posts.remove),
    setPostActive: command(posts.setActive),
    listPosts: query(posts.feed),
    getPost: query(posts.get),
    listOwnPosts: query(posts.own),
    watchFeed: query(posts.watch),
    addCommentV2v2: command(comments.add),
    listComments: query(comments.list),
    deleteComment: command(comments.remove),
    startChatFromCommentV2v2: command(comments.startChat),
  };
}
