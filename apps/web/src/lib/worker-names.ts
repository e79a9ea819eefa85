/** Where our own worker is, for ever. */
export const WORKER_PATH = '/push-worker.js';

/** The files of a build are in the cache of this name and its revision. */
export const SHELL_CACHE = 'yonder-shell-';
