export { CallHost } from './components/CallHost.tsx';
export { CallTab } from './components/CallTab.tsx';
export { voice } from './voice.ts';
