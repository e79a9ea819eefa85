/// <reference types="vite/client" />

declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}

declare module 'virtual:emoji/*' {
  const file: import('./features/chats/emoji/load-emoji.ts').EmojiFile;
  export default file;
}
