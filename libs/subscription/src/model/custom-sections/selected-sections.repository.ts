import { SelectedSections } from '@tollgate/catalog/reader';

/** The sections that customers and subscriptions have selected for their invoices. */
export const selectedSections = new SelectedSections('subscription.selected_invoice_custom_sections');
