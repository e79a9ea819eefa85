export { CallHost } from './components/CallHost.tsx';
export { CallTab } from './components/CallTab.tsx';
export { useStart } from './use-call.ts';
export { voice } from './voice.ts';
