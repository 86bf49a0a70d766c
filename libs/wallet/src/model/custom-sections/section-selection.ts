import { presentSelectedSections, readInvoiceCustomSections, sectionIdsByCode } from '@tollgate/catalog/reader';
import type { AppliedInvoiceCustomSection, SoldCredits } from '@tollgate/contracts';
import type { Instant, TenantTransaction } from '@tollgate/platform';
import { ownSelectionChange, type SectionSelection } from '@tollgate/subscription/reader';
import { selectedSections } from './selected-sections.repository.js';

/**
 * Applies a request's selection of texts to a wallet or a rule; ignores unknown codes (catalog, section 16).
 * @param skips whether the owner has no texts before the call
 * @returns whether it has none from now on
 */
export async function writeSelection(
  transaction: TenantTransaction,
  ownerId: string,
  selection: SectionSelection | undefined,
  { skips, now }: { skips: boolean; now: Instant },
): Promise<boolean> {
  const change = ownSelectionChange(selection ?? {}, skips);
  if (change.codes) {
    const ids = await sectionIdsByCode(transaction, change.codes);
    await selectedSections.replace(transaction, ownerId, ids, now);
  }
  return change.skips ?? skips;
}

/** Texts for the invoice of one transaction, by id, or none at all. */
export interface ChosenSections {
  skips: boolean;
  ids: string[];
}

/** Reads the texts that a request selects for a sale (wallets, section 3.2). */
export async function sectionsOfSelection(
  transaction: TenantTransaction,
  selection: SectionSelection,
): Promise<ChosenSections> {
  const { skips = false, codes = [] } = ownSelectionChange(selection, false);
  return { skips, ids: await sectionIdsByCode(transaction, codes) };
}

/** Reads the texts that a rule puts on its top-ups (wallets, section 2.6). */
export async function sectionsOfRule(
  transaction: TenantTransaction,
  rule: { id: string; skip_invoice_custom_sections: boolean },
): Promise<ChosenSections> {
  const selected = await selectedSections.of(transaction, [rule.id]);
  const ids = selected.map((row) => row.invoice_custom_section_id);
  return { skips: rule.skip_invoice_custom_sections, ids };
}

/**
 * Selects the texts for the invoice of a sale: the transaction's, else the wallet's; undefined leaves the choice to the
 * customer (customers, section 2.9).
 */
export async function sectionsOfSale(
  transaction: TenantTransaction,
  chosen: ChosenSections | undefined,
  wallet: { id: string; skip_invoice_custom_sections: boolean },
): Promise<SoldCredits['custom_sections']> {
  if (chosen?.skips) return { skip: true, codes: [] };
  const ownCodes = await codesOf(transaction, chosen?.ids ?? []);
  if (ownCodes.length > 0) return { skip: false, codes: ownCodes };
  if (wallet.skip_invoice_custom_sections) return { skip: true, codes: [] };
  const selected = await selectedSections.of(transaction, [wallet.id]);
  const codes = await codesOf(
    transaction,
    selected.map((row) => row.invoice_custom_section_id),
  );
  return codes.length > 0 ? { skip: false, codes } : undefined;
}

/** Reads the codes of existing sections. */
const codesOf = async (transaction: TenantTransaction, ids: string[]): Promise<string[]> =>
  (await readInvoiceCustomSections(transaction, ids, null)).map(({ code }) => code);

/** Presents the selected texts of wallets, rules or transactions, by owner. */
export const presentSections = async (
  transaction: TenantTransaction,
  ownerIds: string[],
): Promise<Map<string, AppliedInvoiceCustomSection[]>> =>
  presentSelectedSections(transaction, await selectedSections.of(transaction, ownerIds));
