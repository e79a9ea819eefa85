import type { Input } from '@yonder/contract';

export interface Draft {
  roomId: string;
  senderId: string;
  /** Made by the client: a retry is the same message. */
  clientMessageId: string;
  type: Input<'sendMessageV2v2'>['type'];
  content: string;
  clientCreatedAt: number | null;
  /** The number of the quoted message. */
  replyTo: number | null;
  /** Null for a text. */
  media: { path: string; waveform: readonly number[] | null } | null;
}

export interface Sent {
  id: string;
  seedOrder: number;
  createdAt: number;
}
