import type { PublicConfig } from '@yonder/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import type { Answers } from './answers.ts';
import { sendAnswers } from './send-answers.ts';

const ANSWERS: Answers = { birthDate: '1999-05-03', name: 'Wei', region: 'TW', languages: ['zh'], acceptsTerms: true };
const HOW = { requestId: '0198c0de-0000-7000-8000-0000000000f1' };
const TOKEN = { accessToken: 'bearer', expiresIn: 300, userId: '0198c0de-0000-7000-8000-000000000000' };
const UNDER_AGE = { error: { status: 'FAILED_PRECONDITION', message: 'no', details: { reason: 'under-age' } } };
const CONFIG: PublicConfig = {
  productName: 'Yonder',
  contractVersion: '1',
  providers: [],
  callPath: 'relayed',
  termsVersion: '2026-02',
  texts: {
    terms: null,
    rules: null,
    privacy: null,
  },
  operatorContact: null,
  postSeconds: 60,
  pushKey: '',
  limits: {
    callSeconds: 300,
    decisionSeconds: 15,
    reminderSeconds: 30,
    earlyHangupSeconds: 30,
    canDislikeSeconds: 60,
    matchAckSeconds: 15,
    evidenceHours: 24,
  },
  serverTime: 0,
};

let configured: PromiseWithResolvers<Response>;
let sent: unknown[];

beforeEach(() => {
  configured = Promise.withResolvers();
  sent = [];
  vi.stubGlobal('document', { cookie: 'signed-in=mark', location: { port: '' } });
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (url.endsWith('/config')) return configured.promise;
    if (!url.endsWith('/completeOnboarding')) return Response.json(TOKEN);
    sent.push(JSON.parse(String(body)));
    return Response.json(UNDER_AGE, { status: 400 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const accepted = (termsVersion: string) => [{ data: expect.objectContaining({ name: 'Wei', termsVersion }) }];

test('answers that are sent before the configuration is there go once it is', async () => {
  const refused = expect(sendAnswers(ANSWERS, HOW)).rejects.toMatchObject({ reason: 'under-age' });
  expect(sent).toEqual([]);
  configured.resolve(Response.json(CONFIG));
  await refused;
  expect(sent).toEqual(accepted('2026-02'));
});

test('where the configuration fails so do they, and the next press asks for it again', async () => {
  configured.resolve(new Response('', { status: 503 }));
  await expect(sendAnswers(ANSWERS, HOW)).rejects.toThrow('503');
  expect(sent).toEqual([]);
  configured = Promise.withResolvers();
  configured.resolve(Response.json(CONFIG));
  await expect(sendAnswers(ANSWERS, HOW)).rejects.toMatchObject({ reason: 'under-age' });
  expect(sent).toEqual(accepted('2026-02'));
});
