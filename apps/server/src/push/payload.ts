import { ANONYMOUS, FIXED, preview, type Person, type PushPayload } from '@yonder/contract';
import type { Facts } from './facts.ts';
import { textsFor, type PushTexts } from './texts.ts';

type Told = Pick<
  Facts,
  'kind' | 'roomId' | 'postId' | 'callId' | 'language' | 'previews' | 'said' | 'saidType' | 'createdAt' | 'expiresAt'
>;

const FROM_THE_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** What the service worker shows, in the user's language. `about`: null where the two are anonymous to each other. */
export function payloadOf(told: Told, about: Person | null): PushPayload {
  const { kind, roomId, postId, callId, createdAt, expiresAt } = told;
  const { lang, texts } = textsFor(told.language);
  const person = told.previews && about ? { ...about, name: calledIn(texts, about.name) } : null;
  const actions: PushPayload['notification']['actions'] =
    kind === 'call'
      ? [
          { action: 'accept', title: texts.accept },
          { action: 'decline', title: texts.decline },
        ]
      : [];
  return {
    notification: { ...wordsOf(told, person, texts), icon: person?.thumb ?? ICON, lang, actions },
    data: {
      kind,
      avatar: person?.thumb ?? null,
      chatId: roomId,
      chatRoomId: roomId,
      callId,
      postId,
      url: urlOf(told),
      tag: tagOf(told),
      sentAt: createdAt.getTime(),
      expiresAt: expiresAt.getTime(),
    },
  };
}

/** Translates the English name the server gives to a user without one. */
function calledIn({ anonymous }: PushTexts, name: string): string {
  return name === ANONYMOUS ? anonymous : name;
}

/** A later push with this tag takes its place: a missed call replaces the ringing one. */
export function tagOf({ kind, roomId, postId }: Pick<Told, 'kind' | 'roomId' | 'postId'>): string {
  switch (kind) {
    case 'call':
    case 'missed-call':
      return `call ${roomId}`;
    case 'comment':
      return `moment ${postId}`;
    case 'message':
    case 'request':
    case 'match':
      return `chat ${roomId}`;
    case 'found':
    case 'moderation':
      return kind;
    default:
      return kind satisfies never;
  }
}

/** Not every device shows an SVG here. */
const ICON = '/icons/icon-192.png';

/** The address a tap opens. */
function urlOf({ kind, roomId, postId }: Told): string {
  switch (kind) {
    case 'found':
      return roomId === null ? '/call' : `/chat/${roomId}`;
    case 'comment':
      return `/mode1/${postId}`;
    case 'moderation':
      return '/notifications';
    case 'message':
    case 'request':
    case 'match':
    case 'call':
    case 'missed-call':
      return `/chat/${roomId}`;
    default:
      return kind satisfies never;
  }
}

function wordsOf(told: Told, person: Person | null, texts: PushTexts): { title: string; body: string } {
  switch (told.kind) {
    case 'message':
      return {
        title: person ? alone(told, person.name) : texts.newMessage,
        body: saidIn(told, texts) ?? texts.tapToRead,
      };
    case 'request':
      return {
        title: person ? texts.helloFrom(isolated(person.name)) : texts.hello,
        body: saidIn(told, texts) ?? texts.tapToRead,
      };
    case 'found':
      return { title: texts.found, body: texts.foundHint };
    case 'match':
      return { title: texts.match, body: person ? texts.matchWith(isolated(person.name)) : texts.matchHint };
    case 'call':
      return person
        ? { title: alone(told, person.name), body: texts.incomingCall }
        : { title: texts.incomingCall, body: texts.answerHint };
    case 'missed-call':
      return person
        ? { title: alone(told, person.name), body: texts.missedCall }
        : { title: texts.missedCall, body: texts.callBackHint };
    case 'comment':
      return { title: texts.newComment, body: texts.commentHint };
    case 'moderation':
      return { title: texts.moderation, body: texts.tapToRead };
    default:
      return told.kind satisfies never;
  }
}

/** Null: no text is shown. */
function saidIn(told: Told, texts: PushTexts): string | null {
  const { previews, said, saidType } = told;
  if (!previews) return null;
  switch (saidType) {
    case 'image':
      return texts.photo;
    case 'voice':
      return texts.voiceMessage;
    case 'one_time_image':
      return texts.oneTimeImage;
    default: {
      const shown = cut(said?.trim() ?? '');
      return shown === '' ? null : alone(told, shown);
    }
  }
}

function cut(text: string): string {
  return text.length <= FIXED.messagePreviewLength ? text : `${preview(text, FIXED.pushCutLength)}...`;
}

/** Isolates user text that runs against the notification's language, where punctuation marks would change sides. */
function alone({ language }: Told, words: string): string {
  return language === 'ar' || FROM_THE_RIGHT.test(words) ? isolated(words) : words;
}

/** Isolates a name, so that its direction does not change the sentence. */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
