import type { EmbeddedCustomer } from '@tollgate/contracts';
import type { JournalAccount, JournalEntry, JournalLine } from '@tollgate/invoicing/reader';
import { readAccountingSettings, type AccountingSettings } from './accounting-settings.js';

export const customer = (changes: Partial<EmbeddedCustomer> = {}): EmbeddedCustomer =>
  ({
    svc_id: 'customer',
    external_id: 'acme',
    sequential_id: 1,
    name: 'Acme GmbH',
    legal_name: null,
    firstname: null,
    lastname: null,
    country: 'DE',
    tax_identification_number: null,
    metadata: [],
    ...changes,
  }) as unknown as EmbeddedCustomer;

export const line = (account: JournalAccount, cents: bigint, tax: Partial<JournalLine> = {}): JournalLine => ({
  account,
  taxCode: null,
  taxRate: '0',
  cents,
  documentCents: cents,
  ...tax,
});

export const vat = { taxCode: 'vat', taxRate: '19' };

export const entry = (changes: Partial<JournalEntry> = {}): JournalEntry => ({
  type: 'invoice',
  documentId: '01930000-0000-7000-8000-000000000001',
  number: 'NIM-001',
  invoiceNumber: 'NIM-001',
  customerId: 'customer',
  day: '2026-10-31',
  dueDay: '2026-11-30',
  reference: null,
  currency: 'EUR',
  lines: [line('customer', 11_900n), line('revenue', -10_000n, vat), line('tax', -1_900n, vat)],
  ...changes,
});

const inputs = {
  datev: {
    consultant_number: 29098,
    client_number: 55003,
    fiscal_year_start: '2026-01-01',
    account_length: 4,
    chart_of_accounts: '03',
    first_customer_account: 10_000,
    bank_account: '1200',
    payment_provider_account: '1361',
    clearing_account: '1590',
    prepaid_credits_account: '1718',
    taxes: [
      { tax_code: 'vat', revenue_account: '8400', tax_account: '1776', tax_key: '40' },
      { tax_rate: 0, revenue_account: '8338' },
      { tax_rate: 7, revenue_account: '8300' },
    ],
  },
  fec: {
    siren: '732829320',
    customer_account: '411000',
    bank_account: '512000',
    clearing_account: '471000',
    prepaid_credits_account: '419100',
    taxes: [
      { tax_rate: 19, revenue_account: '706000', tax_account: '445710' },
      { tax_rate: 0, revenue_account: '706100' },
    ],
  },
};

/** The input of settings, with changes. */
export const settingsInput = (format: keyof typeof inputs, changes: object = {}): Record<string, unknown> => ({
  format,
  ...inputs[format],
  ...changes,
});

/** Read settings. @throws Error for faulty ones */
export function settings(format: keyof typeof inputs, changes: object = {}): AccountingSettings {
  const read = readAccountingSettings(settingsInput(format, changes));
  if ('errors' in read) throw new Error(JSON.stringify(read.errors));
  return read.settings;
}
