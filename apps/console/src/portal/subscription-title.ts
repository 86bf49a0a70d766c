import type { Subscription } from './calls.js';

/** The words for a subscription: its own name, or that of its plan. */
export const titleOf = ({ name, plan, plan_code: code }: Subscription): string => name || plan?.name || code;
