import { REASONS, codeOf, codeOfStatus, isReason, wireError, type Code, type Reason } from '@yonder/contract';

/** network: no answer came. cancelled: the caller's signal. */
export type CallReason = Reason | 'network' | 'cancelled';

interface CallErrorOptions extends ErrorOptions {
  code: Code;
  /** The sentence for users. */
  text: string;
  reason: CallReason | null;
  /** Whole seconds to wait before trying again. */
  retryAfter?: number | undefined;
  /** Where to go first. */
  url?: string | undefined;
}

/** Why a call did not succeed; its message reads '{code}: {text}'. */
export class CallError extends Error {
  readonly code: Code;
  readonly text: string;
  readonly reason: CallReason | null;
  readonly retryAfter: number | undefined;
  readonly url: string | undefined;

  constructor({ code, text, reason, retryAfter, url, ...options }: CallErrorOptions) {
    super(`${code}: ${text}`, options);
    this.name = 'CallError';
    this.code = code;
    this.text = text;
    this.reason = reason;
    this.retryAfter = retryAfter;
    this.url = url;
  }
}

export function errorOfReason(reason: Reason, cause?: unknown): CallError {
  return new CallError({ code: codeOf(reason), text: REASONS[reason][1], reason, cause });
}

/** Reads the `error` of a refusal, over HTTP or the socket. */
export function errorOfWire(value: unknown): CallError {
  const { data } = wireError.safeParse(value);
  if (!data) return errorOfReason('internal');
  const { status, message, details } = data;
  const reason = isReason(details?.reason) ? details.reason : null;
  const { retryAfter, url } = details ?? {};
  return new CallError({ code: codeOfStatus(status), text: message, reason, retryAfter, url });
}

export function networkError(cause?: unknown): CallError {
  return new CallError({ code: 'unavailable', text: 'The server cannot be reached.', reason: 'network', cause });
}

export function cancelledError(cause?: unknown): CallError {
  return new CallError({ code: 'cancelled', text: 'The call was cancelled.', reason: 'cancelled', cause });
}
