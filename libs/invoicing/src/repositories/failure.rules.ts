import { toApiError, Unavailable, ValidationFailed } from '@tollgate/platform';
import { AmountOutOfRange, InvoiceDoesNotAddUp } from '@tollgate/rating';

/** Why something could not be billed, as those whom it concerns may read it: without a word of any store or engine. */
export interface Failure {
  code: 'amount_out_of_range' | 'value_refused' | 'does_not_add_up' | 'not_computable';
  message: string;
  /** Whether it would fail the same way again, as long as nobody puts right what is wrong. */
  permanent: boolean;
}

/** What a database says when it does not want something now: conflicts, time-outs, resources; but also when it goes away. */
const passing = /^(08|40|53|55|57|58)/;
/** The same of the usage store, by the name of its error. */
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
/** A number or text that a column or a constraint does not take. */
const refused = /^(22|23)/;
/** Somebody else was quicker; tried again, that is seen. */
const overtaken = '23505';

/** What an error means for what was to be billed; null when something is away or busy: then it is tried again. */
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
    return { code: 'amount_out_of_range', message: 'the usage is beyond what can be counted', permanent: true };
  if (typeof code === 'string' && code === '22003')
    return { code: 'amount_out_of_range', message: 'an amount is beyond what can be kept', permanent: true };
  if (typeof code === 'string' && code.length === 5 && code !== overtaken && refused.test(code)) {
    return { code: 'value_refused', message: 'a value of the invoice is not one that can be kept', permanent: true };
  }
  return { code: 'not_computable', message: 'the invoice could not be computed', permanent: false };
}

/** Answers with what `work` finds. @throws ValidationFailed where an amount is beyond all bounds, or figures contradict each other */
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
