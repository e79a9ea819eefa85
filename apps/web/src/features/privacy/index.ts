export { DataPage } from './DataPage.tsx';
export { DeletePage } from './DeletePage.tsx';
