export { MatchEnding } from './components/MatchEnding.tsx';
export { MatchHost } from './components/MatchHost.tsx';
export { MatchStrip } from './components/MatchStrip.tsx';
export { matching, startMatching } from './text.ts';
