import {
  presentSelectedSections,
  readInvoiceCustomSectionResources,
  readInvoiceCustomSectionsOfIssuer,
  sectionIdsByCode,
} from '@tollgate/catalog/reader';
import {
  InvoiceCustomSectionSelection,
  type AppliedInvoiceCustomSection,
  type InvoiceCustomSection,
} from '@tollgate/contracts';
import { type TenantTransaction, type Instant, readRawInput } from '@tollgate/platform';
import type { CustomerRow } from '../customers/customers.repository.js';
import { selectedSections } from './selected-sections.repository.js';
import { updateSubscription, type SubscriptionRow } from '../subscriptions/subscriptions.repository.js';
import { fundingInstructionsOf } from './funding-instructions.repository.js';
import { presentInstructions } from './instructions-section.js';
import { ownSelectionChange } from './section-selection.rules.js';

/** Replaces the sections of a customer or a subscription by code; ignores unknown codes. */
export async function selectSections(
  transaction: TenantTransaction,
  ownerId: string,
  codes: string[],
  now: Instant,
): Promise<void> {
  await selectedSections.replace(transaction, ownerId, await sectionIdsByCode(transaction, codes), now);
}

/** Applies a request to a subscription's sections (catalog, section 16). @throws ValidationFailed */
export async function writeSelection(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  raw: Record<string, unknown> | undefined,
  now: Instant,
): Promise<SubscriptionRow> {
  if (!raw) return row;
  const { skip_invoice_custom_sections: skip, invoice_custom_section_codes: requestedCodes } = readRawInput(
    InvoiceCustomSectionSelection,
    raw,
  );
  const { skips, codes } = ownSelectionChange({ skip, codes: requestedCodes }, row.skip_invoice_custom_sections);
  if (codes) await selectSections(transaction, row.id, codes, now);
  if (skips === undefined || skips === row.skip_invoice_custom_sections) return row;
  return updateSubscription(transaction, row.id, { skip_invoice_custom_sections: skips });
}

/** The selected sections of a subscription in the shape of answers. */
export async function presentSectionsOf(
  transaction: TenantTransaction,
  subscriptionId: string,
): Promise<AppliedInvoiceCustomSection[]> {
  const selected = await selectedSections.of(transaction, [subscriptionId]);
  return (await presentSelectedSections(transaction, selected)).get(subscriptionId) ?? [];
}

/**
 * The sections of a customer's invoices: none, its own selection, or its issuer's; and how it pays by bank transfer
 * (customers, section 2.9).
 */
export async function presentApplicableSections(
  transaction: TenantTransaction,
  customer: CustomerRow,
): Promise<InvoiceCustomSection[]> {
  const selected = await presentSelected(transaction, customer);
  const instructions = (await fundingInstructionsOf(transaction, [customer.id])).get(customer.id);
  return instructions ? [...selected, presentInstructions(instructions)] : selected;
}

async function presentSelected(transaction: TenantTransaction, customer: CustomerRow): Promise<InvoiceCustomSection[]> {
  if (customer.skip_invoice_custom_sections) return [];
  const selected = await selectedSections.of(transaction, [customer.id]);
  const ids = selected.map((row) => row.invoice_custom_section_id);
  const ownSections = [...(await readInvoiceCustomSectionResources(transaction, ids)).values()];
  return ownSections.length > 0
    ? ownSections
    : readInvoiceCustomSectionsOfIssuer(transaction, customer.billing_entity_id);
}
