import { ApiError } from '@tollgate/platform';

/** The refusal of a check: its errors by field, or else its code; null if the check passes. */
export function errorOf(check: () => unknown): unknown {
  try {
    check();
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.body['error_details'] ?? error.body['code'];
  }
}
