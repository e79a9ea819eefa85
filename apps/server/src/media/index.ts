export { createFileObjectStore, openObjectStore, type ObjectStore } from './object-store.ts';
export { mediaRoutes, publicAddress } from './routes.ts';
