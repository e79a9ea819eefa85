export { MEDIA_KEYS } from './addresses.ts';
export type { ChatSeam } from './chat-seam.ts';
export { PROFILE_KEY, type Claimed, type ClaimDraft } from './claims.ts';
export { openObjectStore, type ObjectStore } from './object-store.ts';
export { adoptPhoto, forgetPhoto, type DrawnPhoto } from './drawn-photos.ts';
export { publicAddress } from './paths.ts';
export { createMedia, type Media } from './service.ts';
export { READING } from './serving-routes.ts';
export { UPLOADING } from './upload-routes.ts';
