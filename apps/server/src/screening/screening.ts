import { holdsContact } from '@yonder/contract';
import { DomainError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { askHook, type Hook } from './hook.ts';
import { effectOf, type Policy, type TextKind } from './policy.ts';
import type { Repeats } from './repeats.ts';
import { masked, type Words } from './words.ts';

export interface ScreeningOptions {
  words: Words;
  policy: Policy;
  /** Null: no classifier is asked. */
  classifier: Hook | null;
  repeats: Repeats;
  log: Log;
}

/** A text to screen before others read it. */
export interface Written {
  kind: TextKind;
  text: string;
  userId: string;
  /** held: the two do not know each other yet. */
  contacts: 'held' | 'fine';
  words: 'screened' | 'fine';
  /** counted: the same words to many recipients are rejected. */
  repeats: 'counted' | 'fine';
  /** Their room; null: each time a different recipient. */
  roomId: string | null;
  /** BCP 47, if known. */
  language?: string | undefined;
}

/** A text that may be shown, and whether a moderator should see it, too. */
export interface Passed {
  text: string;
  verdict: 'fine' | 'review';
}

export type Screening = ReturnType<typeof createScreening>;

export function createScreening({ words, policy, classifier, repeats, log }: ScreeningOptions) {
  /** Judges the words alone. @throws DomainError 'words-refused'. */
  function judged(text: string, kind: TextKind): Passed {
    const finding = words.find(text);
    if (finding.found.length === 0) return { text, verdict: 'fine' };
    const effects = finding.found.map(({ effect }) => effectOf(effect, kind, policy));
    if (effects.includes('block')) throw new DomainError('words-refused');
    const isMasked = effects.includes('mask');
    return {
      text: isMasked ? masked(finding, (effect) => effectOf(effect, kind, policy) === 'mask') : text,
      verdict: effects.includes('review') ? 'review' : 'fine',
    };
  }

  return {
    /** @throws DomainError 'words-refused', 'contact-held-back', 'said-too-often', or 'busy' without a verdict. */
    async screen({
      kind,
      text,
      userId,
      contacts,
      repeats: repeating,
      roomId,
      words: which,
      language,
    }: Written): Promise<Passed> {
      const passed: Passed = which === 'fine' ? { text, verdict: 'fine' } : judged(text, kind);
      if (contacts === 'held' && holdsContact(text)) throw new DomainError('contact-held-back');
      if (repeating === 'counted') await repeats.count({ userId, text, roomId });
      if (classifier === null || text.trim() === '') return passed;
      const question = { kind, text, language: language ?? null };
      const asked = await askHook(classifier, { question, refusal: 'words-refused', log });
      return asked === 'review' ? { ...passed, verdict: 'review' } : passed;
    },

    /** Whether screening a message depends on its room: for most it does not. */
    isNotable({ userId, text, roomId }: { userId: string; text: string; roomId: string }): boolean {
      if (text === '') return false;
      if (classifier !== null || words.find(text).found.length > 0 || holdsContact(text)) return true;
      return repeats.isSpread({ userId, text, roomId });
    },
  };
}
