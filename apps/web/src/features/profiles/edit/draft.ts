import { ANONYMOUS, FIXED, toVisibleText, type InputDraft } from '@yonder/contract';
import type { User } from '../../../state/user.ts';

/** A photo as shown here; `ref` is the server's reference. */
export interface DraftPhoto {
  ref: string;
  src: string;
}

/** A profile being edited. */
export interface Draft {
  name: string;
  bio: string;
  region: string;
  languages: readonly string[];
  interests: readonly string[];
  showsAgeRange: boolean;
  photos: readonly DraftPhoto[];
}

type Edit = InputDraft<'updateProfile'>;

export function draftOf({ profile, region, languages, interests, showsAgeRange }: User): Draft {
  return {
    name: profile.name === ANONYMOUS ? '' : profile.name,
    bio: profile.bio,
    region: region ?? '',
    languages,
    interests,
    showsAgeRange,
    photos: profile.photos.map((address, i) => ({
      ref: address,
      src: profile.thumbs[i] ?? address,
    })),
  };
}

/** The changed fields; empty: none. */
export function changesIn(written: Draft, user: User): Edit {
  const before = draftOf(user);
  const draft = toVisibleDraft(written);
  const photos = draft.photos.map(({ ref }) => ref);
  return {
    ...(draft.name !== before.name && { name: draft.name }),
    ...(draft.bio !== before.bio && { bio: draft.bio }),
    ...(draft.region !== before.region && { region: draft.region }),
    ...(!isSame(draft.languages, before.languages) && { languages: [...draft.languages] }),
    ...(!isSame(draft.interests, before.interests) && { interests: [...draft.interests] }),
    ...(draft.showsAgeRange !== before.showsAgeRange && { showsAgeRange: draft.showsAgeRange }),
    ...(!isSame(photos, user.profile.photos) && { photos }),
  };
}

export type Mistake = 'name too long' | 'words too long' | 'region missing' | 'languages missing';

/** By field: mistakes that the server would refuse without naming the field. */
export function mistakesIn(written: Draft): Partial<Record<keyof Draft, Mistake>> {
  const draft = toVisibleDraft(written);
  return {
    ...(draft.name.length > FIXED.nameLength && { name: 'name too long' }),
    ...(draft.bio.length > FIXED.bioLength && { bio: 'words too long' }),
    ...(draft.region === '' && { region: 'region missing' }),
    ...(draft.languages.length === 0 && { languages: 'languages missing' }),
  };
}

/** Interests are normalised when they become chips. */
function toVisibleDraft(draft: Draft): Draft {
  return { ...draft, name: toVisibleText(draft.name, 'line'), bio: toVisibleText(draft.bio, 'lines') };
}

/** Moves one item to another index. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const one = list[from];
  if (one === undefined || to < 0 || to >= list.length || from === to) return list;
  return list.toSpliced(from, 1).toSpliced(to, 0, one);
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one, i) => one === others[i]);
}
