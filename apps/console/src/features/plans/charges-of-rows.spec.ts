import { expect, it } from '@jest/globals';
import { chargesOfRows } from './charges-of-rows.js';

const charge = (billable_metric_id: string, amount: string) => ({
  billable_metric_id,
  charge_model: 'standard',
  properties: { amount },
});
const filter = (key: string, value: string, amount: string) => ({ values: { [key]: [value] }, properties: { amount } });

it('rows with a property are filters of the first charge of their metric', () => {
  expect(
    chargesOfRows([
      { metric: 'tokens', property: 'model', value: 'large', amount: '3' },
      { metric: 'tokens', amount: '1' },
      { metric: 'tokens', property: 'model', value: 'a, b', amount: '2' },
      { metric: 'seats', property: 'kind', value: 'guest', amount: '5' },
    ]),
  ).toEqual([
    { ...charge('tokens', '1'), filters: [filter('model', 'large', '3'), filter('model', 'a, b', '2')] },
    { ...charge('seats', '0'), filters: [filter('kind', 'guest', '5')] },
  ]);
});

it('rows without one are charges, and a value needs its property', () => {
  expect(
    chargesOfRows([
      { metric: 'm', amount: '1' },
      { metric: 'm', amount: '2' },
    ]),
  ).toEqual([charge('m', '1'), charge('m', '2')]);
  expect(chargesOfRows([{ metric: 'm', value: 'x', amount: '2' }])).toEqual([
    { ...charge('m', '0'), filters: [filter('', 'x', '2')] },
  ]);
});
