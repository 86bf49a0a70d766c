import type { Stripe } from 'stripe';
import type { BankAccount, BankDetail, InstructionsRequest } from '../ports/instructions.js';
import { transferOf } from './requests.rules.js';

/** Converts the request for the bank account of a customer (webhooks, section 11.4). */
export const instructionsParams = (request: InstructionsRequest): Stripe.CustomerCreateFundingInstructionsParams => ({
  currency: request.currency.toLowerCase(),
  funding_type: 'bank_transfer',
  bank_transfer: transferOf(request),
});

type FinancialAddress = Stripe.FundingInstructions.BankTransfer.FinancialAddress;

/** Selects the details that a payer needs, in the order of a bank's form. */
export const accountsOf = ({
  bank_transfer: { financial_addresses: all },
}: Stripe.FundingInstructions): BankAccount[] =>
  all.map((address) => filled(detailsOf(address))).filter((account) => Object.keys(account).length > 0);

function detailsOf({ iban, aba, swift, sort_code: sort, spei, zengin }: FinancialAddress): Details {
  if (iban) return { account_holder: iban.account_holder_name, iban: iban.iban, bic: iban.bic };
  if (sort) return { ...holderOf(sort), sort_code: sort.sort_code };
  if (aba) return { ...holderOf(aba), routing_number: aba.routing_number };
  if (swift) return { ...holderOf(swift), swift_code: swift.swift_code };
  if (spei)
    return {
      account_holder: spei.account_holder_name,
      bank_name: spei.bank_name,
      bank_code: spei.bank_code,
      clabe: spei.clabe,
    };
  if (zengin) {
    const { bank_code, branch_code, branch_name } = zengin;
    return { ...holderOf(zengin), bank_code, branch_name, branch_code };
  }
  return {};
}

type Details = Partial<Record<BankDetail, string | null>>;

interface Holder {
  account_holder_name: string | null;
  account_number: string | null;
  account_type?: string | null;
  bank_name?: string | null;
}

const holderOf = ({ account_holder_name, account_number, account_type, bank_name }: Holder): Details => ({
  account_holder: account_holder_name,
  bank_name: bank_name ?? null,
  account_type: account_type ?? null,
  account_number,
});

const filled = (details: Details): BankAccount =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value)) as BankAccount;
