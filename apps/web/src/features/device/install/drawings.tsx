import type { ReactNode } from 'react';
import styles from './install.module.css';

/** One end of a phone before the sky. The part to press has the sun's colour. */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 200 150" aria-hidden="true" focusable="false">
      <rect data-part="sky" width="200" height="150" />
      <circle data-part="halo-outer" cx="100" cy="128" r="104" />
      <circle data-part="halo-middle" cx="100" cy="128" r="76" />
      {children}
    </svg>
  );
}

export function ShareDrawing() {
  return (
    <Drawing>
      <path data-part="device" d="M42 0h116v116a14 14 0 0 1-14 14H56a14 14 0 0 1-14-14Z" />
      <path data-part="bar" d="M42 86h116v30a14 14 0 0 1-14 14H56a14 14 0 0 1-14-14Z" />
      <circle data-part="press" cx="100" cy="108" r="19" />
      <path data-part="glyph" d="M100 112V98m-5 4 5-5 5 5m-8 4h-5v11h16v-11h-5" />
      <path data-part="faint" d="M60 108h10m60 0h10" />
    </Drawing>
  );
}

export function MenuDrawing() {
  return (
    <Drawing>
      <path data-part="device" d="M42 150V34a14 14 0 0 1 14-14h88a14 14 0 0 1 14 14v116Z" />
      <path data-part="bar" d="M42 60V34a14 14 0 0 1 14-14h88a14 14 0 0 1 14 14v26Z" />
      <path data-part="faint" d="M58 40h52" />
      <circle data-part="press" cx="138" cy="40" r="15" />
      <path data-part="glyph" d="M138 33v.1m0 6.9v.1m0 6.9v.1" />
    </Drawing>
  );
}

export function AddDrawing() {
  return (
    <Drawing>
      <rect data-part="device" x="30" y="24" width="140" height="102" rx="16" />
      <path data-part="faint" d="M48 45h64M48 105h48" />
      <rect data-part="press" x="38" y="60" width="124" height="30" rx="10" />
      <path data-part="glyph" d="M50 75h54m34-8h12v16h-12Zm6 4v8m-4-4h8" />
    </Drawing>
  );
}

export function AddedDrawing() {
  return (
    <Drawing>
      <path data-part="device" d="M42 150V34a14 14 0 0 1 14-14h88a14 14 0 0 1 14 14v116Z" />
      <path data-part="bar" d="M57 38h22v22H57Zm32 0h22v22H89Zm32 0h22v22h-22ZM57 78h22v22H57Z" />
      <rect data-part="sky" x="88" y="74" width="46" height="46" rx="13" />
      <path data-part="press" d="M96 102a15 15 0 0 1 30 0Z" />
      <path data-part="line" d="M94 108h34m-25 6h16" />
    </Drawing>
  );
}
