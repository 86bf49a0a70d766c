import { exampleId, type FieldText } from './texts.js';

/** Texts of the parameters of paths, by their names. */
export const pathParameters: Readonly<Record<string, FieldText>> = {
  activity_id: ['Identifier of the entry', exampleId],
  applied_coupon_id: ['Identifier of the applied coupon', exampleId],
  charge_code: ['Code of the charge', 'storage'],
  code: ['Code of the object', 'starter'],
  external_customer_id: ['Identifier of the customer that the organization assigned', 'acme'],
  external_id: ['Identifier that the organization assigned', 'acme'],
  external_subscription_id: ['Identifier of the subscription that the organization assigned', 'sub_acme_1'],
  feature_code: ['Code of the feature', 'seats'],
  filter_id: ['Identifier of the filter', exampleId],
  fixed_charge_code: ['Code of the fixed charge', 'seats'],
  key: ['Name of the entry', 'region'],
  log_id: ['Identifier of the entry', exampleId],
  number: ['Number of the version', '3'],
  privilege_code: ['Code of the privilege; null for the feature as a whole', 'max'],
  request_id: ['Identifier of the call', exampleId],
  svc_id: ['Identifier that the service assigned'],
  transaction_id: ['Identifier of the event by its sender', 'evt_2026_000017'],
  wallet_code: ['Code of the wallet', 'prepaid'],
};
