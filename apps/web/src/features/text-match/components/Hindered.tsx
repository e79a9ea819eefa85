import { Trans } from '@lingui/react/macro';
import { LiveBlocked } from '../../../ui/LiveBlocked.tsx';
import text from '../../../ui/text.module.css';
import { usePause, type useHindrance } from '../use-matching.ts';

/** Why no match can be looked for now. */
export function Hindered({ hindrance }: { hindrance: ReturnType<typeof useHindrance> }) {
  switch (hindrance) {
    case 'pause':
      return <Pause />;
    case 'in-call':
      return (
        <p className={text.caption}>
          <Trans>You are in a call. One at a time.</Trans>
        </p>
      );
    case 'no-live':
      return (
        <p className={text.caption}>
          <LiveBlocked />
        </p>
      );
    case 'bound':
    case null:
      return null;
    default:
      return hindrance satisfies never;
  }
}

function Pause() {
  const seconds = usePause();
  if (seconds === null) return null;
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <p className={text.label} role="timer">
      <Trans>
        A short break. You can meet new people in <span translate="no">{left}</span>
      </Trans>
    </p>
  );
}
