import type { components } from '../../../api/schema.js';

type Input = components['schemas']['ChargeInPlan'];

/** A price for each unit. @param amount decimal, in main units of the currency */
export const pricePerUnit = (metricId: string, amount: string): Input => ({
  billable_metric_id: metricId,
  charge_model: 'standard',
  properties: { amount },
});

/** A price for each begun package of units. */
export const pricePerPackage = (metricId: string, amount: string, size: number): Input => ({
  billable_metric_id: metricId,
  charge_model: 'package',
  properties: { amount, package_size: size, free_units: 0 },
});
