import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import { useShownName } from '../../../lib/shown-name.ts';
import sheet from '../../../ui/dialog.module.css';
import { LivingHorizon } from '../../../ui/scene/index.ts';
import text from '../../../ui/text.module.css';
import type { Incoming } from '../direct/direct-state.ts';
import { ringer } from '../voice.ts';
import { Answers } from './Answers.tsx';
import styles from './incoming-dialog.module.css';

/** Stays until it is answered or rings no more: neither Escape nor a press beside it declines. */
export function IncomingDialog({ state }: { state: Incoming }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { other } = state.call;
  const callerName = useShownName()(state.call.callerName);
  return (
    <AlertDialog.Root open>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={`${sheet.scrim} ${styles.above}`} />
        <AlertDialog.Viewport className={`${sheet.viewport} ${styles.above}`}>
          <AlertDialog.Popup className={sheet.popup} data-dialog="" initialFocus={heading}>
            <div className={sheet.inside}>
              <div className={styles.picture}>
                <LivingHorizon
                  pose={{ kind: 'revealed', rise: 1.1 }}
                  motion={() => 'moving'}
                  muted={false}
                  levels={() => ({ them: ringer.level(), me: 0 })}
                  face={{ photo: other.photo, seed: other.userId }}
                />
              </div>
              <div className={styles.content}>
                <AlertDialog.Title ref={heading} tabIndex={-1} className={text.displayM} dir="auto" translate="no">
                  {callerName}
                </AlertDialog.Title>
                <AlertDialog.Description className={text.muted}>
                  <Trans>Incoming voice call</Trans>
                </AlertDialog.Description>
                <Answers busy={state.answer === 'accepting'} />
              </div>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
