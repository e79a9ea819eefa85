/// <reference types="vite/client" />

declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}

declare module 'virtual:emoji/*' {
  /** Written by emoji-plugin.ts. */
  export interface EmojiFile {
    groups: readonly string[];
    /** [emoji, name, group, words] */
    emojis: readonly (readonly [string, string, number, readonly string[]])[];
  }
  const file: EmojiFile;
  export default file;
}
