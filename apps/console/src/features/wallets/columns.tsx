import { msg } from '@lingui/core/macro';
import type { Wallet, WalletTransaction } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import {
  currencyColumn,
  customerColumn,
  customerInstantColumn,
  enumColumn,
  instantColumn,
  linkColumn,
  moneyColumn,
  priceColumn,
  sortable,
  stateColumn,
  textColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';

type Rule = components['schemas']['RecurringTransactionRule'];

const walletLink = linkColumn<Wallet>(
  msg`Wallet`,
  'wallet',
  (row) => row.svc_id,
  (row) => row.name || row.code,
);

const walletFacts: readonly Column<Wallet>[] = [
  stateColumn(msg`State`, (row) => row.status),
  wide(unitsColumn(msg`Priority`, (row) => row.priority)),
  wide(customerInstantColumn(msg`Expires`, (row) => row.expiration_at)),
  wide(unitsColumn(msg`Credits`, (row) => row.credits_balance)),
  currencyColumn((row) => row.currency),
  sortable(
    'balance_cents',
    moneyColumn(
      msg`Balance`,
      (row) => row.balance_cents,
      (row) => row.currency,
    ),
  ),
  wide(
    moneyColumn(
      msg`Ongoing balance`,
      (row) => row.ongoing_balance_cents,
      (row) => row.currency,
    ),
  ),
];

/** Of one customer. */
export const ownWalletColumns = [walletLink, ...walletFacts];

export const walletColumns = [walletLink, customerColumn<Wallet>((row) => row.external_customer_id), ...walletFacts];

/** @param currency of the wallet */
export const transactionColumns = (currency: string): readonly Column<WalletTransaction>[] => [
  instantColumn(msg`Created`, (row) => row.created_at),
  enumColumn(msg`Direction`, (row) => row.transaction_type),
  wide(enumColumn(msg`Kind`, (row) => row.transaction_status)),
  stateColumn(msg`State`, (row) => row.status),
  wide(textColumn(msg`Name`, (row) => row.name)),
  wide(enumColumn(msg`Source`, (row) => row.source)),
  wide(unitsColumn(msg`Credits`, (row) => row.credit_amount)),
  wide(unitsColumn(msg`Remaining credits`, (row) => row.remaining_credit_amount)),
  priceColumn(
    msg`Amount`,
    (row) => row.amount,
    () => currency,
  ),
];

export const ruleColumns: readonly Column<Rule>[] = [
  enumColumn(msg`Trigger`, (row) => row.trigger),
  stateColumn(msg`State`, (row) => row.status),
  wide(enumColumn(msg`Interval`, (row) => row.interval)),
  wide(unitsColumn(msg`Below`, (row) => row.threshold_credits)),
  unitsColumn(msg`Paid credits`, (row) => row.paid_credits),
  unitsColumn(msg`Granted credits`, (row) => row.granted_credits),
];
