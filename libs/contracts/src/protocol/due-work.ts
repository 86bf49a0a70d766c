/**
 * Due times are data. Work due at the same instant runs in this order (subscriptions, section 10.1b;
 * docs/concepts/architecture.md, "Time").
 */
export const duePhases = [
  'activation',
  'termination',
  'plan_change',
  'billing',
  'draft_refresh',
  'finalization',
  'charge',
  'provider_answer',
  'overdue',
  'dunning',
  'trial_end',
  'wallet',
  'alert',
  'statement',
  'export',
  'plan_migration',
] as const;
export type DuePhase = (typeof duePhases)[number];

/** The next due instant of a service's phase for an organization: Unix milliseconds, UTC. */
export interface DueInstant {
  phase: DuePhase;
  at: number;
}
