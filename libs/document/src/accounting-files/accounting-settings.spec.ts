import { describe, expect, it } from '@jest/globals';
import { periodFaults, readAccountingSettings } from './accounting-settings.js';
import { settings, settingsInput } from './entries.fixture.js';

const errorsOf = (...input: Parameters<typeof settingsInput>) => {
  const read = readAccountingSettings(settingsInput(...input));
  return 'errors' in read ? read.errors : {};
};

describe('the settings of an accounting file', () => {
  it('have defaults for accounts that others can replace', () => {
    expect(settings('fec')).toMatchObject({
      paymentProvider: '512000',
      grantedCredits: '419100',
      withPayments: true,
      customers: { account: '411000', first: null, metadataKey: null },
    });
    expect(settings('datev', { with_payments: false })).toMatchObject({ withPayments: false, paymentProvider: '1361' });
  });

  it('name what a format lacks', () => {
    expect(readAccountingSettings({})).toMatchObject({ errors: { format: ['value_is_invalid'] } });
    const none = { consultant_number: null, account_length: null, fiscal_year_start: undefined, client_number: null };
    expect(errorsOf('datev', { ...none, first_customer_account: null })).toEqual({
      consultant_number: ['value_is_mandatory'],
      client_number: ['value_is_mandatory'],
      fiscal_year_start: ['value_is_mandatory'],
      account_length: ['value_is_mandatory'],
      customer_account: ['value_is_mandatory'],
    });
    expect(errorsOf('fec', { siren: null, customer_account: '' })).toEqual({
      siren: ['value_is_mandatory'],
      customer_account: ['value_is_mandatory'],
    });
  });

  it.each([
    ['fec', { siren: '732829321' }, 'siren', 'value_is_invalid'],
    ['fec', { bank_account: '51 2' }, 'bank_account', 'value_is_invalid'],
    ['fec', { bank_account: '1'.repeat(21) }, 'bank_account', 'value_is_too_long'],
    ['datev', { bank_account: '12000' }, 'bank_account', 'value_is_invalid'],
    ['datev', { bank_account: 'B1' }, 'bank_account', 'value_is_invalid'],
    ['datev', { first_customer_account: 1_000 }, 'first_customer_account', 'value_is_invalid'],
    ['datev', { consultant_number: 1_000 }, 'consultant_number', 'value_is_out_of_range'],
    ['datev', { account_length: 9 }, 'account_length', 'value_is_out_of_range'],
    ['datev', { fiscal_year_start: '2026-02-30' }, 'fiscal_year_start', 'invalid_date'],
    ['datev', { chart_of_accounts: 'x' }, 'chart_of_accounts', 'value_is_invalid'],
  ] as const)('refuse %s %j', (format, changes, field, code) => {
    expect(errorsOf(format, changes)).toEqual({ [field]: [code] });
  });

  it('name the faulty tax by its place', () => {
    const taxes = [
      { tax_rate: 19, revenue_account: '8400' },
      { tax_key: 'x' },
      { tax_rate: 7, revenue_account: '83000' },
    ];
    expect(errorsOf('datev', { taxes })).toEqual({
      'taxes.1.tax_rate': ['value_is_mandatory'],
      'taxes.1.revenue_account': ['value_is_mandatory'],
      'taxes.1.tax_key': ['value_is_invalid'],
      'taxes.2.revenue_account': ['value_is_invalid'],
    });
  });

  it('hold a batch within its fiscal year', () => {
    const faults = (from_date: string, to_date: string) => periodFaults(settings('datev'), { from_date, to_date });
    expect(faults('2026-01-01', '2026-12-31')).toEqual({});
    expect(faults('2025-12-31', '2027-01-01')).toEqual({
      from_date: ['exceeds_fiscal_year'],
      to_date: ['exceeds_fiscal_year'],
    });
    expect(periodFaults(settings('fec'), { from_date: '2020-01-01', to_date: '2021-06-30' })).toEqual({});
  });
});
