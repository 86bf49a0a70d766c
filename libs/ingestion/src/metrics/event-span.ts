import { ValidationFailed } from '@tollgate/platform';
import type { EventSelection } from '../intake/events/event-selection.js';

export const dayMs = 86_400_000;

/** Timestamps of events in Unix milliseconds, both inclusive. */
interface Span {
  from: number;
  to: number;
}

/** @throws ValidationFailed for a span that ends before it begins, or is too long */
export function checkSpan({ from, to }: Span, days: number): void {
  if (to < from) throw new ValidationFailed({ to: ['value_is_out_of_range'] });
  if (to - from > days * dayMs) throw new ValidationFailed({ from: ['value_is_out_of_range'] });
}

/** Selects the events of a code, of one subscription or of all. */
export const eventsOf = (code: string, span: Span, externalSubscriptionId?: string): EventSelection => ({
  ...span,
  code,
  externalSubscriptionId,
  externalSubscriptionIds: undefined,
  transactionId: undefined,
  state: undefined,
});
