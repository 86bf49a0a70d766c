import type { ColumnType } from 'kysely';
import type { VatAnswer } from '@tollgate/contracts';

/** Customers with a pending check of their VAT number at a registry. */
export interface VatChecksTable {
  customer_id: string;
  organization_id: string;
  /** With the letters of its country, without blanks. */
  vat_number: string;
  tries: number;
  /** By the wall clock, like registries. */
  next_try_at: Date;
}

/** Cached recent answers of a registry. */
export interface VatAnswersTable {
  organization_id: string;
  vat_number: string;
  answer: ColumnType<VatAnswer, string, string>;
  answered_at: Date;
}
