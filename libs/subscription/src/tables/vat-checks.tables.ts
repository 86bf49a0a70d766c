import type { ColumnType } from 'kysely';
import type { VatAnswer } from '@tollgate/contracts';

/** Customers whose VAT number a registry is to be asked for. */
export interface VatChecksTable {
  customer_id: string;
  organization_id: string;
  /** With the letters of its country, without blanks. */
  vat_number: string;
  tries: number;
  /** By the wall clock, which registries follow. */
  next_try_at: Date;
}

/** What a registry answered lately, so that it is not asked again. */
export interface VatAnswersTable {
  organization_id: string;
  vat_number: string;
  answer: ColumnType<VatAnswer, string, string>;
  answered_at: Date;
}
