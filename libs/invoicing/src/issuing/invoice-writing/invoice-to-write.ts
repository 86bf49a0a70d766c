import type { Instant } from '@tollgate/platform';
import type { PaymentMethodReference } from '@tollgate/contracts';
import type { BillingEntityView } from '@tollgate/catalog/reader';
import type { CustomerView, SectionSelection } from '@tollgate/subscription/reader';
import type { BilledSubscription, NewFee } from '../../model/line-items/new-invoice.js';
import type { CreditTaking } from '../prepaid-credits/credit-taking.js';
import type { InvoiceKindName } from './kinds/invoice-kinds.js';

/** The initial status of an invoice. */
export type TargetStatus = 'draft' | 'closed' | 'open' | 'pending' | 'finalized' | 'failed';

/** An invoice before it is priced and written. */
export interface InvoiceToWrite {
  /** Absent means `subscription`. */
  type?: InvoiceKindName;
  /** Identifies an invoice within a period; each key has one invoice. */
  progressiveKey?: string;
  /** Whether no payment provider charges it. */
  skipsProvider?: boolean;
  /** The payment method that the call selects. */
  paymentMethod?: PaymentMethodReference;
  organizationId: string;
  customer: CustomerView;
  billingEntity: BillingEntityView;
  subscriptions: BilledSubscription[];
  currency: string;
  lines: NewFee[];
  /** The source of its prepaid credits. */
  credits: CreditTaking;
  /** The run that creates the invoice; absent if something else marks it as billed. */
  runId?: string;
  /** The custom sections that the call selects for this invoice alone. */
  customSections?: SectionSelection;
  /** Whether it is hidden until its payment. */
  awaitsPayment?: boolean;
  /** Used if no subscription has one. */
  purchaseOrderNumber?: string | null;
  /** Billing instant and the organization's present time, Unix milliseconds. */
  at: Instant;
  now: Instant;
}

/**
 * Whether a subscription waits for the payment of this invoice. It is hidden until then, although credit notes, coupons
 * and wallets pay of it at once; sold credits wait likewise, but nothing pays of those (subscriptions, section 3.5).
 */
export const startsSubscription = ({ type, awaitsPayment }: Pick<InvoiceToWrite, 'type' | 'awaitsPayment'>): boolean =>
  awaitsPayment === true && type !== 'credit';
