/** The worker's path, which must never change. */
export const WORKER_PATH = '/push-worker.js';

/** Prefix of the caches with a build's files; the build's revision follows. */
export const SHELL_CACHE = 'yonder-shell-';
