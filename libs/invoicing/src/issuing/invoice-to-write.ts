import type { Instant } from '@tollgate/platform';
import type { PaymentMethodReference } from '@tollgate/contracts';
import type { BillingEntityView } from '@tollgate/catalog/reader';
import type { CustomerView, SectionSelection } from '@tollgate/subscription/reader';
import type { BilledSubscription, NewFee } from '../line-items/new-invoice.js';
import type { CreditTaking } from '../prepaid-credits/credit-taking.js';
import type { InvoiceKindName } from './kinds/invoice-kinds.js';

/** The status that an invoice that is made is to have. */
export type TargetStatus = 'draft' | 'closed' | 'open' | 'pending' | 'finalized' | 'failed';

/** An invoice before it is priced and written. */
export interface InvoiceToWrite {
  /** `subscription` when it is not said. */
  type?: InvoiceKindName;
  /** What an invoice within a period is made for; of the same there is one. */
  progressiveKey?: string;
  /** That no payment provider is to be asked for it. */
  skipsProvider?: boolean;
  /** What the call that asks for it says of how it is paid. */
  paymentMethod?: PaymentMethodReference;
  organizationId: string;
  customer: CustomerView;
  billingEntity: BillingEntityView;
  subscriptions: BilledSubscription[];
  currency: string;
  lines: NewFee[];
  /** Where its prepaid credits come from. */
  credits: CreditTaking;
  /** The run that made the invoice, where nothing else tells that it was made already. */
  runId?: string;
  /** The texts that were asked for on this one alone. */
  customSections?: SectionSelection;
  /** It is kept out of sight until it is paid. */
  awaitsPayment?: boolean;
  /** Where no subscription says it. */
  purchaseOrderNumber?: string | null;
  /** Billing instant and the organization's present time, Unix milliseconds. */
  at: Instant;
  now: Instant;
}
