import type { InvoicedCustomer } from '@tollgate/contracts';
import { readBillingEntities } from '@tollgate/catalog/reader';
import { groupBy, required, type TenantTransaction } from '@tollgate/platform';
import { readInvoicedCustomers } from '@tollgate/subscription/reader';
import { appliedSectionsOf, type AppliedSectionRow } from '../../model/invoices/custom-sections.repository.js';
import { metadataOfInvoices, type InvoiceMetadataRow } from '../../model/invoices/invoice-metadata.repository.js';
import { taxesOfInvoices, type InvoiceRow, type InvoiceTaxRow } from '../../model/invoices/invoices.repository.js';
import { offsetsOf } from '../../model/payments/offsets.repository.js';
import {
  appliedThresholdsOf,
  type AppliedThresholdRow,
} from '../../model/progressive/applied-thresholds.repository.js';

/** The parts of an invoice in a list that its own row lacks. */
export interface InvoiceParts {
  customer: InvoicedCustomer;
  billingEntityCode: string;
  /** The offsets of credit notes, in cents. */
  offset: bigint;
  taxes: InvoiceTaxRow[];
  thresholds: AppliedThresholdRow[];
  sections: AppliedSectionRow[];
  metadata: InvoiceMetadataRow[];
}

/** Reads the parts of invoices, by invoice; the number of queries does not grow with them. */
export async function readInvoiceParts(
  transaction: TenantTransaction,
  rows: InvoiceRow[],
): Promise<Map<string, InvoiceParts>> {
  const ids = rows.map(({ id }) => id);
  const customers = await readInvoicedCustomers(
    transaction,
    rows.map((row) => row.customer_id),
  );
  const entities = await readBillingEntities(transaction);
  const offsets = await offsetsOf(transaction, ids);
  const taxes = byInvoice(await taxesOfInvoices(transaction, ids));
  const thresholds = byInvoice(await appliedThresholdsOf(transaction, ids));
  const sections = byInvoice(await appliedSectionsOf(transaction, ids));
  const metadata = byInvoice(await metadataOfInvoices(transaction, ids));
  return new Map(
    rows.map((row): [string, InvoiceParts] => {
      const parts = {
        customer: required(customers, row.customer_id, 'customer of an invoice'),
        billingEntityCode: entities.get(row.billing_entity_id)?.code ?? '',
        offset: offsets.get(row.id) ?? 0n,
        taxes: taxes.get(row.id) ?? [],
        thresholds: thresholds.get(row.id) ?? [],
        sections: sections.get(row.id) ?? [],
        metadata: metadata.get(row.id) ?? [],
      };
      return [row.id, parts];
    }),
  );
}

const byInvoice = <Row extends { invoice_id: string }>(rows: Row[]): Map<string, Row[]> =>
  groupBy(rows, (row) => row.invoice_id);
