import type { FieldErrors, QueryErrors } from '@tollgate/contracts';

/** An error response: its status and exact body (catalog, section 1.2). */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: Record<string, unknown>,
    readonly headers: Record<string, string> = {},
  ) {
    super(String(body['code'] ?? body['error']));
  }
}

/** 400: the body's wrapper is missing or empty, or the JSON is malformed. */
export class BadRequest extends ApiError {
  /** @param beyond the code and the number of a limit that the body breaks */
  constructor(reason: string, beyond: { code?: string; error_details?: Record<string, number> } = {}) {
    super(400, { status: 400, error: `BadRequest: ${reason}`, ...beyond });
  }
  static missingWrapper(wrapper: string): BadRequest {
    return new BadRequest(`param is missing or the value is empty or invalid: ${wrapper}`);
  }
}

export class Unauthorized extends ApiError {
  constructor() {
    super(401, { status: 401, error: 'Unauthorized' });
  }
}

/** 403 with its code, such as `write_action_not_allowed_for_plan`. */
export class Forbidden extends ApiError {
  constructor(code: string) {
    super(403, { status: 403, error: 'Forbidden', code });
  }
}

/** 404 `<resource>_not_found`. */
export class NotFound extends ApiError {
  constructor(resource: string) {
    super(404, { status: 404, error: 'Not Found', code: `${resource}_not_found` });
  }
}

/** 405: the operation is not allowed in this state. */
export class NotAllowed extends ApiError {
  constructor(code: string) {
    super(405, { status: 405, error: 'Method Not Allowed', code });
  }
}

/** 413: the body is larger than the service accepts. */
export class BodyTooLarge extends ApiError {
  constructor() {
    super(413, { status: 413, error: 'Payload Too Large', code: 'body_too_large' });
  }
}

/** 405: the path exists, the method does not; `Allow` names the existing methods. */
export class MethodNotAllowed extends ApiError {
  constructor(methods: string[]) {
    super(405, { status: 405, error: 'Method Not Allowed', code: 'method_not_allowed' }, { allow: methods.join(', ') });
  }
}

/** 415: the body is not JSON, or has an unknown compression. */
export class UnsupportedMediaType extends ApiError {
  constructor() {
    super(
      415,
      { status: 415, error: 'Unsupported Media Type', code: 'unsupported_media_type' },
      { 'accept-encoding': 'gzip, deflate, br' },
    );
  }
}

/** Bytes of a request's address and headers. 1,000 identifiers fit, with every bracket percent-encoded: 47 kB. */
export const largestHead = 65_536;

/** 431: address and headers together are larger than the service accepts. */
export class HeadersTooLarge extends ApiError {
  constructor() {
    super(431, {
      status: 431,
      error: 'Request Header Fields Too Large',
      code: 'headers_too_large',
      error_details: { maximum_bytes: largestHead },
    });
  }
}

/** 422: errors by field; plain text where no field is at fault. */
export class ValidationFailed extends ApiError {
  constructor(details: FieldErrors | QueryErrors | object | string) {
    super(422, { status: 422, error: 'Unprocessable Entity', code: 'validation_errors', error_details: details });
  }
}

/** Reports all wrong fields of a request together. @param errors by field @throws ValidationFailed if there are any */
export function refuseErrors(errors: FieldErrors | QueryErrors | object): void {
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors);
}

/** 422: a concurrent call changed the same data; nothing was changed, and a retry may succeed. */
export class LostToAnotherWrite extends ApiError {
  /** @param cause the store's error; it is logged, and never part of the answer */
  constructor(cause: unknown) {
    super(422, { status: 422, error: 'Unprocessable Entity', code: 'lock_acquisition_failed' });
    this.cause = cause;
  }
}

/** 429 with the seconds to wait. */
export class TooManyRequests extends ApiError {
  constructor(retryAfterSeconds: number) {
    super(
      429,
      {
        status: 429,
        error: 'Too Many Requests',
        code: 'too_many_requests',
        error_details: { retry_after: retryAfterSeconds },
      },
      { 'retry-after': String(retryAfterSeconds) },
    );
  }
}

/** 503: something that this call needs is unavailable; nothing was changed. */
export class Unavailable extends ApiError {
  /** @param cause the underlying error; it is logged, and never part of the answer */
  constructor(
    readonly reason: string,
    cause?: unknown,
  ) {
    super(
      503,
      { status: 503, error: 'Service Unavailable', code: 'service_unavailable', error_details: { reason } },
      { 'retry-after': '1' },
    );
    if (cause !== undefined) this.cause = cause;
  }
}
