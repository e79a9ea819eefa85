export { CallHost } from './components/CallHost.tsx';
export { IncomingBanner } from './components/IncomingBanner.tsx';
export { useReturning, useStart } from './use-call.ts';
export { directCalls, voice } from './voice.ts';
