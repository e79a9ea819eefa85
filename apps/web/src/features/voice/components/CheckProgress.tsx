import { useCheck } from '../check/use-check.ts';
import { connectionCheck } from '../voice.ts';
import { CheckReport, type Shows } from './CheckReport.tsx';

/** The connection check of this page, as it goes on. */
export function CheckProgress({ shows }: { shows: Shows }) {
  const state = useCheck();
  return <CheckReport state={state} shows={shows} onAgain={() => void connectionCheck.run()} />;
}
