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
    tax_code: text(),
    tax_rate: decimal(0, 100),
    revenue_account: account(),
    tax_account: account(),
    tax_key: text(4),
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
  customer_account: account(),
  bank_account: account(),
  payment_provider_account: account(),
  clearing_account: account(),
  prepaid_credits_account: account(),
  granted_credits_account: account(),
};

/** Accounts by their purpose, and what a format has in its head. */
export const AccountingSettingsInput = body(
  {
    format: mandatoryChoice(accountingFormats),
    ...accounts,
    first_customer_account: integer(1, 999_999_999),
    customer_account_metadata_key: text(),
    taxes: withElements(recordList(), AccountingTaxInput),
    with_payments: flag(),
    consultant_number: integer(1_001, 9_999_999),
    client_number: integer(1, 99_999),
    fiscal_year_start: ifPresent(mandatoryDay()),
    account_length: integer(4, 8),
    chart_of_accounts: text(4),
    siren: text(9),
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
export const AccountingFault = z.object({
  entry_type: z.string(),
  svc_document_id: id(),
  number: z.string(),
  code: z.enum(accountingFaultCodes),
  detail: z.string(),
});
export type AccountingFault = z.infer<typeof AccountingFault>;
