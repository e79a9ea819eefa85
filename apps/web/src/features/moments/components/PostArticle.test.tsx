import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Comment, Post } from '@yonder/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { commentsQuery } from '../api/queries.ts';
import { PostArticle } from './PostArticle.tsx';

const post: Post = {
  id: 'post',
  authorId: 'ann',
  authorName: 'Ann',
  authorThumb: null,
  content: 'Which line?',
  region: 'JP-13',
  language: 'en',
  ageRange: 'any',
  isActive: true,
  commentCount: 0,
  yourComments: 0,
  createdAt: 0,
  expiresAt: 864e5,
};
const comment: Comment = {
  id: 'comment',
  alias: 'alias',
  seed: 'seed',
  content: 'The red one',
  isPaidUser: false,
  createdAt: 0,
  chatRoomId: null,
};

test.each([
  [true, '1 comment'],
  [false, '0 comments'],
])('a moment read before its first comment counts it with the list beside it: %s, %s', (selected, count) => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(commentsQuery(post.id).queryKey, [comment]);
  const shown = renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <PostArticle post={post} selected={selected} />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  expect(shown).toContain(`>${count}</span>`);
});
