import { describe, expect, it } from '@jest/globals';
import type { Stripe } from 'stripe';
import { accountsOf, instructionsParams } from './instructions.rules.js';

const address = { city: null, country: 'FR', line1: null, line2: null, postal_code: null, state: null };
const holder = { account_holder_address: address, account_holder_name: 'Acme', bank_address: address };
const accountsOfOne = (financialAddress: Stripe.FundingInstructions.BankTransfer.FinancialAddress) =>
  accountsOf({
    object: 'funding_instructions',
    bank_transfer: { country: 'FR', financial_addresses: [financialAddress], type: 'eu_bank_transfer' },
    currency: 'eur',
    funding_type: 'bank_transfer',
    livemode: false,
  });

describe('instructions of Stripe', () => {
  it('are requested for the currency, and in the EU for a country', () => {
    const countries = { customer: 'US', issuer: 'DE' };
    expect(instructionsParams({ customerId: 'cus_1', currency: 'EUR', countries })).toEqual({
      currency: 'eur',
      funding_type: 'bank_transfer',
      bank_transfer: { type: 'eu_bank_transfer', eu_bank_transfer: { country: 'DE' } },
    });
    expect(instructionsParams({ customerId: 'cus_1', currency: 'JPY', countries }).bank_transfer).toEqual({
      type: 'jp_bank_transfer',
    });
  });

  it('name the account of each kind of bank', () => {
    expect(accountsOfOne({ type: 'iban', iban: { ...holder, bic: 'PSST', country: 'FR', iban: 'FR11' } })).toEqual([
      { account_holder: 'Acme', iban: 'FR11', bic: 'PSST' },
    ]);
    expect(
      accountsOfOne({ type: 'sort_code', sort_code: { ...holder, account_number: '1', sort_code: '108800' } }),
    ).toEqual([{ account_holder: 'Acme', account_number: '1', sort_code: '108800' }]);
    const bank = { ...holder, account_number: '1', account_type: 'checking', bank_name: 'Bank' };
    const shown = { account_holder: 'Acme', bank_name: 'Bank', account_type: 'checking', account_number: '1' };
    expect(accountsOfOne({ type: 'aba', aba: { ...bank, routing_number: '2' } })).toEqual([
      { ...shown, routing_number: '2' },
    ]);
    expect(accountsOfOne({ type: 'swift', swift: { ...bank, swift_code: 'X' } })).toEqual([
      { ...shown, swift_code: 'X' },
    ]);
    expect(
      accountsOfOne({ type: 'spei', spei: { ...holder, bank_code: '002', bank_name: 'Bank', clabe: '3' } }),
    ).toEqual([{ account_holder: 'Acme', bank_name: 'Bank', bank_code: '002', clabe: '3' }]);
    expect(
      accountsOfOne({
        type: 'zengin',
        zengin: { ...bank, account_holder_name: null, bank_code: '1', branch_code: '2', branch_name: 'Main' },
      }),
    ).toEqual([
      {
        bank_name: 'Bank',
        account_type: 'checking',
        account_number: '1',
        bank_code: '1',
        branch_name: 'Main',
        branch_code: '2',
      },
    ]);
  });

  it('leave out an account of an unknown kind', () => {
    expect(accountsOfOne({ type: 'new_kind' })).toEqual([]);
  });
});
