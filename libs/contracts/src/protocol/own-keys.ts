import { z } from 'zod';
import type { Route } from '../http/route.js';

/**
 * Fields with a free-form object, and the owner of its keys. The caller's keys name properties, values, groups and
 * codes freely. The service's own keys follow the identifier prefix. A new field must be added here (`recordsOf`).
 */
const recordFields: Record<string, 'caller' | 'ours'> = {
  properties: 'caller',
  metadata: 'caller',
  values: 'caller',
  grouped_by: 'caller',
  presentation_by: 'caller',
  refused_reasons: 'caller',
  entitlements: 'caller',
  overrides: 'caller',
  details_translations: 'caller',
  email_text_translations: 'caller',
  display_name_translations: 'caller',
  invoice_display_name_translations: 'caller',
  invoice_footer_translations: 'caller',
  name_translations: 'caller',
  payment_terms_translations: 'caller',
  accounting_settings: 'ours',
  activity_object: 'ours',
  activity_object_changes: 'ours',
  add_ons: 'ours',
  alerts: 'ours',
  amount_details: 'ours',
  applied_coupon: 'ours',
  applied_pricing_unit: 'ours',
  applies_to: 'ours',
  arguments: 'ours',
  billable_metric: 'ours',
  billable_metrics: 'ours',
  billing_configuration: 'ours',
  billing_entity: 'ours',
  by_credit_status: 'ours',
  charges: 'ours',
  counts: 'ours',
  coupon: 'ours',
  coupons: 'ours',
  customer: 'ours',
  customer_filters: 'ours',
  details: 'ours',
  device_info: 'ours',
  error_details: 'ours',
  errors: 'ours',
  einvoicing_settings: 'ours',
  event: 'ours',
  event_backfill: 'ours',
  event_source: 'ours',
  exchange_rate: 'ours',
  features: 'ours',
  fees: 'ours',
  filters: 'ours',
  fixed_charges: 'ours',
  integration: 'ours',
  integration_customers: 'ours',
  invoice_custom_section: 'ours',
  invoices_by_status: 'ours',
  items: 'ours',
  kafka: 'ours',
  legal_mentions: 'ours',
  mappings: 'ours',
  taxes: 'ours',
  plans: 'ours',
  portal_person: 'ours',
  portal_settings: 'ours',
  minimum_commitment: 'ours',
  next_action: 'ours',
  payload: 'ours',
  payment_method: 'ours',
  permissions: 'ours',
  plan: 'ours',
  plan_overrides: 'ours',
  privileges: 'ours',
  quantities: 'ours',
  request_body: 'ours',
  request_response: 'ours',
  resources: 'ours',
  rules: 'ours',
  shipping_address: 'ours',
  subscriptions: 'ours',
  subscriptions_by_status: 'ours',
  thresholds: 'ours',
  usage: 'ours',
  usage_thresholds: 'ours',
};

/** Whether an object under this name has the caller's keys, which the identifier prefix does not change. */
export const hasCallersKeys = (field: string): boolean =>
  Object.hasOwn(recordFields, field) && recordFields[field] === 'caller';

/**
 * Names of free-form object fields in calls and messages without a declared owner. Webhooks show the content of
 * messages and answers.
 */
export const unknownRecords = (routes: readonly Route[], payloads: readonly z.ZodObject[]): string[] =>
  [...recordsOf(routes, payloads)].filter((name) => !Object.hasOwn(recordFields, name)).sort();

function recordsOf(routes: readonly Route[], payloads: readonly z.ZodObject[]): Set<string> {
  const names = new Set<string>();
  const seen = new Set<z.core.$ZodType>();
  const walkAll = (shape: z.core.$ZodShape) => Object.entries(shape).forEach(([name, field]) => walk(field, name));
  const walk = (schema: z.core.$ZodType, name: string): void => {
    if (schema instanceof z.ZodRecord) names.add(name);
    // Repeated schemas are skipped, except records: their location identifies them.
    if (seen.has(schema)) return;
    seen.add(schema);
    if (schema instanceof z.ZodObject) walkAll(schema.shape);
    for (const inner of innerOf(schema)) walk(inner, name);
  };
  for (const { body, answer } of routes) {
    if (body) walkAll(body.shape);
    walkAll(answer);
  }
  for (const { shape } of payloads) walkAll(shape);
  return names;
}

/** The inner schemas of a schema: elements, alternatives, and the content of wrappers. */
function innerOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodUnion) return schema.options;
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return [schema.unwrap()];
  return [];
}
