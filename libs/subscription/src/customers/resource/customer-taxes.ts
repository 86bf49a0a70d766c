import {
  euTaxOf,
  euTaxPrefix,
  readBillingEntity,
  readTaxes,
  readTaxesByCode,
  readVatNumber,
  type BillingEntityView,
  type TaxedParty,
  type TaxView,
} from '@tollgate/catalog/reader';
import { isBlank, type CustomerUpsert } from '@tollgate/contracts';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { replaceTaxes, taxIdsOf, type CustomerRow } from '../../model/customers/customers.repository.js';
import { dropVatCheck, requestVatCheck } from '../../model/customers/vat-checks.repository.js';

/** A written customer with its previous row. */
export interface WrittenCustomer {
  input: CustomerUpsert;
  stored: CustomerRow | undefined;
  customer: CustomerRow;
}

/**
 * Sets the requested taxes of a customer, and adds the VAT of the EU if its issuer selects it
 * (customers, section 2.10). @throws NotFound `tax_not_found`
 */
export async function writeTaxes(
  transaction: TenantTransaction,
  written: WrittenCustomer,
  now: Instant,
): Promise<void> {
  const { input, customer } = written;
  const issuer = await readBillingEntity(transaction, customer.billing_entity_id);
  const taxes = await readTaxes(transaction, (await taxIdsOf(transaction, [customer.id])).get(customer.id) ?? []);
  const chosen = isChosenAgain(written, issuer, taxes) ? await chosenTax(transaction, customer, issuer, now) : null;
  if (chosen !== null || input.tax_codes) {
    const codes = [...(input.tax_codes ?? []), ...(chosen === null ? [] : [chosen])];
    await replaceTaxesByCode(transaction, customer, codes);
  } else if (hasOtherIssuer(written) && taxes.some(isManaged)) {
    await setTaxes(
      transaction,
      customer,
      taxes.filter((tax) => !isManaged(tax)),
    );
  }
}

/**
 * Selects the EU tax of a customer that changed its tax number, zip code or country itself; a new tax replaces all taxes
 * (customers, section 3).
 */
export async function writeTaxesOfOwnChange(
  transaction: TenantTransaction,
  stored: CustomerRow,
  customer: CustomerRow,
  now: Instant,
): Promise<void> {
  if (decisive.every((field) => customer[field] === stored[field])) return;
  const issuer = await readBillingEntity(transaction, customer.billing_entity_id);
  if (!issuer.euTaxManagement) return;
  const chosen = await chosenTax(transaction, customer, issuer, now);
  if (chosen !== null) await replaceTaxesByCode(transaction, customer, [chosen]);
}

/** Replaces the taxes of a customer by code. @throws NotFound `tax_not_found` */
export async function replaceTaxesByCode(
  transaction: TenantTransaction,
  customer: CustomerRow,
  codes: string[],
): Promise<void> {
  await setTaxes(transaction, customer, await readTaxesByCode(transaction, codes));
}

const setTaxes = (transaction: TenantTransaction, customer: CustomerRow, taxes: TaxView[]): Promise<void> =>
  replaceTaxes(
    transaction,
    customer.id,
    taxes.map(({ id }) => id),
  );

const isManaged = ({ code }: TaxView): boolean => code.startsWith(euTaxPrefix);

const hasOtherIssuer = ({ stored, customer }: WrittenCustomer): boolean =>
  stored !== undefined && stored.billing_entity_id !== customer.billing_entity_id;

const decisive = ['country', 'zipcode', 'tax_identification_number'] as const;

/** Whether a customer needs an EU tax: it has none yet, or an input of the choice has changed. */
function isChosenAgain(written: WrittenCustomer, issuer: BillingEntityView, taxes: TaxView[]): boolean {
  const { input, stored } = written;
  if (!issuer.euTaxManagement) return false;
  if (!stored || !taxes.some(isManaged) || hasOtherIssuer(written)) return true;
  return decisive.some((field) => input[field] !== undefined && input[field] !== stored[field]);
}

/** The inputs of a customer's VAT. */
export const partyOf = ({ country, zipcode, tax_identification_number }: CustomerRow): TaxedParty => ({
  country,
  zipcode,
  taxIdentificationNumber: tax_identification_number,
});

/** The code of a customer's tax; null if the registry must check its number first, then the taxes stay. */
async function chosenTax(
  transaction: TenantTransaction,
  customer: CustomerRow,
  issuer: BillingEntityView,
  now: Instant,
): Promise<string | null> {
  if (issuer.country === null) throw new Error(`issuer ${issuer.id} has no country`);
  const party = partyOf(customer);
  const code = euTaxOf(party, issuer.country, new Date(now).toISOString().slice(0, 10));
  const number = readVatNumber(party.taxIdentificationNumber);
  if (code === null && number) await requestVatCheck(transaction, customer.id, `${number.prefix}${number.number}`);
  else await dropVatCheck(transaction, customer.id);
  if (!number && !isBlank(party.taxIdentificationNumber)) {
    const payload = { customer_id: customer.id, vies_check: { valid: false as const, valid_format: false } };
    await transaction.append('customer.vies_check', customer.id, payload, now);
  }
  return code;
}
