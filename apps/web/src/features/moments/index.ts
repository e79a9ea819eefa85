export { CommentsLeft } from './components/CommentsLeft.tsx';
export { ComposePage } from './components/ComposePage.tsx';
export { MomentsPage } from './components/MomentsPage.tsx';
export { PostPage } from './components/PostPage.tsx';
