// The bank accounts that Stripe provides for tests of direct debits, and how each behaves.
import { invalid } from './errors.ts';
import type { Behavior, Decline } from './test-methods.ts';

export type BankType = 'bacs_debit' | 'sepa_debit' | 'us_bank_account';

/** A test account: its number (an IBAN for SEPA), and its behavior. */
export interface TestBank {
  type: BankType;
  number: string;
  behavior: Behavior;
}

const late = 3 * 60;
const failure = (code: string, message: string): Decline => ({ code, message });
const failures = {
  account_closed: failure('account_closed', "The customer's bank account has been closed."),
  charge_exceeds_source_limit: failure('charge_exceeds_source_limit', 'The payment exceeds the weekly volume limit.'),
  charge_exceeds_weekly_limit: failure(
    'charge_exceeds_weekly_limit',
    'The payment exceeds the transaction limit of the account.',
  ),
  debit_not_authorized: failure(
    'debit_not_authorized',
    'The customer has notified their bank that this payment was unauthorized.',
  ),
  generic: failure('payment_intent_payment_attempt_failed', 'The payment failed.'),
  insufficient_funds: failure(
    'insufficient_funds',
    "The customer's account has insufficient funds to cover this payment.",
  ),
  invalid_currency: failure('invalid_currency', 'The bank account does not support this currency.'),
  no_account: failure('no_account', "The customer's bank account could not be located."),
};

const success: Behavior = { settles: { after: 0 } };
const successLate: Behavior = { settles: { after: late } };
const fails = (reason: Decline, after = 0): Behavior => ({ settles: { after, failure: reason } });
const disputed: Behavior = { settles: { after: 0 }, dispute: { reason: 'fraudulent' } };

const sepa = (country: string, numbers: string[]): [string, TestBank][] => {
  const courses: [string, Behavior][] = [
    ['pm_success', success],
    ['pm_successDelayed', successLate],
    ['pm_failed', fails(failures.generic)],
    ['pm_failedDelayed', fails(failures.generic, late)],
    ['pm_disputed', disputed],
    ['pm_exceedsWeeklyVolumeLimit', fails(failures.charge_exceeds_source_limit)],
    ['pm_exceedsWeeklyTransactionLimit', fails(failures.charge_exceeds_weekly_limit)],
    ['pm_insufficientFunds', fails(failures.insufficient_funds)],
  ];
  return courses.map(([name, behavior], place) => [
    `${name}_${country}`,
    { type: 'sepa_debit', number: numbers[place] as string, behavior },
  ]);
};
const ach = (name: string, number: string, behavior: Behavior): [string, TestBank] => [
  `pm_usBankAccount_${name}`,
  { type: 'us_bank_account', number, behavior },
];
const bacs = (name: string, number: string, behavior: Behavior): [string, TestBank] => [
  `pm_bacsDebit_${name}`,
  { type: 'bacs_debit', number, behavior },
];
const mandateLost = (after: number): Behavior => ({
  settles: { after, failure: failures.debit_not_authorized, isMandateLost: true },
});

/** By the name of the ready payment method. */
const banks = new Map<string, TestBank>([
  ...sepa('de', [
    'DE89370400440532013000',
    'DE08370400440532013003',
    'DE62370400440532013001',
    'DE78370400440532013004',
    'DE35370400440532013002',
    'DE65370400440000343434',
    'DE27370400440000121212',
    'DE65370400440002222227',
  ]),
  ...sepa('at', [
    'AT611904300234573201',
    'AT321904300235473204',
    'AT861904300235473202',
    'AT051904300235473205',
    'AT591904300235473203',
    'AT981904300000343434',
    'AT601904300000121212',
    'AT981904300002222227',
  ]),
  ach('success', '000123456789', success),
  ach('accountClosed', '000111111113', fails(failures.account_closed)),
  ach('noAccount', '000111111116', fails(failures.no_account)),
  ach('insufficientFunds', '000222222227', fails(failures.insufficient_funds)),
  ach('debitNotAuthorized', '000333333335', fails(failures.debit_not_authorized)),
  ach('invalidCurrency', '000444444440', fails(failures.invalid_currency)),
  ach('dispute', '000555555559', disputed),
  ach('processing', '000000000009', { settles: {} }),
  bacs('success', '00012345', success),
  bacs('successDelayed', '90012345', successLate),
  bacs('debitNotAuthorized', '33333335', mandateLost(0)),
  bacs('debitNotAuthorizedDelayed', '93333335', mandateLost(late)),
  bacs('insufficientFunds', '22222227', fails(failures.insufficient_funds)),
  bacs('insufficientFundsDelayed', '92222227', fails(failures.insufficient_funds, late)),
  bacs('dispute', '55555559', { ...successLate, dispute: { reason: 'fraudulent' } }),
]);

/** @returns the test account of a ready payment method's name, such as `pm_success_de`; undefined if there is none */
export const testBank = (name: string): TestBank | undefined => banks.get(name);

/** @returns how an account behaves; accounts that are not for tests succeed at once */
export function behaviorOfBank(type: BankType, number: string): Behavior {
  for (const bank of banks.values()) if (bank.type === type && bank.number === number) return bank.behavior;
  return success;
}

/** @throws Failure unless the check digits of an IBAN are right (ISO 13616) */
export function checkIban(iban: string, param: string): void {
  const compact = iban.replaceAll(' ', '').toUpperCase();
  const moved = compact.slice(4) + compact.slice(0, 4);
  const digits = [...moved].map((letter) => Number.parseInt(letter, 36)).join('');
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact) && BigInt(digits) % 97n === 1n) return;
  throw invalid('The IBAN you provided is invalid.', { code: 'invalid_bank_account_iban', param });
}
