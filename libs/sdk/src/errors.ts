/** Codes of errors by field, such as `{ "customer.email": ["invalid_format"] }`. */
export type Fields = Readonly<Record<string, readonly string[]>>;

/** The parts of an error, as an answer states them. */
export interface ErrorParts {
  /** The status of the answer; 0 without an answer. */
  status: number;
  /** The code of the error, such as `validation_errors`; `no_answer` or `deadline_exceeded` without an answer. */
  code: string;
  /** `error_details` as they came. */
  details?: unknown;
  /** Advice about what to send, by field. */
  hints?: Readonly<Record<string, string>>;
  /** The identifier under which the service logs the call. */
  requestId?: string | null;
  cause?: unknown;
}

/** A call that was refused, or that nothing answered. */
export class TollgateError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Fields;
  readonly details: unknown;
  readonly hints: Readonly<Record<string, string>>;
  readonly requestId: string | null;

  constructor({ status, code, details, hints = {}, requestId = null, cause }: ErrorParts) {
    super(textOf(status, code, details), cause === undefined ? undefined : { cause });
    this.name = 'TollgateError';
    this.status = status;
    this.code = code;
    this.fields = fieldsOf(details);
    this.details = details;
    this.hints = hints;
    this.requestId = requestId;
  }
}

const longestDetails = 500;

function textOf(status: number, code: string, details: unknown): string {
  const named = details === undefined ? '' : ` ${JSON.stringify(details).slice(0, longestDetails)}`;
  return `${status === 0 ? '' : `${status} `}${code}${named}`;
}

/** Lists of codes by field; deeper details, such as those of a batch, stay in `details`. */
function fieldsOf(details: unknown): Fields {
  if (typeof details !== 'object' || details === null) return {};
  const isList = ([, codes]: [string, unknown]) => typeof codes === 'string' || Array.isArray(codes);
  const lists = Object.entries(details as Record<string, unknown>).filter(isList);
  return Object.fromEntries(lists.map(([field, codes]) => [field, [codes].flat().map(String)]));
}

/** The error of an answer. @param body its body, parsed if it is JSON */
export function errorOf({ status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown): TollgateError {
  const {
    code,
    error,
    error_details: details,
    hints,
  } = (typeof body === 'object' && body !== null ? body : {}) as {
    code?: string;
    error?: string;
    error_details?: unknown;
    hints?: Record<string, string>;
  };
  return new TollgateError({
    status,
    code: code ?? error ?? 'unexpected_answer',
    ...(details === undefined ? {} : { details }),
    ...(hints === undefined ? {} : { hints }),
    requestId: headers.get('x-request-id'),
  });
}
