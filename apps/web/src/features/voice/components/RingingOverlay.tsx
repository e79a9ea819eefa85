import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { useShownName } from '../../../lib/shown-name.ts';
import { Button } from '../../../ui/Button.tsx';
import { LivingHorizon, useBox } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import { outcomeText } from '../direct/words.ts';
import type { DirectState } from '../direct/direct-state.ts';
import { directCalls, ringer } from '../voice.ts';
import controls from './controls.module.css';
import { ConnectingWords, WhoHead } from './DirectTalk.tsx';
import { PhoneDisconnectIcon } from './icons.ts';
import { RevealFace } from './Reveal.tsx';
import styles from './stage.module.css';
import { useBackGuard } from '../../../ui/use-back-guard.ts';
import { useFront } from './use-front.ts';

type Ringing = Extract<DirectState, { kind: 'preparing' | 'outgoing' | 'answered' | 'over' }>;

/** Ringing on the sky of the call that follows, where the sun stands higher. */
export function RingingOverlay({ state }: { state: Ringing }) {
  const { t } = useLingui();
  const { name: known, photo, userId } = state.kind === 'preparing' ? state.to.other : state.call.other;
  const name = useShownName()(known);
  const front = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const headBox = useBox(head);
  useFront(front);
  useBackGuard(() => directCalls.cancel());

  return (
    <div
      ref={front}
      className={styles.stage}
      data-call-overlay=""
      role="dialog"
      aria-modal="true"
      aria-label={t`Voice Call`}
    >
      <div className={styles.sky}>
        <LivingHorizon
          pose={{ kind: 'revealed', rise: state.kind === 'over' ? 0.5 : 1.1 }}
          motion={() => 'moving'}
          muted={false}
          levels={() => ({ them: ringer.level(), me: 0 })}
          face={{ photo, seed: userId }}
          clear={headBox?.height ?? 0}
        >
          <RevealFace name={name} />
        </LivingHorizon>
        <div ref={head} className={styles.head}>
          <WhoHead name={name} call={null} />
        </div>
      </div>
      <div className={styles.ground}>{groundOf(state, name)}</div>
    </div>
  );
}

function groundOf(state: Ringing, name: string) {
  switch (state.kind) {
    case 'preparing':
    case 'outgoing':
      return <CallingGround />;
    case 'answered':
      return <ConnectingWords />;
    case 'over':
      return <OverGround state={state} name={name} />;
    default:
      return state satisfies never;
  }
}

function CallingGround() {
  const { t } = useLingui();
  return (
    <>
      <p className={text.displayL} role="status">
        <Trans>Calling…</Trans>
      </p>
      <div className={controls.alone} role="group" aria-label={t`Call controls`}>
        <button type="button" className={controls.control} data-look="end" onClick={() => directCalls.cancel()}>
          <span className={controls.shape}>
            <PhoneDisconnectIcon size={32} weight="fill" />
          </span>
          <span>{t`Cancel`}</span>
        </button>
      </div>
    </>
  );
}

function OverGround({ state, name }: { state: Extract<Ringing, { kind: 'over' }>; name: string }) {
  const { t, i18n } = useLingui();
  return (
    <>
      <p className={text.displayL} role="status">
        {i18n._(outcomeText(state.outcome, name))}
      </p>
      <Button onClick={() => directCalls.cancel()}>{t`Close`}</Button>
    </>
  );
}
