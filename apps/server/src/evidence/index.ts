export { EVIDENCE_KEYS } from './sealing.ts';
export type { FileRows, Opened, Shown } from './seams.ts';
export { createEvidence, type Evidence } from './service.ts';
