import { SelectedSections } from '@tollgate/catalog/reader';

/** The texts that wallets, rules and transactions have selected for the invoices of sold credits. */
export const selectedSections = new SelectedSections('wallet.selected_invoice_custom_sections');
