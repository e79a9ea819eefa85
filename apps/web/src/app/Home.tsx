import { HomePage } from '../features/home/HomePage.tsx';
import { useReturning, useStart } from '../features/voice/index.ts';

/** Puts the call into the sun of the home page; neither feature knows the other. */
export function Home() {
  return <HomePage onCall={useStart()} call={useReturning() ? 'returning' : 'none'} />;
}
