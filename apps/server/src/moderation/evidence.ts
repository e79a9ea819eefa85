import { FIXED, ONE_TIME_STATES, preview, region, type Evidence } from '@yonder/contract';
import * as z from 'zod/mini';
import { pictureOf, type StoredReport } from '../safety/index.ts';

/** Returns where a moderator sees a file that a report keeps; null: its bytes are gone. */
export type EvidenceAddress = (path: string) => string | null;

type Message = Evidence['messages'][number];

const oneTimeImage = z.object({ kind: z.literal('one_time_image'), state: z.enum(ONE_TIME_STATES) });

const room = z.object({
  chatRoomId: z.string(),
  messages: z.array(
    z.object({
      seq: z.int(),
      senderId: z.string(),
      type: z.string(),
      content: z.string(),
      mediaPath: z.nullable(z.string()),
      createdAt: z.int(),
      attachment: z.optional(z.unknown()),
      deletedAt: z.optional(z.nullable(z.int())),
      isRemoved: z.optional(z.boolean()),
    }),
  ),
});
type StoredMessage = z.infer<typeof room>['messages'][number];
const post = z.object({ content: z.string(), region: z.nullable(region), createdAt: z.int() });
const comment = z.object({
  content: z.string(),
  createdAt: z.int(),
  postContent: z.string(),
  postCreatedAt: z.optional(z.int()),
});
const call = z.object({
  startedAt: z.nullable(z.int()),
  endedAt: z.nullable(z.int()),
  reportedTopic: z.nullable(z.string()),
  reporterTopic: z.nullable(z.string()),
});
const portrait = z.object({
  name: z.string(),
  bio: z.optional(z.string()),
  photo: z.optional(z.nullable(z.string())),
  photos: z.optional(z.array(z.string())),
});

const NOTHING: Evidence = { messages: [], post: null, comment: null, call: null, portrait: null };
const PHOTOS = '/media/';

/** Returns the evidence as modules have stored it; nothing where it was dropped or frozen in another form. */
export function evidenceOf(report: StoredReport, addressOf: EvidenceAddress): Evidence {
  const { target, evidence } = report;
  switch (target.type) {
    case 'message':
    case 'chatRoom':
      return { ...NOTHING, messages: messagesOf(report, addressOf) };
    case 'post':
      return { ...NOTHING, post: read(post, evidence) };
    case 'comment': {
      const found = read(comment, evidence);
      if (!found) return NOTHING;
      const { content, createdAt, postContent, postCreatedAt = createdAt } = found;
      const below = { content: postContent, region: null, createdAt: postCreatedAt };
      return { ...NOTHING, comment: { content, createdAt }, post: below };
    }
    case 'call':
      return { ...NOTHING, call: callOf(report) };
    case 'user': {
      const picture = pictureOf(report);
      if (picture !== null) {
        return { ...NOTHING, portrait: { name: '', bio: '', photoUrls: addressesOf([picture], addressOf) } };
      }
      const found = read(portrait, evidence);
      if (!found) return NOTHING;
      const photos = found.photos ?? (found.photo ? [found.photo] : []);
      const photoUrls = addressesOf(photos.slice(0, FIXED.photos).map(pathOf), addressOf);
      return { ...NOTHING, portrait: { name: found.name, bio: found.bio ?? '', photoUrls } };
    }
    default:
      return target.type satisfies never;
  }
}

/** Returns every file that a moderator could be shown with these reports. */
export function pathsOf(reports: readonly StoredReport[]): string[] {
  const paths = new Set<string>();
  for (const report of reports) {
    evidenceOf(report, (path) => {
      paths.add(path);
      return null;
    });
  }
  return [...paths];
}

function addressesOf(paths: readonly string[], addressOf: EvidenceAddress): string[] {
  return paths.flatMap((path) => addressOf(path) ?? []);
}

