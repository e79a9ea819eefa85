import { useEffect } from 'react';
import { followChats } from '../features/chats/index.ts';
import { NewTerms } from '../features/privacy/NewTerms.tsx';
import { UnreadStatement } from '../features/statements/index.ts';
import { MatchHost, matching } from '../features/text-match/index.ts';
import { CallHost, directCalls, voice } from '../features/voice/index.ts';
import { ThanksHost } from '../ui/safety/ThanksHost.tsx';
import { session } from './session.ts';

/** What goes on above every page while somebody is in. The call lives here, so that walking through the app does not end it. */
export function MemberOverlays({ you }: { you: string }) {
  useEffect(() => {
    return followChats(you, ({ engagement }) => {
      voice.caughtUp(engagement);
      directCalls.caughtUp(engagement);
      matching.caughtUp(engagement);
    });
  }, [you]);
  return (
    <>
      <CallHost />
      <MatchHost />
      <ThanksHost />
      <UnreadStatement />
      <NewTerms onAccepted={session.userChanged} />
    </>
  );
}
