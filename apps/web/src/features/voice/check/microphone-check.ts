import type { Stop } from '../../../lib/clock.ts';
import type { CallSession } from '../session.ts';
import type { ConnectionCheck } from './connection-check.ts';

interface MicrophoneCheckOptions {
  voice: Pick<CallSession, 'tryMicrophone'>;
  check: Pick<ConnectionCheck, 'run' | 'forget' | 'getSnapshot' | 'subscribe'>;
}

/** Opens the microphone, then checks the connection; again each time the verdict is forgotten. */
export function startMicrophoneCheck({ voice, check }: MicrophoneCheckOptions): Stop {
  let stage: 'asking' | 'checking' | 'over' = 'asking';
  function run(): void {
    if (stage === 'checking' && check.getSnapshot().kind === 'unknown') void check.run();
  }
  check.forget();
  const stopListening = check.subscribe(run);
  void voice.tryMicrophone('begin').then(() => {
    if (stage === 'over') return;
    stage = 'checking';
    run();
  });
  return () => {
    stage = 'over';
    stopListening();
    void voice.tryMicrophone('end');
  };
}
