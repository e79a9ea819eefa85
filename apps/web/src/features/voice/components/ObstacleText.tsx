import { Trans } from '@lingui/react/macro';
import { LiveBlocked } from '../../../ui/LiveBlocked.tsx';
import type { Obstacle } from '../obstacle.ts';
import { WebRtcHelp } from './CheckReport.tsx';

export function ObstacleText({ obstacle }: { obstacle: Obstacle }) {
  switch (obstacle) {
    case 'no-webrtc':
      return (
        <span>
          <Trans>This browser cannot make calls.</Trans> <WebRtcHelp />
        </span>
      );
    case 'insecure':
      return <Trans>This page was opened without encryption. Browsers give it no microphone then.</Trans>;
    case 'no-microphone':
      return <Trans>This browser gives pages no microphone.</Trans>;
    case 'no-live':
      return <LiveBlocked />;
    default:
      return obstacle satisfies never;
  }
}
