import { readBody, type Body, type BodyInput, type RawInput } from '@tollgate/contracts';
import { ValidationFailed } from '@tollgate/platform';

/** Validates a raw body against a contract that depends on a loaded resource. @throws ValidationFailed */
export function readRawInput<B extends Body>(contract: B, raw: RawInput): BodyInput<B> {
  const result = readBody(contract, raw);
  if ('errors' in result) throw new ValidationFailed(result.errors);
  return result.input as BodyInput<B>;
}
