import { expect, it } from '@jest/globals';
import { readTable } from './import-table.js';

it('reads rows by the names of their columns', async () => {
  const csv = [
    '\ufeffexternal_id,name,shipping_address.city,shipping_address.country,tax_codes,slug',
    `c1,"Two\nlines",Bonn,DE,"[""a"",""b""]",X-1`,
    '',
    `c2,'=1+1,,,,`,
  ].join('\r\n');
  expect(await readTable('customers', csv)).toEqual({
    rows: [
      {
        line: 3,
        given: {
          external_id: 'c1',
          name: 'Two\nlines',
          shipping_address: { city: 'Bonn', country: 'DE' },
          tax_codes: ['a', 'b'],
        },
        errors: null,
      },
      { line: 5, given: { external_id: 'c2', name: '=1+1' }, errors: null },
    ],
  });
});

it('reads identifiers by the prefix of the installation', async () => {
  const csv = 'acme_id,external_id,name\n1,c1,One';
  expect(await readTable('customers', csv, 'acme')).toEqual({
    rows: [{ line: 2, given: { external_id: 'c1', name: 'One' }, errors: null }],
  });
  expect(await readTable('customers', csv)).toEqual({ errors: { 'csv.acme_id': ['unknown_column'] } });
});

it('reports the errors of a row, and reads the others', async () => {
  const read = await readTable('customers', 'external_id,metadata\nc1,x\nc2\nc3,\nc3,');
  expect('rows' in read && read.rows.map(({ line, errors }) => [line, errors])).toEqual([
    [2, { metadata: ['invalid_format'] }],
    [3, { base: ['invalid_count'] }],
    [4, null],
    [5, { external_id: ['value_is_duplicated'] }],
  ]);
});

it('rejects an unreadable file and unknown columns', async () => {
  expect(await readTable('customers', 'external_id')).toEqual({ errors: { csv: ['value_is_invalid'] } });
  expect(await readTable('customers', 'external_id,name\n"c1,x')).toEqual({ errors: { csv: ['value_is_invalid'] } });
  expect(await readTable('subscriptions', 'external_id,plan,external_id\ns,p,s')).toEqual({
    errors: { 'csv.plan': ['unknown_column'], 'csv.external_id': ['value_is_duplicated'] },
  });
  const many = `external_id\n${Array.from({ length: 10_001 }, (_, place) => `c${place}`).join('\n')}`;
  expect(await readTable('customers', many)).toEqual({ errors: { csv: ['value_is_too_long'] } });
});
