import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { AddDrawing, AddedDrawing, MenuDrawing, ShareDrawing } from './drawings.tsx';
import styles from './install.module.css';
import type { Phone } from './steps-for.ts';

export function Steps({ phone }: { phone: Phone }) {
  return (
    <ol className={styles.steps}>
      {phone === 'iphone' ? <OnIphone /> : <OnAndroid />}
      <Step drawing={<AddedDrawing />}>
        <Trans>Open it from your home screen.</Trans>
      </Step>
    </ol>
  );
}

function OnIphone() {
  return (
    <>
      <Step drawing={<ShareDrawing />}>
        <Trans>In Safari, press Share at the bottom of the screen.</Trans>
      </Step>
      <Step drawing={<AddDrawing />}>
        <Trans>Choose “Add to Home Screen”, then “Add”.</Trans>
      </Step>
    </>
  );
}

function OnAndroid() {
  return (
    <>
      <Step drawing={<MenuDrawing />}>
        <Trans>In your browser, open the menu with the three dots.</Trans>
      </Step>
      <Step drawing={<AddDrawing />}>
        <Trans>Choose “Add to Home screen” or “Install app”.</Trans>
      </Step>
    </>
  );
}

function Step({ drawing, children }: { drawing: ReactNode; children: ReactNode }) {
  return (
    <li className={styles.step}>
      {drawing}
      <p>{children}</p>
    </li>
  );
}
