import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import {
  decimal,
  flag,
  id,
  integer,
  isBlank,
  mandatoryChoice,
  mandatoryDay,
  recordList,
  text,
  ifPresent,
  withElements,
} from '../http/fields.js';
import { query, queryDay, queryText, type QueryInput } from '../http/query.js';
import { described, shape, texts } from '../http/texts.js';

/** Files of the journal for accounting programs (docs/concepts/accounting-files.md). */
export const accountingFormats = ['datev', 'fec'] as const;
export type AccountingFormat = (typeof accountingFormats)[number];

/** The most days of a file: two fiscal years. */
const mostDays = 732;
const dayMs = 86_400_000;

/** The issuer and the days of a file; both days are included. */
export const AccountingExportFilters = query(
  { from_date: queryDay(), to_date: queryDay(), billing_entity_code: queryText() },
  ({ from_date: from, to_date: to }, add) => {
    if (from === undefined) add('from_date', 'value_is_mandatory');
    if (to === undefined) add('to_date', 'value_is_mandatory');
    if (from === undefined || to === undefined) return;
    if (to < from) add('to_date', 'value_is_invalid');
    else if (Date.parse(to) - Date.parse(from) >= mostDays * dayMs) add('to_date', 'value_is_out_of_range');
  },
);
export type AccountingExportFilters = QueryInput<typeof AccountingExportFilters>;

const mostAccountCharacters = 20;
const account = () => text(mostAccountCharacters);
const accountPattern = /^[0-9A-Za-z.]+$/;

/** The accounts of a kind of tax: it has the code of a tax, or else its rate. */
export const AccountingTaxInput = body(
  {
    tax_code: described(text(), 'Code of the tax', 'vat_20'),
    tax_rate: described(decimal(0, 100), 'Rate of the tax in percent', 20),
    revenue_account: described(account(), 'Account of the revenue', '8400'),
    tax_account: described(
      account(),
      'Account of the tax; without one, DATEV takes the tax out of the revenue',
      '1776',
    ),
    tax_key: described(text(4), 'Key of the posting at DATEV', '40'),
  },
  ({ tax_code: code, tax_rate: rate, tax_key: key, ...accounts }, add) => {
    if (isBlank(code) && isBlank(rate)) add('tax_rate', 'value_is_mandatory');
    if (isBlank(accounts.revenue_account)) add('revenue_account', 'value_is_mandatory');
    if (!isBlank(key) && !/^\d{1,4}$/.test(key ?? '')) add('tax_key', 'value_is_invalid');
    checkAccounts(accounts, add);
  },
);
export type AccountingTaxInput = BodyInput<typeof AccountingTaxInput>;

const accounts = {
  customer_account: described(account(), 'Account of all customers', '1400'),
  bank_account: described(account(), 'Account of payments', '1200'),
  payment_provider_account: described(
    account(),
    'Account of payments by a provider; otherwise that of payments',
    '1361',
  ),
  clearing_account: described(account(), 'Account of refunds, disputes and write-offs', '1590'),
  prepaid_credits_account: described(account(), 'Account of sold credits', '1718'),
  granted_credits_account: described(account(), 'Account of granted credits; otherwise that of sold ones', '4630'),
};

/** Accounts by their purpose, and what a format has in its head. */
export const AccountingSettingsInput = body(
  {
    format: described(mandatoryChoice(accountingFormats), 'Format of the file', 'datev'),
    ...accounts,
    first_customer_account: described(
      integer(1, 999_999_999),
      'Account of the first customer; the next one has the next',
      10_000,
    ),
    customer_account_metadata_key: described(text(), 'Key of the metadata with the account of a customer', 'debtor'),
    taxes: withElements(recordList(), AccountingTaxInput),
    with_payments: described(flag(), 'Whether payments are in the file'),
    consultant_number: described(integer(1_001, 9_999_999), 'Number of the tax consultant at DATEV', 29_098),
    client_number: described(integer(1, 99_999), 'Number of the client at DATEV', 55_003),
    fiscal_year_start: described(ifPresent(mandatoryDay()), 'First day of the fiscal year', '2026-01-01'),
    account_length: described(integer(4, 8), 'Digits of accounts at DATEV', 4),
    chart_of_accounts: described(text(4), 'Chart of accounts at DATEV', '03'),
    siren: described(text(9), 'Number in the French register', '732829320'),
  },
  (input, add) => {
    const named = Object.keys(accounts) as (keyof typeof accounts)[];
    checkAccounts(Object.fromEntries(named.map((name) => [name, input[name]])), add);
    if (!isBlank(input.chart_of_accounts) && !/^\d{2,4}$/.test(input.chart_of_accounts ?? ''))
      add('chart_of_accounts', 'value_is_invalid');
    if (!isBlank(input.siren) && !isSiren(input.siren ?? '')) add('siren', 'value_is_invalid');
    if (input.format === 'datev') checkLengths(input, add);
  },
);
export type AccountingSettingsInput = BodyInput<typeof AccountingSettingsInput>;

type Settings = Partial<AccountingSettingsInput>;
type Add = (field: string, code: string) => void;

function checkAccounts(named: Record<string, string | null | undefined>, add: Add): void {
  for (const [field, value] of Object.entries(named))
    if (!isBlank(value) && !accountPattern.test(value ?? '')) add(field, 'value_is_invalid');
}

/** Numbers of accounts have up to that many digits; those of customers have one more. */
function checkLengths({ account_length: length, first_customer_account: first, ...input }: Settings, add: Add): void {
  if (!length) return;
  for (const name of Object.keys(accounts) as (keyof typeof accounts)[])
    if (
      !isBlank(input[name]) &&
      !new RegExp(`^\\d{1,${name === 'customer_account' ? length + 1 : length}}$`).test(input[name] ?? '')
    )
      add(name, 'value_is_invalid');
  if (first && String(first).length !== length + 1) add('first_customer_account', 'value_is_invalid');
}

/** A number of the French register has nine digits; the last one checks the others (Luhn). */
function isSiren(siren: string): boolean {
  if (!/^\d{9}$/.test(siren)) return false;
  const doubled = [...siren].map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2));
  return doubled.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}

export const accountingFaultCodes = [
  'no_account',
  'no_exchange_rate',
  'does_not_add_up',
  'customer_account_is_out_of_range',
  'amount_is_out_of_range',
] as const;

/** Why a document is not in the file: its export fails. */
export const AccountingFault = shape('A document without an accounting entry, with the reason', {
  entry_type: described(z.string(), 'Kind of the missing accounting entry', 'invoice'),
  svc_document_id: described(id(), 'Identifier of the invoice, the credit note or the payment'),
  number: described(z.string(), ...texts.documentNumber),
  code: described(z.enum(accountingFaultCodes), 'Reason of the fault', 'no_account'),
  detail: described(z.string(), 'Name of the missing setting', 'bank_account'),
});
export type AccountingFault = z.infer<typeof AccountingFault>;
