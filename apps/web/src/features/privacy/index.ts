export { DataPage } from './DataPage.tsx';
export { DeletePage } from './DeletePage.tsx';
export { LeavingPage } from './LeavingPage.tsx';
