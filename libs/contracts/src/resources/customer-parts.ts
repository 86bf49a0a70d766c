import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { flag, mandatoryText, text } from '../http/fields.js';
import { blankAsNull, country } from '../http/party-fields.js';
import { choiceText, idText } from '../http/strict-fields.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { integrationTypes } from './integrations.js';

// Objects that a customer holds, and the bodies that write them.

const nullableText = () => z.string().nullable();

export const ShippingAddress = shape('The shipping address, if it differs', {
  address_line1: described(nullableText(), ...texts.addressLine1),
  address_line2: described(nullableText(), ...texts.addressLine2),
  city: described(nullableText(), ...texts.city),
  zipcode: described(nullableText(), ...texts.zipcode),
  state: described(nullableText(), ...texts.region),
  country: described(nullableText(), ...texts.country),
});
export type ShippingAddress = z.infer<typeof ShippingAddress>;

/** The fields of an address in a request. */
export const addressFields = {
  address_line1: blankAsNull(text()),
  address_line2: blankAsNull(text()),
  city: blankAsNull(text()),
  state: blankAsNull(text()),
  zipcode: blankAsNull(text()),
  country: country(),
};

/** Nested objects of an upsert; their errors have the names of their fields. */
export const CustomerShippingAddress = described(
  bodyOf(ShippingAddress, addressFields),
  'The shipping address, if it differs',
);
export type CustomerShippingAddress = BodyInput<typeof CustomerShippingAddress>;

export const CustomerMetadata = shape('A metadata entry of a customer', {
  svc_id: svcId(),
  key: described(z.string(), ...texts.entryKey),
  value: described(z.string(), ...texts.entryValue),
  display_in_invoice: described(z.boolean(), 'Whether documents show it'),
  created_at: createdAt(),
});
export type CustomerMetadata = z.infer<typeof CustomerMetadata>;

export const CustomerMetadataInput = bodyOf(CustomerMetadata, {
  id: described(idText(), ...texts.assignedId),
  key: mandatoryText(20),
  value: mandatoryText(100),
  display_in_invoice: flag(),
});
export type CustomerMetadataInput = BodyInput<typeof CustomerMetadataInput>;

export const IntegrationCustomer = shape('The customer in another system for accounting, taxes or sales', {
  svc_id: svcId(),
  type: described(z.enum(integrationTypes), 'Kind of the external system'),
  integration_code: described(z.string(), 'Code of the external system', 'netsuite_eu'),
  external_customer_id: described(nullableText(), 'Identifier of the customer in the external system', '1042'),
  sync_with_provider: described(z.boolean().nullable(), 'Whether the service creates the customer at the provider'),
  subsidiary_id: described(nullableText(), 'Subsidiary in the external system', '2'),
  targeted_object: described(nullableText(), 'Kind of the object in the external system', 'companies'),
  email: described(nullableText(), ...texts.email),
});
export type IntegrationCustomer = z.infer<typeof IntegrationCustomer>;

/** The customer's id in a system for accounting, taxes or sales (customers, section 2.13). */
export const IntegrationCustomerInput = described(
  bodyOf(IntegrationCustomer, {
    id: described(idText(), ...texts.assignedId),
    integration_type: described(choiceText(integrationTypes), 'Kind of the external system', 'netsuite'),
    integration_code: text(),
    external_customer_id: text(),
    sync_with_provider: flag(),
    subsidiary_id: text(),
    targeted_object: text(),
  }),
  'The customer in another system for accounting, taxes or sales',
);
export type IntegrationCustomerInput = BodyInput<typeof IntegrationCustomerInput>;

/** An error of an invoice, or of a customer's taxes (invoices, section 9.10). */
export const ErrorDetail = shape('An error of the taxes or of the files of an object', {
  svc_id: svcId(),
  error_code: described(z.string(), 'Code of the error', 'tax_error'),
  details: described(z.record(z.string(), z.string()), 'Error codes by kind', 'tax_error=currency_code_not_supported'),
});
export type ErrorDetail = z.infer<typeof ErrorDetail>;

/** The most subscriptions of a customer in a list. */
export const mostOfCustomer = 10;

/** A subscription of a listed customer. */
export const CustomerSubscription = shape('A subscription of a listed customer', {
  svc_id: svcId(),
  external_id: described(z.string(), ...texts.externalId),
  name: described(z.string().nullable(), ...texts.name),
  status: described(z.string(), ...texts.state),
  plan_code: described(z.string(), ...texts.planCode),
});
