import {
  REASONS,
  codeOf,
  httpStatusOf as statusOfReason,
  statusOf,
  type Code,
  type Reason,
  type WireError,
} from '@yonder/contract';

interface DomainErrorOptions extends ErrorOptions {
  /** Whole seconds to wait before trying again. */
  retryAfter?: number | undefined;
  /** The page the user must visit first. */
  url?: string;
}

/** An error a user can cause, by its reason in the contract's catalogue. Everything else that is thrown is a bug. */
export class DomainError extends Error {
  readonly reason: Reason;
  readonly retryAfter: number | undefined;
  readonly url: string | undefined;

  constructor(reason: Reason, { retryAfter, url, ...options }: DomainErrorOptions = {}) {
    super(REASONS[reason][1], options);
    this.name = 'DomainError';
    this.reason = reason;
    this.retryAfter = retryAfter;
    this.url = url;
  }

  get code(): Code {
    return codeOf(this.reason);
  }
}

/**
 * Keeps a DomainError. Reports a database that is away as 'busy', and everything else as 'internal', without its
 * details.
 */
export function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  return new DomainError(isOutage(error) ? 'busy' : 'internal', { cause: error });
}

/** A refusal that keeps what the command wrote: a DomainError would roll it back. */
export class LastingRefusal {
  readonly reason: Reason;

  constructor(reason: Reason) {
    this.reason = reason;
  }
}

export function httpStatusOf(error: DomainError): number {
  return statusOfReason(error.reason);
}

export function wireErrorOf(error: DomainError): WireError {
  const { code, message, reason, retryAfter, url } = error;
  const details = { reason, ...(retryAfter !== undefined && { retryAfter }), ...(url !== undefined && { url }) };
  return { status: statusOf(code), message, details };
}

/**
 * SQLSTATE classes: connection lost, out of resources, operator intervention, rolled back for other transactions;
 * 25P03, a transaction aborted because this node stalled in it; 25006, a read-only server.
 */
const OUTAGE_CLASSES = /^(?:08|53|57|40|25P03|25006)/;
const OUTAGE_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);
/** The driver has no code for these. */
const OUTAGE_TEXTS =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed)/;

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return OUTAGE_CLASSES.test(code) || OUTAGE_CODES.has(code) || OUTAGE_TEXTS.test(error.message);
}
