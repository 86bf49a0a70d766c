import type { RawInput } from '@tollgate/contracts';
import { ApiError, ValidationFailed } from '../errors/api-errors.js';

/**
 * Makes one thing, or several all or none: what is wrong with several is told together, by their place, each with what was
 * given (customers, section 8.2). Called in a transaction, which its error undoes; what can be refused is refused before it
 * is written.
 * @throws ApiError of the one; ValidationFailed of several
 */
export async function makeAllOrNone<T>(
  { batch, rawAlerts }: { batch: boolean; rawAlerts: RawInput[] },
  make: (item: RawInput) => Promise<T>,
): Promise<T[]> {
  const made: T[] = [];
  const errors: Record<string, { params: RawInput; errors: string }> = {};
  for (const [index, item] of rawAlerts.entries()) {
    try {
      made.push(await make(item));
    } catch (error) {
      if (!batch || !(error instanceof ApiError) || error.status >= 500) throw error;
      errors[index] = { params: item, errors: textOf(error) };
    }
  }
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors);
  return made;
}

const textOf = ({ body }: ApiError): string =>
  body['error_details'] === undefined
    ? String(body['code'])
    : `Validation errors: ${JSON.stringify(body['error_details'])}`;
