import type { WalletTransaction, WalletTransactionShare } from '@tollgate/contracts';
import { isoSeconds, isoSecondsOrNull, type TenantTransaction } from '@tollgate/platform';
import { centsDecimal, centsNumber, Decimal, decimalText, subunit } from '@tollgate/rating';
import { methodOfRow } from '@tollgate/subscription/reader';
import { presentSections } from '../custom-sections/section-selection.js';
import type { ConsumptionEnd, ConsumptionRow } from '../transactions/consumptions.repository.js';
import { transactionsByIds, type TransactionRow } from '../transactions/transactions.repository.js';
import { walletsByIds, type WalletRow } from '../wallets/wallets.repository.js';
import { creditsFor } from '../inputs/credit-inputs.js';
import { presentPlainWallets, type PlainWallet } from './wallet.presenter.js';

interface Shown {
  transaction: WalletTransaction;
  wallet: PlainWallet;
}

/** Presents transactions and their wallets, in input order. */
async function present(transaction: TenantTransaction, rows: TransactionRow[]): Promise<Shown[]> {
  const wallets = await walletsByIds(transaction, [...new Set(rows.map((row) => row.wallet_id))]);
  const plain = await presentPlainWallets(transaction, wallets);
  const shownOf = new Map(plain.map((wallet) => [wallet.svc_id, wallet]));
  const walletOf = new Map(wallets.map((wallet) => [wallet.id, wallet]));
  return rows.map((row) => {
    const [shown, wallet] = [shownOf.get(row.wallet_id), walletOf.get(row.wallet_id)];
    if (!shown || !wallet) throw new Error(`no wallet ${row.wallet_id}`);
    return { transaction: presentRow(row, wallet, shown.billing_entity_code), wallet: shown };
  });
}

/** Presents one transaction. */
export function presentRow(row: TransactionRow, wallet: WalletRow, billingEntityCode: string): WalletTransaction {
  const remaining = row.remaining_amount_cents;
  return {
    svc_id: row.id,
    svc_wallet_id: row.wallet_id,
    svc_invoice_id: row.invoice_id,
    svc_credit_note_id: row.credit_note_id,
    svc_voided_invoice_id: row.voided_invoice_id,
    billing_entity_code: billingEntityCode,
    transaction_type: row.transaction_type,
    transaction_status: row.transaction_status,
    status: row.status,
    source: row.source,
    amount: decimalText(centsDecimal(row.amount_cents).div(subunit(wallet.currency))),
    credit_amount: decimalText(new Decimal(row.credit_amount)),
    remaining_amount_cents: remaining === null ? null : centsNumber(remaining),
    remaining_credit_amount: remaining === null ? null : creditText(remaining, wallet),
    priority: row.priority,
    name: row.name,
    metadata: row.metadata,
    purchase_order_number: row.purchase_order_number,
    invoice_requires_successful_payment: row.invoice_requires_successful_payment,
    payment_method: methodOfRow(row),
    settled_at: isoSecondsOrNull(row.settled_at),
    failed_at: isoSecondsOrNull(row.failed_at),
    created_at: isoSeconds(row.created_at),
  };
}

const creditText = (cents: bigint, wallet: WalletRow): string => decimalText(creditsFor(cents, wallet).creditAmount);

/** Presents transactions as their own resource, in input order. */
export async function presentTransactions(transaction: TenantTransaction, rows: TransactionRow[]) {
  const shown = await present(transaction, rows);
  const sections = await presentSections(
    transaction,
    rows.map(({ id }) => id),
  );
  return shown.map(({ transaction: row }) => ({
    ...row,
    applied_invoice_custom_sections: sections.get(row.svc_id) ?? [],
  }));
}

/** Presents consumptions of a transaction, each with the transaction at the other end. */
export async function presentConsumptions(
  transaction: TenantTransaction,
  rows: ConsumptionRow[],
  otherEnd: ConsumptionEnd,
): Promise<WalletTransactionShare[]> {
  const others = await transactionsByIds(
    transaction,
    rows.map((row) => row[otherEnd]),
  );
  const shown = new Map(
    (await present(transaction, others)).map((each) => [each.transaction.svc_id, each.transaction]),
  );
  const wallets = await walletsByIds(transaction, [...new Set(others.map((other) => other.wallet_id))]);
  return rows.map((row) => {
    const other = shown.get(row[otherEnd]) as WalletTransaction;
    const wallet = wallets.find(({ id }) => id === other.svc_wallet_id) as WalletRow;
    return {
      svc_id: row.id,
      amount_cents: centsNumber(row.amount_cents),
      credit_amount: creditText(row.amount_cents, wallet),
      created_at: isoSeconds(row.created_at),
      wallet_transaction: other,
    };
  });
}
