import { HomePage } from '../features/home/HomePage.tsx';
import { useReturning, useStart } from '../features/voice/index.ts';

/** Puts the call into the home page's sun; neither feature imports the other. */
export function Home() {
  return <HomePage onCall={useStart()} call={useReturning() ? 'returning' : 'none'} />;
}
