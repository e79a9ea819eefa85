import { useEffect } from 'react';
import { useMatch as useRoute, useNavigate } from 'react-router';
import { matching } from '../text.ts';
import { useMatching } from '../use-matching.ts';
import { FindingDialog } from './FindingDialog.tsx';
import { MatchBar } from './MatchBar.tsx';

/** Shown above every page: the search, its result, and the way back to a match. */
export function MatchHost() {
  const { bound, found } = useMatching();
  const navigate = useNavigate();
  const room = useRoute('/chat/:chatId')?.params.chatId ?? null;
  useEffect(() => {
    if (found === null) return;
    matching.arrived();
    void navigate(`/chat/${found}`);
  }, [found, navigate]);
  return (
    <>
      <FindingDialog />
      {bound !== null && bound !== room && <MatchBar chatRoomId={bound} />}
    </>
  );
}
