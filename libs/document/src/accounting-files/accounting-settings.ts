import {
  AccountingSettingsInput,
  AccountingTaxInput,
  isBlank,
  readBody,
  type AccountingExportFilters,
  type AccountingFormat,
  type FieldErrors,
  type RawInput,
} from '@tollgate/contracts';
import { Decimal } from '@tollgate/rating';

/** The accounts of a kind of tax. */
export interface TaxAccounts {
  /** Null for every tax of the rate. */
  code: string | null;
  /** Percent, as in `19`; null with a code. */
  rate: string | null;
  revenue: string;
  /** Null where the program computes the tax from the account of the revenue. */
  tax: string | null;
  key: string | null;
}

/** The settings of a file. Accounts are null where none is set. */
export interface AccountingSettings {
  format: AccountingFormat;
  customers: { account: string | null; first: number | null; metadataKey: string | null };
  bank: string | null;
  paymentProvider: string | null;
  clearing: string | null;
  prepaidCredits: string | null;
  grantedCredits: string | null;
  taxes: TaxAccounts[];
  withPayments: boolean;
  /** Digits of accounts; those of customers have one more. */
  accountLength: number;
  consultant: number;
  client: number;
  /** `YYYY-MM-DD` */
  fiscalYearStart: string;
  chart: string | null;
  siren: string;
}

/** Reads the settings that a call gives; those of unused formats are empty. */
export function readAccountingSettings(raw: RawInput): { settings: AccountingSettings } | { errors: FieldErrors } {
  const read = readBody(AccountingSettingsInput, raw);
  if ('errors' in read) return read;
  const { input } = read;
  const errors = missingOf(input);
  const taxes = readTaxes(input, errors);
  if (Object.keys(errors).length > 0) return { errors };
  const bank = filled(input.bank_account);
  const prepaidCredits = filled(input.prepaid_credits_account);
  return {
    settings: {
      format: input.format,
      customers: {
        account: filled(input.customer_account),
        first: input.first_customer_account ?? null,
        metadataKey: filled(input.customer_account_metadata_key),
      },
      bank,
      paymentProvider: filled(input.payment_provider_account) ?? bank,
      clearing: filled(input.clearing_account),
      prepaidCredits,
      grantedCredits: filled(input.granted_credits_account) ?? prepaidCredits,
      taxes,
      withPayments: input.with_payments !== false,
      accountLength: input.account_length ?? 0,
      consultant: input.consultant_number ?? 0,
      client: input.client_number ?? 0,
      fiscalYearStart: input.fiscal_year_start ?? '',
      chart: filled(input.chart_of_accounts),
      siren: input.siren ?? '',
    },
  };
}

/** A batch is within one fiscal year. */
export function periodFaults(
  { format, fiscalYearStart }: AccountingSettings,
  filters: AccountingExportFilters,
): FieldErrors {
  if (format !== 'datev') return {};
  const { from_date: from = '', to_date: to = '' } = filters;
  const end = `${Number(fiscalYearStart.slice(0, 4)) + 1}${fiscalYearStart.slice(4)}`;
  return {
    ...(from < fiscalYearStart ? { from_date: ['exceeds_fiscal_year'] } : {}),
    ...(to >= end ? { to_date: ['exceeds_fiscal_year'] } : {}),
  };
}

/** The settings of the head of a file. */
const mandatoryOf: Record<AccountingFormat, (keyof AccountingSettingsInput)[]> = {
  datev: ['consultant_number', 'client_number', 'fiscal_year_start', 'account_length'],
  fec: ['siren'],
};

function missingOf(input: AccountingSettingsInput): FieldErrors {
  const hasCustomers =
    !isBlank(input.customer_account) || (input.format === 'datev' && !isBlank(input.first_customer_account));
  const missing = mandatoryOf[input.format].filter((field) => isBlank(input[field]));
  if (!hasCustomers) missing.push('customer_account');
  return Object.fromEntries(missing.map((field) => [field, ['value_is_mandatory']]));
}

const filled = (text: string | null | undefined): string | null => (isBlank(text) ? null : (text ?? '').trim());

/** Adds the errors of each tax under its place. */
function readTaxes(
  { taxes = [], format, account_length: length }: AccountingSettingsInput,
  errors: FieldErrors,
): TaxAccounts[] {
  return taxes.flatMap((entry, place) => {
    const read = readBody(AccountingTaxInput, entry);
    const faults = 'errors' in read ? read.errors : format === 'datev' ? tooLong(read.input, length ?? 0) : {};
    for (const [field, codes] of Object.entries(faults)) errors[`taxes.${place}.${field}`] = codes;
    if ('errors' in read) return [];
    const { tax_code: code, tax_rate: rate, revenue_account: revenue, tax_account: tax, tax_key: key } = read.input;
    return [
      {
        code: filled(code),
        rate: isBlank(code) ? new Decimal(rate ?? 0).toFixed() : null,
        revenue: filled(revenue) ?? '',
        tax: filled(tax),
        key: filled(key),
      },
    ];
  });
}

/** Accounts of a batch are numbers of a fixed length. */
function tooLong({ revenue_account: revenue, tax_account: tax }: AccountingTaxInput, length: number): FieldErrors {
  if (length === 0) return {};
  const fits = (account: string | null | undefined) =>
    isBlank(account) || new RegExp(`^\\d{1,${length}}$`).test(account ?? '');
  return {
    ...(fits(revenue) ? {} : { revenue_account: ['value_is_invalid'] }),
    ...(fits(tax) ? {} : { tax_account: ['value_is_invalid'] }),
  };
}
