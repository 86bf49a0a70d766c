import { expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

it('a tax reports all its errors together, including those of its code (catalog, section 1.2)', async () => {
  const sandbox = await Sandbox.create();
  const create = (tax: object) => sandbox.call('POST', '/taxes', { tax });
  expect((await create({ name: 'VAT', code: 'vat', rate: '20' })).status).toBe(200);
  expect(await create({ code: 'vat', rate: 'x' })).toMatchObject({
    status: 422,
    body: { error_details: { name: ['value_is_mandatory'], code: ['value_already_exist'] } },
  });
  expect((await create({ code: 'vat', name: 'VAT', rate: '20' })).body['error_details']).toEqual({
    code: ['value_already_exist'],
  });
});
