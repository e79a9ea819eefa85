export { CallFailed } from './components/CallFailed.tsx';
export { CallHost } from './components/CallHost.tsx';
export { IncomingBanner } from './components/IncomingBanner.tsx';
export { useReturning, useStart } from './use-call.ts';
export { startCalls } from './start-calls.ts';
export { directCalls, voice } from './voice.ts';
