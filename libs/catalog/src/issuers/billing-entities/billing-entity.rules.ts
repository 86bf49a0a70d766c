import {
  IssuerBillingConfiguration,
  IssuerEinvoicingInput,
  noIssuerEinvoicing,
  readBody,
  ZeroTaxInput,
  type BillingEntityCreate,
  type BillingEntityUpdate,
  type FieldErrors,
  type IssuerEinvoicingSettings,
} from '@tollgate/contracts';
import { missingIssuerFields, type IssuerFields } from '@tollgate/contracts/e-invoices';
import { ValidationFailed, refuseErrors, readRawInput } from '@tollgate/platform';
import type { Selectable, Updateable } from 'kysely';
import { isInEu } from '../eu-taxes/eu-countries.js';
import type { BillingEntitiesTable } from '../../model/tables/billing-entities.tables.js';
import { legalMentionFaults } from './legal-mentions.rules.js';

type Columns = Updateable<BillingEntitiesTable>;
/** The input of a creation or a change of an issuer. */
type EntityInput = Partial<BillingEntityUpdate> | Partial<BillingEntityCreate>;

const plainFields = [
  'default_currency',
  'timezone',
  'country',
  'email',
  'legal_name',
  'legal_number',
  'tax_identification_number',
  'address_line1',
  'address_line2',
  'city',
  'state',
  'zipcode',
  'phone',
  'net_payment_term',
  'document_number_prefix',
  'finalize_zero_amount_invoice',
  'eu_tax_management',
  'einvoicing',
  'bank_account_holder',
  'bank_account_iban',
  'bank_account_bic',
  'payment_terms',
  'payment_terms_translations',
  'email_text',
  'email_text_translations',
  'document_paper',
  'document_accent_color',
  'statement_schedule',
] as const satisfies readonly (keyof Columns & keyof BillingEntityUpdate)[];

/** Columns that null sets to a value of their own: off, or the usual choice. */
const valuesOfNull: Columns = {
  eu_tax_management: false,
  einvoicing: false,
  document_paper: 'A4',
  statement_schedule: 'off',
};

/** Maps the submitted fields to columns, null included. @throws ValidationFailed */
export function columnsOf(settings: EntityInput): Columns {
  const plain = plainFields.flatMap((field) => {
    const value = settings[field];
    if (value === undefined) return [];
    return [[field, value ?? valuesOfNull[field] ?? null] as const];
  });
  const billing = readRawInput(IssuerBillingConfiguration, settings.billing_configuration ?? {});
  return {
    ...(Object.fromEntries(plain) as Columns),
    ...(Object.fromEntries(Object.entries(billing).filter(([, value]) => value !== undefined)) as Columns),
    ...(settings.email_settings ? { email_settings: JSON.stringify([...new Set(settings.email_settings)]) } : {}),
  };
}

/** Drops null columns; a creation uses the defaults for them. */
export const withoutNulls = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null));

type Issuer = Pick<
  Selectable<BillingEntitiesTable>,
  keyof IssuerFields | 'country' | 'eu_tax_management' | 'einvoicing' | 'einvoicing_settings' | 'legal_mentions'
>;

/**
 * Checks an issuer as a whole (catalog, section 13).
 * @param before its stored form: what it lacked for e-invoices then does not refuse other changes
 * @throws ValidationFailed
 */
export function assertLawful(issuer: Issuer, before?: Issuer): void {
  const errors: FieldErrors = { ...legalMentionFaults(issuer) };
  if (issuer.eu_tax_management && !isInEu(issuer.country))
    errors['eu_tax_management'] = ['billing_entity_must_be_in_eu'];
  const known = before?.einvoicing ? einvoicingFaults(before) : [];
  for (const { field, code } of issuer.einvoicing ? einvoicingFaults(issuer) : [])
    if (!known.some((fault) => fault.field === field && fault.code === code)) (errors[field] ??= []).push(code);
  refuseErrors(errors);
}

/** Finds the fields that an issuer lacks for e-invoices (webhooks, section 9). A country without formats is an error of the switch. */
function einvoicingFaults(issuer: Issuer): { field: string; code: string }[] {
  const settings = { ...noIssuerEinvoicing, ...issuer.einvoicing_settings };
  if (issuer.country === null) return [{ field: 'einvoicing', code: 'country_must_be_present' }];
  return missingIssuerFields(issuer, settings).map((fault) =>
    fault.code === 'country_not_supported' ? { ...fault, field: 'einvoicing' } : fault,
  );
}

/** Reads submitted settings for e-invoices and adds those that stay. @throws ValidationFailed */
export function einvoicingColumn(
  input: Record<string, unknown> | undefined,
  stored: Partial<IssuerEinvoicingSettings> = {},
): Pick<Columns, 'einvoicing_settings'> {
  if (!input) return {};
  const { zero_taxes: taxes, ...plain } = readRawInput(IssuerEinvoicingInput, input);
  const zeroTaxes = taxes?.map((tax) => {
    const one = readBody(ZeroTaxInput, tax);
    if ('errors' in one) throw new ValidationFailed(one.errors);
    const { reason_code = null, reason = null, ...rest } = one.input;
    return { ...rest, reason_code, reason };
  });
  return {
    einvoicing_settings: JSON.stringify({ ...stored, ...plain, ...(zeroTaxes ? { zero_taxes: zeroTaxes } : {}) }),
  };
}

/** First three letters of the name and the last four characters of the id, in upper case (invoices, section 9.2). */
export const defaultPrefix = (name: string, id: string): string => `${name.slice(0, 3)}-${id.slice(-4)}`.toUpperCase();
