import type { CloudEventForm, FieldErrors, RawInput } from '@tollgate/contracts';
import { BadRequest, ValidationFailed, type ApiRequest } from '@tollgate/platform';
import type { OnlySubscription } from '@tollgate/subscription/reader';
import { namedByAttributes, readCloudEvents } from './cloud-events.js';

interface CloudEventCall {
  form: CloudEventForm;
  headers: ApiRequest['headers'];
  body: unknown;
}

/** The parts of the intake that store CloudEvents. */
interface CloudEventTarget {
  /** The subscriptions of subjects, by subject; those that are neither a subscription nor a customer are absent. */
  bySubject(subjects: string[]): Promise<Map<string, OnlySubscription>>;
  /** @returns errors by place, or null when all are stored */
  store(events: RawInput[]): Promise<Record<string, FieldErrors | string> | null>;
}

/**
 * Stores the CloudEvents of a call, all or none; one that was stored before counts as stored, because senders repeat a
 * call without an answer (metering, section 2.7).
 * @throws ValidationFailed with the errors by attribute, in a batch by place; BadRequest for a body of another shape
 */
export async function storeCloudEvents(
  { form, headers, body }: CloudEventCall,
  { bySubject, store }: CloudEventTarget,
): Promise<void> {
  const read = readCloudEvents(form, headers, body);
  if (read === null)
    throw new BadRequest(form === 'batch' ? 'the body is no list of CloudEvents' : 'the body is no CloudEvent');
  const named = (errors: Record<string, FieldErrors | string>) =>
    new ValidationFailed(form === 'batch' ? errors : (errors[0] ?? errors));
  const unread = read.flatMap((one, place) => ('errors' in one ? [[place, one.errors] as const] : []));
  if (unread.length > 0) throw named(Object.fromEntries(unread));
  const events = read.flatMap((one) => ('event' in one ? [one.event] : []));
  const addressed = withSubscriptions(events, await bySubject(events.flatMap(subjectOf)));
  if ('errors' in addressed) throw named(addressed.errors);
  const refused = await store(addressed.events);
  if (refused === null) return;
  const attributes = Object.entries(refused).map(([place, errors]) => [
    place,
    typeof errors === 'string' ? errors : namedByAttributes(errors),
  ]);
  throw named(Object.fromEntries(attributes) as typeof refused);
}

const subjectOf = ({ external_subscription_id: subject }: RawInput): string[] =>
  typeof subject === 'string' ? [subject] : [];

/** Gives each event to the subscription of its subject; a subject that names none stays as it is. */
function withSubscriptions(
  events: RawInput[],
  found: Map<string, OnlySubscription>,
): { events: RawInput[] } | { errors: Record<string, FieldErrors> } {
  const errors: Record<string, FieldErrors> = {};
  const addressed = events.map((event, place) => {
    const [subject] = subjectOf(event);
    const subscription = subject === undefined ? undefined : found.get(subject);
    if (!subscription) return event;
    if ('externalId' in subscription) return { ...event, external_subscription_id: subscription.externalId };
    errors[place] = { subject: [subscription.reason] };
    return event;
  });
  return Object.keys(errors).length > 0 ? { errors } : { events: addressed };
}
