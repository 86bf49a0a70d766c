import { readBody, type Body, type BodyInput, type RawInput } from '@tollgate/contracts';
import { ValidationFailed } from '@tollgate/platform';

/** What a call was given, read by its contract once it is known what it is about. @throws ValidationFailed */
export function readRawInput<B extends Body>(contract: B, raw: RawInput): BodyInput<B> {
  const result = readBody(contract, raw);
  if ('errors' in result) throw new ValidationFailed(result.errors);
  return result.input as BodyInput<B>;
}
