import { CALLABLES, CALLABLE_NAMES, type CallableName } from './callables.ts';
import { chatCallables } from './chats.ts';
import { wireError } from './errors.ts';
import { CONTRACT_VERSION } from './index.ts';
import { EVENTS, clientFrame, isEventName, serverFrame } from './live.ts';
import { directCallCallables } from './direct-calls.ts';
import { mediaCallables } from './media.ts';
import { moderationCallables, statementCallables } from './moderation.ts';
import { nearbyCallables } from './nearby.ts';
import { notificationCallables } from './notifications.ts';
import { postCallables } from './posts.ts';
import { textMatchCallables } from './text-match.ts';
import { answer, json, ref, REFUSALS, refusalResponses } from './openapi/parts.ts';
import { OTHER_TAGS, otherPaths } from './openapi/paths.ts';
import { createShapes, type Json, type Shapes } from './openapi/shapes.ts';
import { CALLABLE_SUMMARIES, EVENT_SUMMARIES } from './openapi/summaries.ts';
import { deviceCallables, homeCallables, peopleCallables, profileEditCallables } from './people.ts';
import { privacyCallables } from './privacy.ts';
import { safetyCallables } from './safety.ts';
import { requestId, tabId, time } from './schema.ts';
import { voiceCallables } from './voice.ts';

const ABOUT = `Every callable is POST /api/v1/call/{name} with {"data": …} and a bearer, and answers {"result": …} or
{"error": {"status", "message", "details"}}. It is the protocol of Firebase callable functions: that client, pointed at
/api/v1/call as a custom domain, works as it is. Null means absent. The same calls travel over the live socket.`;

const ABOUT_LIVE = `A WebSocket with JSON frames of at most 64 KB. The first frame signs in; a fresh bearer is sent the
same way before the old one ends. Events are hints that carry state: what is missed is found with sync and roomAfter.`;

const GROUPS: readonly { name: string; description: string; callables: object }[] = [
  {
    name: 'People',
    description: 'Profiles, onboarding, preferences, devices, Home.',
    callables: { ...peopleCallables, ...profileEditCallables, ...deviceCallables, ...homeCallables },
  },
  { name: 'Safety', description: 'Reports and blocks.', callables: safetyCallables },
  { name: 'Statements', description: 'What was done about you, and objecting to it.', callables: statementCallables },
  { name: 'Moderation', description: 'Cases, evidence and decisions, for moderators.', callables: moderationCallables },
  { name: 'Privacy', description: 'A copy of your data, leaving, the terms.', callables: privacyCallables },
  { name: 'Voice', description: 'The queue, and anonymous calls.', callables: voiceCallables },
  {
    name: 'Calls',
    description: 'Calls between chat partners, and the list of all calls.',
    callables: directCallCallables,
  },
  { name: 'Chats', description: 'Rooms, messages, catching up.', callables: chatCallables },
  {
    name: 'Media',
    description: 'Pictures and voices: uploads, addresses, one-time pictures.',
    callables: mediaCallables,
  },
  { name: 'Notifications', description: 'What happened while you looked elsewhere.', callables: notificationCallables },
  {
    name: 'Text matching',
    description: 'The queue for writing, and rooms of two who do not know each other until both like.',
    callables: textMatchCallables,
  },
  {
    name: 'Moments',
    description: 'Short posts of a region, and the comments that may become chats.',
    callables: postCallables,
  },
  { name: 'Nearby', description: 'People around you, in bands, and saying hello to them.', callables: nearbyCallables },
];

/** The whole interface as an OpenAPI 3.1 document; the live socket under x-live. */
export function openApiDocument({ productName }: { productName: string }) {
  const shapes = createShapes();
  const callables = CALLABLE_NAMES.map((name) => [pathOf(name), { post: operation(name, shapes) }] as const);
  const others = otherPaths(shapes);
  const live = liveSocket(shapes);
  const parameters = {
    RequestId: inHeader('Idempotency-Key', shapes.of(requestId)),
    TabId: inHeader('X-Tab-Id', shapes.of(tabId)),
  };
  shapes.of(wireError);
  shapes.of(time);
  return {
    openapi: '3.1.0',
    info: { title: productName, version: CONTRACT_VERSION, description: oneLine(ABOUT) },
    servers: [{ url: '/' }],
    tags: [...GROUPS.map(({ name, description }) => ({ name, description })), ...OTHER_TAGS],
    security: [{ bearer: [] }],
    paths: { ...Object.fromEntries(callables), ...others },
    'x-live': live,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The accessToken of POST /api/v1/auth/token' },
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
      },
      parameters,
      responses: refusalResponses(),
      schemas: shapes.named(),
    },
  };
}

function pathOf(name: string): string {
  return `/api/v1/call/${name}`;
}

function operation(name: CallableName, shapes: Shapes): Json {
  const { kind, input, output, rate } = CALLABLES[name];
  const isWrite = kind !== 'query';
  const pace = `At most ${rate.perMinute} a minute and ${rate.burst} at once.`;
  const data = { type: 'object', properties: { data: shapes.of(input) } };
  return {
    operationId: name,
    tags: GROUPS.filter(({ callables }) => Object.hasOwn(callables, name)).map((group) => group.name),
    summary: CALLABLE_SUMMARIES[name],
    description: isWrite ? `Repeated with the same Idempotency-Key it happens once. ${pace}` : `Reads only. ${pace}`,
    parameters: [...(isWrite ? [ref('parameters', 'RequestId')] : []), ref('parameters', 'TabId')],
    requestBody: { content: json(data) },
    responses: {
      200: answer({
        type: 'object',
        properties: { result: shapes.of(output), serverTime: ref('schemas', 'Time') },
        required: ['result', 'serverTime'],
      }),
      ...REFUSALS,
    },
  };
}

function liveSocket(shapes: Shapes) {
  const names = Object.keys(EVENTS).filter(isEventName);
  return {
    path: '/api/v1/live',
    description: oneLine(ABOUT_LIVE),
    clientFrame: shapes.of(clientFrame),
    serverFrame: shapes.of(serverFrame),
    events: Object.fromEntries(
      names.map((name) => [name, { summary: EVENT_SUMMARIES[name], data: shapes.of(EVENTS[name]) }]),
    ),
  };
}

function inHeader(name: string, schema: unknown): Json {
  return { name, in: 'header', required: false, schema };
}

function oneLine(text: string): string {
  return text.replaceAll('\n', ' ');
}
