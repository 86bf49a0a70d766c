import type { ActivationRuleStatus } from '@tollgate/contracts';

/** Conditions for which subscriptions wait before they start. */
export interface ActivationRulesTable {
  id: string;
  organization_id: string;
  subscription_id: string;
  type: 'payment';
  /** 0: it waits without end. */
  timeout_hours: number;
  status: ActivationRuleStatus;
  /** The end of the wait; null before the start, and without an end. */
  expires_at: Date | null;
  created_at: Date;
  updated_at: Date;
}
