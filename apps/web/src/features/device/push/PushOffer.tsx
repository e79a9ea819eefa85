import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../../lib/error-text.ts';
import { now } from '../../../lib/clock.ts';
import { keepItem, keptItem } from '../../../lib/kept-item.ts';
import { useAppState } from '../../../state/store.ts';
import { BellIcon } from '../../../ui/icons.ts';
import { Offer } from '../../../ui/Offer.tsx';
import { showToast } from '../../../ui/toast/toasts.ts';
import { onGoodMoment } from './good-moments.ts';
import { askedAtOf, mayOffer, type GoodMoment } from './offer.ts';
import { devicePush } from './this-device.ts';

const ASKED_AT = 'push-asked-at';

/** Asks at a suitable moment, before the browser's own question, which it asks only once. */
export function PushOffer({ you, place }: { you: string; place: 'free' | 'taken' }) {
  const { t } = useLingui();
  const isBusy = useAppState(({ callState, modeLock }) => callState !== 'idle' || modeLock);
  const state = useStore(devicePush.store);
  const [moment, setMoment] = useState<GoodMoment | null>(null);
  useEffect(() => onGoodMoment(you, (at) => setMoment((before) => before ?? at)), [you]);
  if (
    place === 'taken' ||
    isBusy ||
    moment === null ||
    !mayOffer({ state, askedAt: askedAtOf(keptItem(ASKED_AT)), now: now() })
  )
    return null;

  const done = () => {
    keepItem(ASKED_AT, `${now()}`);
    setMoment(null);
  };
  const turnOn = () => {
    done();
    devicePush.turnOn().catch((error: unknown) => showToast({ message: errorText(error), type: 'error' }));
  };
  return (
    <Offer
      icon={BellIcon}
      title={moment === 'written' ? t`Shall we tell you when they answer?` : t`Shall we tell you when someone calls?`}
      action={{ name: t`Tell me`, run: turnOn }}
      onDismiss={done}
    >
      <Trans>Also when this is closed. You can change it in the settings at any time.</Trans>
    </Offer>
  );
}
