import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { components } from '../../api/schema.js';
import { pricePerPackage, pricePerUnit } from '../plans/charge-models/charge-inputs.js';

type Schemas = components['schemas'];

/** An example of a metric with its price, to change later. */
export interface Template {
  label: MessageDescriptor;
  metric: Schemas['BillableMetricCreate'];
  /** Decimal, in main units of the currency. */
  price: string;
  charge(metricId: string, price: string): Schemas['ChargeInPlan'];
  /** The properties of an event of the metric. */
  properties: Record<string, string | number>;
}

const packageSize = 1_000;

/** The templates of the first run. */
export const templates: Record<string, Template> = {
  calls: {
    label: msg`API calls, in packages of 1,000`,
    metric: { name: 'API calls', code: 'api_calls', aggregation_type: 'count_agg' },
    price: '1',
    charge: (id, price) => pricePerPackage(id, price, packageSize),
    properties: {},
  },
  tokens: {
    label: msg`Tokens of a language model`,
    metric: { name: 'Tokens', code: 'tokens', aggregation_type: 'sum_agg', field_name: 'tokens' },
    price: '0.00002',
    charge: pricePerUnit,
    properties: { tokens: 1_500 },
  },
  seats: {
    label: msg`Seats of users`,
    metric: {
      name: 'Seats',
      code: 'seats',
      aggregation_type: 'unique_count_agg',
      field_name: 'user_id',
      recurring: true,
    },
    price: '10',
    charge: pricePerUnit,
    properties: { user_id: 'ada' },
  },
  storage: {
    label: msg`Gigabytes that are stored`,
    metric: { name: 'Storage', code: 'storage', aggregation_type: 'max_agg', field_name: 'gigabytes' },
    price: '0.10',
    charge: pricePerUnit,
    properties: { gigabytes: 12 },
  },
};
