import {
  bounds,
  CustomerBillingConfigurationInput,
  CustomerEinvoicingInput,
  CustomerMetadataInput,
  CustomerShippingAddress,
  CustomerUpsert,
  IntegrationCustomerInput,
  readBody,
  type FieldErrors,
} from '@tollgate/contracts';
import { isAddressScheme, isWellFormed } from '@tollgate/contracts/e-invoices';
import { readRawInput, ValidationFailed } from '@tollgate/platform';
import { customerSelectionChange, type SelectionChange } from '../../model/custom-sections/section-selection.rules.js';

type Raw = Record<string, unknown>;

/** The validated input of an upsert. */
export interface CustomerChanges {
  input: CustomerUpsert;
  shippingAddress: CustomerShippingAddress | undefined;
  billing: CustomerBillingConfigurationInput;
  einvoicing: CustomerEinvoicingInput | undefined;
  /** Its links to other systems; undefined if absent. */
  integrations: IntegrationCustomerInput[] | undefined;
  /** The change of its invoice custom sections. */
  sections: SelectionChange;
}

const zeroAmountChoices: readonly unknown[] = ['inherit', 'skip', 'finalize', null, undefined];

/**
 * Runs the special checks of a customer before all others, in order (customers, section 2.2).
 * @throws ValidationFailed
 */
export function runSpecialChecks(raw: Raw): void {
  const { metadata, finalize_zero_amount_invoice: zeroAmount, integration_customers: integrations } = raw;
  if (Array.isArray(metadata) && metadata.length > bounds.metadata)
    throw new ValidationFailed({ metadata: ['invalid_count'] });
  if (!zeroAmountChoices.includes(zeroAmount))
    throw new ValidationFailed({ finalize_zero_amount_invoice: ['invalid_value'] });
  if (raw['account_type'] !== 'partner' && namesTypeTwice(integrations))
    throw new ValidationFailed({ integration_customers: ['invalid_count_per_integration_type'] });
}

function namesTypeTwice(integrations: unknown): boolean {
  if (!Array.isArray(integrations)) return false;
  const types = integrations.flatMap((entry: unknown) => {
    const type = isRecord(entry) ? entry['integration_type'] : undefined;
    return typeof type === 'string' ? [type] : [];
  });
  return new Set(types).size < types.length;
}

/** Reads an upsert. @throws ValidationFailed with the errors of all fields, those of the shipping address too */
export function readCustomer(raw: Raw): CustomerChanges {
  const read = readBody(CustomerUpsert, withoutNullBytes(raw, namedTexts));
  const shipping = raw['shipping_address'];
  const address = isRecord(shipping)
    ? readBody(CustomerShippingAddress, withoutNullBytes(shipping, addressTexts))
    : undefined;
  const errors: FieldErrors = {
    ...('errors' in read ? read.errors : {}),
    ...(address && 'errors' in address ? shippingErrors(address.errors) : {}),
  };
  if ('errors' in read || (address && 'errors' in address)) throw new ValidationFailed(errors);
  const { input } = read;
  const integrations = input.integration_customers?.map((entry) => readRawInput(IntegrationCustomerInput, entry));
  return {
    input,
    integrations,
    shippingAddress: address?.input,
    billing: readRawInput(CustomerBillingConfigurationInput, input.billing_configuration ?? {}),
    einvoicing: input.einvoicing_settings && einvoicingOf(input.einvoicing_settings),
    sections: sectionsOf(input),
  };
}

/** Reads the settings for e-invoices: an electronic address has the form of its scheme (webhooks, section 9). */
function einvoicingOf(raw: Raw): CustomerEinvoicingInput {
  const settings = readRawInput(CustomerEinvoicingInput, raw);
  const { electronic_address: id, electronic_address_scheme: scheme } = settings;
  if (scheme && !isAddressScheme(scheme))
    throw new ValidationFailed({ electronic_address_scheme: ['value_is_invalid'] });
  if (scheme && id && !isWellFormed({ id, scheme }))
    throw new ValidationFailed({ electronic_address: ['value_is_invalid'] });
  return settings;
}

function sectionsOf(input: CustomerUpsert): SelectionChange {
  const { skip_invoice_custom_sections: skip, invoice_custom_section_codes: codes } = input;
  const change = customerSelectionChange({ skip, codes });
  if (change === null)
    throw new ValidationFailed({ invoice_custom_sections: ['skip_sections_and_selected_ids_sent_together'] });
  return change;
}

/** Reads the metadata of an upsert. @throws ValidationFailed */
export const readMetadata = (entries: Raw[]): CustomerMetadataInput[] =>
  entries.map((entry) => readRawInput(CustomerMetadataInput, withoutNullBytes(entry, ['key', 'value'])));

const shippingErrors = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, codes]) => [`shipping_${field}`, codes]));

const addressTexts = ['address_line1', 'address_line2', 'city', 'state', 'zipcode', 'country'];

/** Fields that lose their null bytes (customers, section 1.4). */
const namedTexts = [
  'name',
  'firstname',
  'lastname',
  'legal_name',
  'legal_number',
  'phone',
  'url',
  'logo_url',
  'tax_identification_number',
  ...addressTexts,
];

const withoutNullBytes = (raw: Raw, fields: string[]): Raw =>
  Object.fromEntries(
    Object.entries(raw).map(([field, value]) => [
      field,
      typeof value === 'string' && fields.includes(field) ? value.replaceAll('\0', '') : value,
    ]),
  );

const isRecord = (value: unknown): value is Raw => value !== null && typeof value === 'object' && !Array.isArray(value);
