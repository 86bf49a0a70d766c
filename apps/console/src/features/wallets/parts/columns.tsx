import { msg } from '@lingui/core/macro';
import type { WalletTransaction } from '../../../api/records.js';
import type { components } from '../../../api/schema.js';
import {
  enumColumn,
  instantColumn,
  priceColumn,
  stateColumn,
  textColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../../ui/columns.js';

type Rule = components['schemas']['RecurringTransactionRule'];

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
