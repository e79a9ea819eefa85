import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { CHAT_CLOSED, ENDED_BY_OTHER, ENDED_BY_YOU, ERASED_COMMENT, TAKEN_AWAY } from '@yonder/contract';

const FROM_SERVER: ReadonlyMap<string, MessageDescriptor> = new Map([
  [TAKEN_AWAY, msg`Removed by moderators.`],
  [ERASED_COMMENT, msg`This comment is gone with the account of who wrote it.`],
  [ENDED_BY_YOU, msg`You chose to end the chat`],
  [ENDED_BY_OTHER, msg`The other person ended the chat`],
  [CHAT_CLOSED, msg`This chat is closed.`],
]);

/** Translates the server's English texts that replace a user's own words. */
export function useShownWords(): (words: string) => string {
  const { _ } = useLingui();
  return (words) => {
    const known = FROM_SERVER.get(words);
    return known ? _(known) : words;
  };
}
