import { postAgeRange, toVisibleText } from '@yonder/contract';
import { useState } from 'react';
import type { User } from '../../state/user.ts';
import { useCreatePost } from './api/change-post.ts';
import { momentDraft, type Draft } from './draft.ts';

/** The composer's state, stored until the moment is posted. */
export function useComposing(user: User, onPosted: () => void) {
  const kept = momentDraft(user.id);
  const [draft, setDraft] = useState<Draft>(() => kept.recall() ?? emptyDraft(user));
  const posting = useCreatePost(() => {
    kept.forget();
    onPosted();
  });
  const content = toVisibleText(draft.content, 'lines');
  function write(changes: Partial<Draft>): void {
    const next = { ...draft, ...changes };
    setDraft(next);
    kept.remember(next);
  }
  function post(): void {
    const { region, language } = draft;
    const ageRange = postAgeRange.options.find((one) => one === draft.ageRange) ?? 'any';
    if (content !== '') posting.submit({ content, region, language, ageRange });
  }
  return { draft, content, write, post, posting };
}

function emptyDraft({ region, languages, preferences }: User): Draft {
  return { content: '', region: region ?? '', ageRange: 'any', language: languages[0] ?? preferences.language };
}
