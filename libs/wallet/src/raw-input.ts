import { readBody, type Body, type BodyInput } from '@tollgate/contracts';
import { ValidationFailed } from '@tollgate/platform';

/** Validates a raw body against a contract that is known only after the resource is loaded. @throws ValidationFailed */
export function readRawInput<B extends Body>(contract: B, raw: Record<string, unknown>): BodyInput<B> {
  const result = readBody(contract, raw);
  if ('errors' in result) throw new ValidationFailed(result.errors);
  return result.input as BodyInput<B>;
}
