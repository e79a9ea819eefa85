export { ChatRoomPage } from './components/ChatRoomPage.tsx';
export { ChatsTab } from './components/ChatsTab.tsx';
export { followChats } from './live.ts';
export { useUnread } from './use-unread.ts';
