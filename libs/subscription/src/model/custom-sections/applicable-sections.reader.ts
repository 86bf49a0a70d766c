import {
  hasInvoiceCustomSections,
  readInvoiceCustomSections,
  sectionIdsByCode,
  type InvoiceCustomSectionView,
} from '@tollgate/catalog/reader';
import { groupBy, sharedByKeys, type TenantTransaction } from '@tollgate/platform';
import { fundingInstructionsOf } from './funding-instructions.repository.js';
import { customersByIds } from '../customers/customers.repository.js';
import { selectedSections } from './selected-sections.repository.js';
import { subscriptionsByIds } from '../subscriptions/subscriptions.repository.js';
import { instructionsView } from './instructions-section.js';
import { ownSelectionChange, type SectionSelection } from './section-selection.rules.js';

/** The customer and subscriptions of an invoice, and the selection for this invoice alone. */
interface Invoiced {
  customerId: string;
  subscriptionIds: string[];
  selection?: SectionSelection | undefined;
}

/** Most organizations have no sections; invoices in one batch share this query. */
const hasSections = sharedByKeys((transaction: TenantTransaction) => hasInvoiceCustomSections(transaction));

/** Most customers have no instructions; invoices in one batch share this query, too. */
const instructionsOf = sharedByKeys(fundingInstructionsOf);

/**
 * The sections of an invoice, by name: those that are selected, and how its customer pays by bank transfer
 * (customers, section 2.9; webhooks, section 11.4).
 */
export async function readApplicableSections(
  transaction: TenantTransaction,
  invoiced: Invoiced,
): Promise<InvoiceCustomSectionView[]> {
  const selected = await readSelectedSections(transaction, invoiced);
  const instructions = (await instructionsOf(transaction, [invoiced.customerId])).get(invoiced.customerId);
  return instructions ? [...selected, instructionsView(instructions)] : selected;
}

/**
 * The selected sections of an invoice, by name: its own selection, else those of each of its subscriptions. A subscription
 * without a selection uses its customer's, and the customer its issuer's (customers, section 2.9).
 */
async function readSelectedSections(
  transaction: TenantTransaction,
  { customerId, subscriptionIds, selection = {} }: Invoiced,
): Promise<InvoiceCustomSectionView[]> {
  if (!(await hasSections(transaction, []))) return [];
  const { skips, codes = [] } = ownSelectionChange(selection, false);
  if (skips) return [];
  const requestedIds = await sectionIdsByCode(transaction, codes);
  if (requestedIds.length > 0) return readInvoiceCustomSections(transaction, requestedIds, null);

  const selected = await liveSelections(transaction, [customerId, ...subscriptionIds]);
  const subscriptions = await subscriptionsByIds(transaction, subscriptionIds);
  const ownIds = subscriptions.flatMap(({ id }) => selected.get(id) ?? []);
  const undecided = subscriptions.some((row) => !row.skip_invoice_custom_sections && !selected.has(row.id));
  const [customer] = subscriptions.length > 0 && !undecided ? [] : await customersByIds(transaction, [customerId]);
  if (!customer || customer.skip_invoice_custom_sections) return readInvoiceCustomSections(transaction, ownIds, null);
  const ofCustomer = selected.get(customerId);
  return readInvoiceCustomSections(
    transaction,
    [...ownIds, ...(ofCustomer ?? [])],
    ofCustomer ? null : customer.billing_entity_id,
  );
}

/** Ids of the sections that these have selected and that are not deleted since; those without any are left out. */
async function liveSelections(transaction: TenantTransaction, ownerIds: string[]): Promise<Map<string, string[]>> {
  const selected = await selectedSections.of(transaction, ownerIds);
  const named = selected.map((row) => row.invoice_custom_section_id);
  const live = new Set((await readInvoiceCustomSections(transaction, named, null)).map(({ id }) => id));
  const ofOwners = [...groupBy(selected, (row) => row.owner_id)].map(([ownerId, rows]): [string, string[]] => [
    ownerId,
    rows.map((row) => row.invoice_custom_section_id).filter((id) => live.has(id)),
  ]);
  return new Map(ofOwners.filter(([, ids]) => ids.length > 0));
}
