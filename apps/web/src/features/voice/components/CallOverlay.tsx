import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useGo } from '../../../lib/use-go.ts';
import { LivingHorizon, type Pose, useBox } from '../../../ui/scene/index.ts';
import type { Calling, Deciding, Ending, Queuing } from '../call-state.ts';
import { useCall } from '../use-call.ts';
import { knowsOther, motionOf, riseOf } from '../view.ts';
import { rules, sound, voice } from '../voice.ts';
import { Announcements } from './Announcements.tsx';
import { TroubleAloud } from './Trouble.tsx';
import { ConnectingGround, ConnectingHead } from './Connecting.tsx';
import { DirectGround, DirectHead } from './DirectTalk.tsx';
import { Countdown, DecisionGround, DecisionHead } from './Decision.tsx';
import { EndingGround } from './EndingGround.tsx';
import { FindingGround } from './FindingGround.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { OtherMutedAloud } from './OtherMuted.tsx';
import { RevealFace, RevealGround, RevealHead } from './Reveal.tsx';
import styles from './stage.module.css';
import { BrandHead } from './StageHead.tsx';
import { TalkGround, TalkHead } from './Talk.tsx';
import { useBackGuard } from '../../../ui/use-back-guard.ts';
import { useFront } from './use-front.ts';

export type Shown = Queuing | Calling | Deciding | Ending;

interface CallOverlayProps {
  state: Shown;
  /** Makes this call small. */
  onSmall: (callId: string) => void;
  /** Opens the report form of this call. */
  onReport: (callId: string) => void;
}

/** One sky for a whole call: only what stands on it changes, without a cut. */
export function CallOverlay({ state, onSmall, onReport }: CallOverlayProps) {
  const name = useName(state);
  const front = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const headBox = useBox(head);
  useToastsBelow(headBox?.height ?? 0);
  const go = useGo();
  /** The call that the leave dialog is about. */
  const [leaving, setLeaving] = useState<string | null>(null);
  const { clock } = useCall();
  useFront(front);
  useEscape(state);
  const live = state.kind === 'calling' || state.kind === 'deciding' ? state.call.callId : null;
  useBackGuard(() => (live === null ? voice.end() : setLeaving(live)));
  const partner = state.kind === 'calling' ? state.call.partner : null;
  const report = () => {
    if (live !== null) onReport(live);
  };
  const open = (path: string) => {
    if (live !== null) onSmall(live);
    go(path, { replace: true });
  };

  return (
    <div ref={front} className={styles.stage} data-call-overlay="" role="dialog" aria-modal="true" aria-label={name}>
      <div className={styles.sky}>
        <LivingHorizon
          pose={poseOf(state, riseOf(state, clock, rules()))}
          motion={() => motionOf(voice.getSnapshot().state)}
          muted={'muted' in state && state.muted}
          levels={sound.levels}
          face={partner && { photo: partner.photo, seed: partner.userId }}
          clear={headBox?.height ?? 0}
        >
          {state.kind === 'deciding' && <Countdown remaining={clock.decisionRemaining} of={rules().decisionSeconds} />}
          {partner !== null && <RevealFace name={partner.name} />}
        </LivingHorizon>
        <div ref={head} className={styles.head}>
          {headOf(state, { report, open })}
        </div>
      </div>
      <div className={styles.ground}>{groundOf(state, open)}</div>
      <Announcements state={state} />
      {state.kind === 'calling' && <TroubleAloud state={state} />}
      <OtherMutedAloud call={state.kind === 'calling' ? state.call : null} />
      <LeaveDialog
        open={live !== null && leaving === live}
        gives={'call' in state && knowsOther(state.call) ? 'talk' : 'decision'}
        onClose={() => setLeaving(null)}
      />
    </div>
  );
}

function useName({ kind }: Shown): string {
  const { t } = useLingui();
  if (kind === 'queuing') return t`Finding someone…`;
  return kind === 'deciding' ? t`Decision Time` : t`Voice Call`;
}

interface Ways {
  report: () => void;
  open: (path: string) => void;
}

function headOf(state: Shown, { report, open }: Ways) {
  switch (state.kind) {
    case 'queuing':
    case 'ending':
      return <BrandHead />;
    case 'deciding':
      return <DecisionHead onReport={report} />;
    case 'calling':
      if (state.call.kind === 'direct') return <DirectHead state={state} onReport={report} onOpen={open} />;
      if (state.call.status === 'mutual-like') return <RevealHead call={state.call} onReport={report} />;
      if (state.call.status === 'connecting') return <ConnectingHead call={state.call} onReport={report} />;
      return <TalkHead call={state.call} onReport={report} />;
    default:
      return state satisfies never;
  }
}

function groundOf(state: Shown, onOpen: (path: string) => void) {
  switch (state.kind) {
    case 'queuing':
      return <FindingGround state={state} />;
    case 'ending':
      return <EndingGround state={state} />;
    case 'deciding':
      return <DecisionGround state={state} />;
    case 'calling':
      if (state.call.kind === 'direct') return <DirectGround state={state} />;
      if (state.call.status === 'mutual-like') return <RevealGround state={state} onOpen={onOpen} />;
      if (state.call.status === 'connecting') return <ConnectingGround state={state} />;
      return <TalkGround state={state} />;
    default:
      return state satisfies never;
  }
}

const POSES = { queuing: 'talking', deciding: 'deciding', ending: 'setting' } as const;

function poseOf(state: Shown, rise: number): Pose {
  if (state.kind !== 'calling') return { kind: POSES[state.kind], rise };
  return { kind: knowsOther(state.call) ? 'revealed' : 'talking', rise };
}

/** Keeps toasts below the name and the topic. The head reaches to the top of the screen. */
function useToastsBelow(height: number): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--call-head', `calc(${height}px - env(safe-area-inset-top))`);
    return () => void style.removeProperty('--call-head');
  }, [height]);
}

/** Escape cancels the search; it never ends a call or decides. */
function useEscape(state: Shown): void {
  const searching = state.kind === 'queuing';
  useEffect(() => {
    if (!searching) return undefined;
    const cancel = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') voice.end();
    };
    window.addEventListener('keydown', cancel);
    return () => window.removeEventListener('keydown', cancel);
  }, [searching]);
}
