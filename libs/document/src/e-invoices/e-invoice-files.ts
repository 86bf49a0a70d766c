import type { BillingEntity, EmbeddedCustomer } from '@tollgate/contracts';
import { formatsFor } from '@tollgate/contracts/e-invoices';
import { CannotBeWritten } from './cannot-be-written.js';
import type { EInvoice } from './model.js';
import type { ProfileName } from './sources.js';
import { writeEInvoice } from './write-e-invoice.js';

/** An e-invoice in one format. */
export interface WrittenEInvoice {
  profile: ProfileName;
  xml: string;
}

/** The e-invoices of a document. One that cannot be made valid is null, and all reasons are faults. */
export interface EInvoiceFiles {
  /** Inside its PDF file. */
  embedded: WrittenEInvoice | null;
  /** A file of its own. */
  file: WrittenEInvoice | null;
  /** `customer.country: value_is_mandatory` */
  faults: string[];
}

/**
 * Writes the e-invoices of a document in the formats of its issuer and customer (webhooks, section 9). A fault never
 * stops the document itself.
 * @param build the model of the document
 * @returns null if its issuer has no e-invoicing
 */
export function eInvoiceFiles(
  issuer: Pick<BillingEntity, 'country' | 'einvoicing' | 'einvoicing_settings'>,
  customer: Pick<EmbeddedCustomer, 'country'>,
  build: () => EInvoice,
): EInvoiceFiles | null {
  if (!issuer.einvoicing) return null;
  const faults = new Set<string>();
  const attempt = <T>(write: () => T): T | null => {
    try {
      return write();
    } catch (error) {
      for (const fault of faultsOf(error)) faults.add(fault);
      return null;
    }
  };
  const formats = formatsFor(issuer.country, customer.country, issuer.einvoicing_settings);
  const model = attempt(build);
  const written = (profile: ProfileName | null) =>
    model && profile ? attempt(() => ({ profile, xml: writeEInvoice(model, profile) })) : null;
  const files = { embedded: written(formats.embedded), file: written(formats.file) };
  if (formats.embedded === null && formats.file === null) faults.add('issuer.country: country_not_supported');
  return { ...files, faults: [...faults] };
}

const faultsOf = (error: unknown): readonly string[] =>
  error instanceof CannotBeWritten ? error.faults : [`document: ${error instanceof Error ? error.message : 'unknown'}`];
