import { isInEu, readBillingEntity, readVatNumber } from '@tollgate/catalog/reader';
import { isBlank, type TaxNumberCheck } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import type { CustomerRow } from '../../model/customers/customers.repository.js';
import { checkedCustomerIds, knownAnswer } from '../../model/customers/vat-checks.repository.js';

/**
 * The state of a customer's tax number, for the customer itself (customers, section 3). Null without a number, and for a
 * number from elsewhere. Null, too, where the issuer manages no taxes of the EU, and while the registry has no answer.
 */
export async function readTaxNumberCheck(
  transaction: TenantTransaction,
  { id, tax_identification_number: text, country, billing_entity_id: issuerId }: CustomerRow,
): Promise<TaxNumberCheck | null> {
  if (isBlank(text)) return null;
  if (!(await readBillingEntity(transaction, issuerId)).euTaxManagement) return null;
  const number = readVatNumber(text);
  if (!number) return isInEu(country) ? 'malformed' : null;
  if ((await checkedCustomerIds(transaction, [id])).has(id)) return 'pending';
  const answer = await knownAnswer(transaction, `${number.prefix}${number.number}`, new Date(0));
  if (!answer) return null;
  return answer.valid ? 'valid' : 'invalid';
}
