import type { SourceRefusal } from '@tollgate/contracts';
import type { OnlySubscription } from '@tollgate/subscription/reader';
import type { RuledEvent } from '../rules/apply-rules.js';

/** An event, and the place of its input in the body. */
export interface PlacedEvent extends RuledEvent {
  input: number;
}

/** The name in an event that stands for its subscription. */
const subjectOf = ({ event }: PlacedEvent): string => String(event['external_subscription_id']);

/** The names of subscriptions and customers in events, each once. */
export const subjectsOf = (events: readonly PlacedEvent[]): string[] => [...new Set(events.map(subjectOf))];

/**
 * Gives each event to the subscription of its name: the one with this external id, or the only active one of a customer
 * (metering, section 2.8). A name that stands for neither stays as it is.
 * @param found the subscriptions by name
 */
export function addressed(
  events: readonly PlacedEvent[],
  found: ReadonlyMap<string, OnlySubscription>,
): { events: PlacedEvent[]; refusals: SourceRefusal[] } {
  const refusals: SourceRefusal[] = [];
  const retained = events.flatMap((placed) => {
    const subscription = found.get(subjectOf(placed));
    if (!subscription) return [placed];
    if ('externalId' in subscription)
      return [{ ...placed, event: { ...placed.event, external_subscription_id: subscription.externalId } }];
    const { input, rule } = placed;
    refusals.push({ input, rule, errors: { external_subscription_id: [subscription.reason] } });
    return [];
  });
  return { events: retained, refusals };
}
