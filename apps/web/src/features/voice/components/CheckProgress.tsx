import { useCheck } from '../check/use-check.ts';
import { connectionCheck } from '../voice.ts';
import { CheckReport, type Shows } from './CheckReport.tsx';

export function CheckProgress({ shows }: { shows: Shows }) {
  const state = useCheck();
  return <CheckReport state={state} shows={shows} onAgain={() => void connectionCheck.run()} />;
}
