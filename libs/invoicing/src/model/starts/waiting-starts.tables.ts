/** Starts that were given up while they waited for their payment: no invoice of theirs is written any more. */
export interface AbandonedStartsTable {
  subscription_id: string;
  organization_id: string;
  reason: 'payment_failed' | 'timeout' | 'ended';
  abandoned_at: Date;
}
