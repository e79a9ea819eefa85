export { EVIDENCE_KEYS } from './sealing.ts';
export type { FileRows, Opened } from './seams.ts';
export { createEvidence, type Evidence } from './service.ts';
