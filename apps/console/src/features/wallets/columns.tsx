import { msg } from '@lingui/core/macro';
import type { Wallet } from '../../api/records.js';
import {
  currencyColumn,
  customerColumn,
  customerInstantColumn,
  linkColumn,
  moneyColumn,
  sortable,
  stateColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';

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
