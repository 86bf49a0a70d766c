import { bounds, isBlank, isStorableText, type FieldErrors, type WalletTransactionCreate } from '@tollgate/contracts';
import { ValidationFailed } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { isPaymentMethod, paymentMethodOf } from '@tollgate/subscription/reader';
import type { EntryFields } from '../../credits/ledger/entries.js';
import type { WalletRow } from '../../model/repositories/wallets.repository.js';
import { creditsIn } from '../../model/inputs/credit-inputs.js';
import { readPriority, readPurchaseOrder } from '../../model/inputs/plain-inputs.js';
import { mostPairs, readTransactionMetadata } from '../../model/inputs/transaction-metadata.js';

/** The transactions of a request. */
export interface RequestedTransactions {
  paidCredits: Decimal;
  grantedCredits: Decimal;
  voidedCredits: Decimal;
  ignoreLimits: boolean;
  fields: EntryFields;
}

/**
 * Reads a request for a wallet and reports all errors together (wallets, section 3.4).
 * @param methods the payment methods that the request may name
 * @throws ValidationFailed
 */
export function readTransactions(
  input: WalletTransactionCreate,
  wallet: WalletRow,
  methods: ReadonlySet<string>,
): RequestedTransactions {
  const errors: FieldErrors = {};
  const requested = {
    paidCredits: creditsIn('paid_credits', input.paid_credits, errors),
    grantedCredits: creditsIn('granted_credits', input.granted_credits, errors),
    voidedCredits: creditsIn('voided_credits', input.voided_credits, errors),
    ignoreLimits: input.ignore_paid_top_up_limits === true,
  };
  // Credits may drift below zero by less than a cent (wallets, section 1): only a request that voids credits may fail.
  if (!errors['voided_credits'] && requested.voidedCredits.gt(Decimal.max(0, wallet.credits_balance)))
    errors['voided_credits'] = ['insufficient_credits'];
  const name = readName(input.name, errors);
  const metadata = readTransactionMetadata(input.metadata, mostPairs.transaction);
  if (typeof metadata === 'string') errors['metadata'] = [metadata];
  const priority = isBlank(input.priority) ? 50 : readPriority(input.priority);
  if (priority === undefined) errors['priority'] = ['value_is_invalid'];
  if (!isPaymentMethod(input.payment_method, methods)) errors['payment_method'] = ['invalid_payment_method'];
  const purchaseOrderNumber = readPurchaseOrder(input.purchase_order_number, errors) ?? wallet.purchase_order_number;
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors);
  return {
    ...requested,
    fields: {
      source: 'manual',
      name,
      metadata: metadata as Exclude<typeof metadata, string>,
      priority,
      purchaseOrderNumber,
      requiresPayment: input.invoice_requires_successful_payment ?? wallet.invoice_requires_successful_payment,
      ...(input.payment_method ? { paymentMethod: paymentMethodOf(input.payment_method) } : {}),
    },
  };
}

function readName(raw: unknown, errors: FieldErrors): string | null {
  if (raw === undefined || raw === null) return null;
  if (typeof raw !== 'string' || !isStorableText(raw)) errors['name'] = ['invalid_value'];
  else if (raw.length > bounds.line) errors['name'] = ['too_long'];
  return String(raw);
}
