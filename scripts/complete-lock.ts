import { completeLock } from './lock.ts';

completeLock();