/** Returns the person's own words that were reported, to show to that person. */
export function wordsOf(report: StoredReport): string[] {
  // The screening quotes nothing else.
  if (report.reporter === null) return pictureOf(report) === null ? [preview(report.text)] : [];
  const { messages, post: written, comment: said, call: talked, portrait: shown } = evidenceOf(report, (path) => path);
  const all = [
    ...messages.filter(({ isReported }) => isReported).map(({ text }) => text),
    // A comment comes with its post, which another user wrote.
    said ? said.content : written?.content,
    ...(talked?.topics ?? []).filter(({ by }) => by === 'reported').map(({ topic }) => topic),
    shown?.name,
    shown?.bio,
  ];
  return all.flatMap((text) => (text ? [preview(text)] : []));
}

/** Returns the stored files that this report keeps. */
export function filesOf({ target, evidence }: StoredReport): {
  sent: { roomId: string; seq: number; path: string }[];
  photos: string[];
} {
  const said = target.type === 'message' || target.type === 'chatRoom' ? read(room, evidence) : null;
  const sent = (said?.messages ?? []).flatMap(({ seq, mediaPath: path }) =>
    path === null || said === null ? [] : [{ roomId: said.chatRoomId, seq, path }],
  );
  const shown = target.type === 'user' ? read(portrait, evidence) : null;
  return { sent, photos: (shown?.photos ?? []).map(pathOf) };
}

/** Returns the path of a profile photo's public address. */
function pathOf(address: string): string {
  return address.startsWith(PHOTOS) ? address.slice(PHOTOS.length) : address;
}

function messagesOf({ evidence, target, reported }: StoredReport, addressOf: EvidenceAddress): Evidence['messages'] {
  const found = read(room, evidence);
  if (!found) return [];
  return found.messages.slice(-FIXED.evidenceMessages).map((message) => {
    const { seq, senderId, type, content, mediaPath, createdAt } = message;
    const mediaUrl = mediaPath === null ? null : addressOf(mediaPath);
    return {
      by: senderId === 'system' || type === 'system' ? 'system' : senderId === reported ? 'reported' : 'reporter',
      type,
      createdAt,
      text: content === '' ? null : content,
      mediaUrl,
      isReported: `${found.chatRoomId}.${seq}` === target.id,
      state: fateOf(message, mediaUrl),
    };
  });
}

/** Returns the message's state at the time of the report, or its file's since. */
function fateOf({ type, attachment, deletedAt, isRemoved }: StoredMessage, mediaUrl: string | null): Message['state'] {
  if (isRemoved) return { kind: 'removed' };
  if (deletedAt != null) return { kind: 'deleted', at: deletedAt };
  const once = oneTimeImage.safeParse(attachment).data?.state;
  if (once === 'opened') return { kind: 'seen' };
  if (once === 'expired' || once === 'withdrawn') return { kind: once };
  const hasFile = type === 'image' || type === 'voice' || type === 'one_time_image';
  return { kind: hasFile && mediaUrl === null ? 'gone' : 'shown' };
}

function callOf({ evidence, createdAt }: StoredReport): Evidence['call'] {
  const found = read(call, evidence);
  if (!found) return null;
  const { startedAt, endedAt, reportedTopic, reporterTopic } = found;
  const ms = startedAt === null ? 0 : (endedAt ?? createdAt.getTime()) - startedAt;
  const topics = [
    { by: 'reported' as const, topic: reportedTopic },
    { by: 'reporter' as const, topic: reporterTopic },
  ];
  return {
    startedAt,
    seconds: Math.max(0, Math.round(ms / 1e3)),
    topics: topics.flatMap(({ by, topic }) =>
      topic === null
        ? []
        : [
            {
              by,
              topic,
            },
          ],
    ),
  };
}

function read<Schema extends z.ZodMiniType>(schema: Schema, evidence: unknown): z.output<Schema> | null {
  const found = schema.safeParse(evidence);
  return found.success ? found.data : null;
}
