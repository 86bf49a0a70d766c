import type { RawInput } from '@tollgate/contracts';
import { ApiError, refuseErrors } from '../errors/api-errors.js';

/**
 * Creates one item, or several all or none. It reports the errors of several together by position, each with its input
 * (customers, section 8.2). Call it in a transaction: its error rolls back. Validation runs before writes.
 * @throws ApiError of a single item; ValidationFailed of several
 */
export async function makeAllOrNone<T>(
  { batch, raw }: { batch: boolean; raw: RawInput[] },
  make: (item: RawInput) => Promise<T>,
): Promise<T[]> {
  const made: T[] = [];
  const errors: Record<string, { params: RawInput; errors: string }> = {};
  for (const [index, item] of raw.entries()) {
    try {
      made.push(await make(item));
    } catch (error) {
      if (!batch || !(error instanceof ApiError) || error.status >= 500) throw error;
      errors[index] = { params: item, errors: textOf(error) };
    }
  }
  refuseErrors(errors);
  return made;
}

const textOf = ({ body }: ApiError): string =>
  body['error_details'] === undefined
    ? String(body['code'])
    : `Validation errors: ${JSON.stringify(body['error_details'])}`;
