import { describe, expect, it } from '@jest/globals';
import { body, choice, mandatoryText } from '@tollgate/contracts';
import { ValidationFailed } from '@tollgate/platform';
import { onlyKeys, readRecord, withUniqueCodes } from './records.js';

const contract = body({ name: mandatoryText(), kind: choice(['a', 'b']) });
const detailsOf = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ValidationFailed ? error.body['error_details'] : error),
  );

describe('reading a record (catalog, section 1.2)', () => {
  it('reports the errors of contract and check together, contract errors first', async () => {
    const read = readRecord(contract, { kind: 'c' }, async (_, add) => add('code', 'value_already_exist'));
    expect(await detailsOf(read)).toEqual({
      name: ['value_is_mandatory'],
      kind: ['value_is_invalid'],
      code: ['value_already_exist'],
    });
  });

  it('does not repeat a contract error, but repeats an error that the check reports twice', async () => {
    const read = readRecord(contract, { name: 'n', kind: 'c' }, (_, add) => {
      add('kind', 'value_is_invalid', 'value_is_mandatory');
      add('properties', 'invalid_amount', 'invalid_amount');
    });
    expect(await detailsOf(read)).toEqual({
      kind: ['value_is_invalid', 'value_is_mandatory'],
      properties: ['invalid_amount', 'invalid_amount'],
    });
  });

  it('returns the record', async () => {
    expect(await readRecord(contract, { name: 'n', kind: null, other: 1 }, () => undefined)).toEqual({
      name: 'n',
      kind: null,
    });
    expect(onlyKeys({ name: 'n', kind: 'a' }, ['kind', 'code'])).toEqual({ kind: 'a' });
  });

  it('maps a concurrently created code to the error of a taken code', async () => {
    const broken = (constraint: string) =>
      withUniqueCodes(() => Promise.reject(Object.assign(new Error(), { code: '23505', constraint })));
    expect(await detailsOf(broken('plans_code'))).toEqual({ code: ['value_already_exist'] });
    expect(await detailsOf(broken('plans_pkey'))).toMatchObject({ constraint: 'plans_pkey' });
  });
});
