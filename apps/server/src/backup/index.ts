export { dropAside, isAside } from './aside.ts';
export { backUp } from './back-up.ts';
export { drill } from './drill.ts';
export { restore } from './restore.ts';
