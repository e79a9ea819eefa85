import * as z from 'zod/mini';

/** GET /api/v1/config: what a client must not carry in its bundle. No sign-in needed. */
export const publicConfig = z.object({
  productName: z.string(),
  contractVersion: z.string(),
  providers: z.array(z.object({ id: z.string(), name: z.string() })),
  /** 'direct': the partner could learn your network address, and the finding modal says so. */
  callPath: z.enum(['relayed', 'direct']),
  termsVersion: z.string(),
  /** Addresses of the operator's own texts; null: the built-in ones. */
  texts: z.object({ terms: z.nullable(z.url()), rules: z.nullable(z.url()), privacy: z.nullable(z.url()) }),
  operatorContact: z.nullable(z.string()),
  limits: z.object({
    callSeconds: z.number(),
    decisionSeconds: z.number(),
    reminderSeconds: z.number(),
    earlyHangupSeconds: z.number(),
    canDislikeSeconds: z.number(),
    matchAckSeconds: z.number(),
    /** How long content that was seen once or deleted can still be reported; 0: not at all. */
    evidenceHours: z.number(),
  }),
  /** How long a moment lasts. */
  postSeconds: z.number(),
  /** What browsers subscribe to pushes with (applicationServerKey): 65 bytes, base64url. */
  pushKey: z.string(),
  serverTime: z.int(),
});
export type PublicConfig = z.infer<typeof publicConfig>;

/** POST /api/v1/auth/token, with the session cookie. */
export const tokenAnswer = z.object({ accessToken: z.string(), expiresIn: z.int(), userId: z.string() });
export type TokenAnswer = z.infer<typeof tokenAnswer>;
