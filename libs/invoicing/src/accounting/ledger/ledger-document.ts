import type { AccountedItemType } from '@tollgate/contracts';
import type { Decimal } from '@tollgate/rating';

/** The subject of a line, as mappings name it. */
export interface BookedItem {
  type: AccountedItemType;
  /** Of a metric or an add-on. */
  code: string | null;
}

export interface UnitPrice {
  units: Decimal;
  /** In the main unit of the currency, not rounded. */
  unitAmount: Decimal;
}

/** A line of a document before its mapping; amounts in cents, negative for deductions. */
export interface BookedLine {
  item: BookedItem;
  description: string;
  /** Null for an amount without units. */
  price: UnitPrice | null;
  amountCents: bigint;
  taxCents: bigint;
  /** Codes of its taxes, sorted and joined by `+`; null without taxes. */
  taxCode: string | null;
}

/** The codes of a line in the accounting system. */
export interface LineCodes {
  itemCode: string | null;
  accountCode: string | null;
  /** The system's kind of tax. */
  taxType: string;
}

/** A line with the codes of the accounting system. */
export interface MappedLine extends Omit<BookedLine, 'item' | 'taxCode'>, LineCodes {}

/** A customer as the accounting system stores it; blank texts are null. */
export interface LedgerContact {
  /** The customer's id: the system finds the contact by it. */
  number: string;
  externalId: string;
  name: string | null;
  firstName: string | null;
  lastName: string | null;
  /** Several addresses are separated by commas. */
  email: string | null;
  phone: string | null;
  legalNumber: string | null;
  taxNumber: string | null;
  billing: LedgerAddress;
  /** Null without one of its own. */
  shipping: LedgerAddress | null;
}

export interface LedgerAddress {
  line1: string | null;
  line2: string | null;
  city: string | null;
  region: string | null;
  zipcode: string | null;
  country: string | null;
}

/** An invoice or a credit note; days are `YYYY-MM-DD`. */
export interface LedgerDocument {
  number: string;
  /** The purchase order of an invoice, or the invoice of a note. */
  reference: string | null;
  date: string;
  dueDate: string | null;
  currency: string;
  totalCents: bigint;
  lines: MappedLine[];
  /** For a line of the rest, if the system computes other taxes; null without a mapping. */
  rounding: LineCodes | null;
}

/** A payment into or out of an account. */
export interface LedgerPayment {
  /** Identifies it among the payments of its document. */
  key: string;
  /** Words of the payer. */
  reference: string | null;
  date: string;
  currency: string;
  amountCents: bigint;
  accountCode: string;
}

/** A document for a system; ids are those of the system. */
export type LedgerRequest =
  | { type: 'contact'; contact: LedgerContact }
  | { type: 'contact_archive'; contactId: string }
  | { type: 'invoice'; contactId: string; document: LedgerDocument }
  | { type: 'invoice_void'; invoiceId: string }
  | { type: 'payment'; invoiceId: string; payment: LedgerPayment }
  | { type: 'credit_note'; contactId: string; document: LedgerDocument }
  | {
      type: 'credit_note_offset';
      noteId: string;
      invoiceId: string;
      date: string;
      currency: string;
      amountCents: bigint;
    }
  | { type: 'credit_note_credit' | 'credit_note_refund'; noteId: string; payment: LedgerPayment };

/** How a request is made. */
export interface RequestTerms {
  /** The same for repetitions. */
  key: string;
  /** Whether an earlier request may have reached the system. */
  repeated: boolean;
  /** The id of the document in the system, as far as known. */
  externalId: string | null;
}
