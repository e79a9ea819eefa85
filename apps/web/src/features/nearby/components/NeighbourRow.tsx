import { Trans } from '@lingui/react/macro';
import type { Neighbour } from '@yonder/contract';
import { Link } from 'react-router';
import { useShownName } from '../../../lib/shown-name.ts';
import { Button } from '../../../ui/Button.tsx';
import { SafetyMenu } from '../../../ui/safety/SafetyMenu.tsx';
import { PhotoAvatar } from '../../../ui/scene/index.ts';
import { useBandText } from '../use-band-text.ts';
import styles from './neighbour-row.module.css';

interface NeighbourRowProps {
  neighbour: Neighbour;
  onHello: () => void;
}

export function NeighbourRow({ neighbour: { userId, name, thumb, band }, onHello }: NeighbourRowProps) {
  const bands = useBandText();
  const shownName = useShownName();
  return (
    <li className={styles.row}>
      <Link to={`/profile/${userId}`} className={styles.person}>
        <span className={styles.face} aria-hidden="true">
          <PhotoAvatar src={thumb} name={name} seed={userId} size={52} />
        </span>
        <span className={styles.words}>
          <bdi className={styles.name} translate="no">
            {shownName(name)}
          </bdi>
          <bdi className={styles.band}>{bands[band]}</bdi>
        </span>
      </Link>
      <Button size="sm" onClick={onHello}>
        <Trans>Say hello</Trans>
      </Button>
      <SafetyMenu name={name} target={{ type: 'user', id: userId }} />
    </li>
  );
}
