import { toApiError, Unavailable, ValidationFailed } from '@tollgate/platform';
import { AmountOutOfRange, InvoiceDoesNotAddUp } from '@tollgate/rating';

/** The reason of a billing failure, in words for customers, without any text of a store or engine. */
export interface Failure {
  code:
    'amount_out_of_range' | 'value_refused' | 'does_not_add_up' | 'not_computable' | 'tax_error' | 'tax_voiding_error';
  message: string;
  /** Its form in answers; absent: the message under the code. */
  details?: Record<string, string>;
  /** Whether a retry fails the same way until an operator fixes the cause. */
  permanent: boolean;
}

/** Database errors that pass: conflicts, time-outs, exhausted resources, lost connections. */
const passing = /^(08|25P03|40|53|55|57|58)/;
/** Errors of the usage store that pass, by name. */
const passingInStore = new Set([
  'MEMORY_LIMIT_EXCEEDED',
  'TIMEOUT_EXCEEDED',
  'TOO_MANY_SIMULTANEOUS_QUERIES',
  'TOO_MANY_PARTS',
  'NETWORK_ERROR',
  'SOCKET_TIMEOUT',
  'NOT_ENOUGH_SPACE',
  'QUERY_WAS_CANCELLED',
  'ALL_CONNECTION_TRIES_FAILED',
  'TABLE_IS_READ_ONLY',
  'CANNOT_WRITE_TO_FILE_DESCRIPTOR',
]);
/** A number or text that violates a column or a constraint. */
const refused = /^(22|23)/;
/** Another process was faster; a retry detects that. */
const overtaken = '23505';

/** Classifies a billing error; null means transient: retry. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof AmountOutOfRange)
    return { code: 'amount_out_of_range', message: error.message, permanent: true };
  if (error instanceof InvoiceDoesNotAddUp)
    return {
      code: 'does_not_add_up',
      message: `the figures of the invoice do not add up: ${error.message}`,
      permanent: true,
    };
  if (toApiError(error) instanceof Unavailable) return null;
  const { code, type } = (error ?? {}) as { code?: unknown; type?: unknown };
  if ((typeof code === 'string' && passing.test(code)) || (typeof type === 'string' && passingInStore.has(type)))
    return null;
  if (type === 'DECIMAL_OVERFLOW')
    return { code: 'amount_out_of_range', message: 'the usage is too large to count', permanent: true };
  if (typeof code === 'string' && code === '22003')
    return { code: 'amount_out_of_range', message: 'an amount is too large to store', permanent: true };
  if (typeof code === 'string' && code.length === 5 && code !== overtaken && refused.test(code)) {
    return { code: 'value_refused', message: 'a value of the invoice cannot be stored', permanent: true };
  }
  return { code: 'not_computable', message: 'the invoice could not be computed', permanent: false };
}

/**
 * Returns the result of `work`. @throws ValidationFailed when an amount is out of range, or figures contradict each
 * other
 */
export async function answerable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = failureOf(error)?.code;
    if (code === 'amount_out_of_range') throw new ValidationFailed({ amount_cents: ['value_is_out_of_range'] });
    if (code === 'does_not_add_up') throw new ValidationFailed({ base: ['does_not_add_up'] });
    throw error;
  }
}
