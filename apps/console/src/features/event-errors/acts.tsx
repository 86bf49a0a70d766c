import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Act, Sending } from '../../acts/act.js';
import type { Field, Values } from '../../acts/field.js';
import { metricPicker } from '../../acts/pickers.js';
import { answerOf, api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import type { Event, EventErrorGroup } from '../../api/records.js';

type Resend = components['schemas']['EventResend'];

/** Events of one call, and calls of one act. */
const mostEvents = 100;
const mostCalls = 50;

const correctionFields = (code: string): readonly Field[] => [
  { kind: 'picker', name: 'code', label: msg`Metric`, picker: metricPicker, initial: code, isOptional: true },
  {
    kind: 'text',
    name: 'external_subscription_id',
    label: msg`Subscription`,
    hint: msg`Without one, that of each event stays`,
    isOptional: true,
  },
  { kind: 'text', name: 'property', label: msg`Property to set`, isOptional: true },
  { kind: 'text', name: 'value', label: msg`Value of the property`, isOptional: true },
];

function correctionsOf({ code, external_subscription_id: subscription, property, value }: Values) {
  return {
    ...(code ? { code } : {}),
    ...(subscription ? { external_subscription_id: subscription } : {}),
    ...(property ? { properties: { [property]: value ?? '' } } : {}),
  };
}

const resend = ({ headers }: Sending, event_resend: Resend) =>
  answerOf(api.POST('/events/resend', { headers, body: { event_resend } }));

/** Sends the events of a group again, page by page: corrected events leave the list that it reads. */
async function resendGroup(sending: Sending, group: EventErrorGroup, values: Values): Promise<void> {
  const { error, code } = group;
  const query = { error, code, per_page: mostEvents };
  const pages = Math.min(Math.ceil(group.events_count / mostEvents), mostCalls);
  for (let page = 0; page < pages; page += 1) {
    const call = api.GET('/event_errors', { headers: sending.headers, params: { query } });
    const { event_errors: events } = await answerOf(call);
    const bySubscription = Map.groupBy(events, ({ external_subscription_id: id }) => id);
    for (const [subscription, of] of bySubscription)
      await resend(sending, {
        transaction_ids: of.map(({ transaction_id: id }) => id),
        ...(subscription === null ? {} : { from_external_subscription_id: subscription }),
        ...correctionsOf(values),
      });
  }
}

const resendAll: Act<EventErrorGroup> = {
  call: 'POST /events/resend',
  permission: 'developers:manage',
  label: msg`Correct and send again`,
  Summary: ({ record: { events_count: count } }) => (
    <Trans>
      The events of this row are voided and sent again with these corrections: {count}, and at most 5,000 at once.
    </Trans>
  ),
  fieldsOf: ({ suggested_code: suggested }) => correctionFields(suggested ?? ''),
  send: resendGroup,
  done: msg`The events are sent again.`,
};

const resendOne: Act<Event> = {
  call: 'POST /events/resend',
  permission: 'developers:manage',
  label: msg`Correct and send again`,
  Summary: () => <Trans>The event is voided and sent again with these corrections, at the same time of usage.</Trans>,
  fieldsOf: ({ code }) => correctionFields(code),
  send: async (sending, { transaction_id: id, external_subscription_id: subscription }, values) => {
    const { events } = await resend(sending, {
      transaction_ids: [id],
      ...(subscription === null ? {} : { from_external_subscription_id: subscription }),
      ...correctionsOf(values),
    });
    const [sent] = events;
    return sent ? { goTo: { kind: 'event', id: sent.transaction_id } } : {};
  },
  done: msg`The event is sent again.`,
};

const voidEvent: Act<Event> = {
  call: 'DELETE /events/{transaction_id}',
  permission: 'developers:manage',
  label: msg`Void the event`,
  isDanger: true,
  Summary: () => <Trans>The event no longer counts. Its transaction id cannot be used again.</Trans>,
  send: async ({ headers }, { transaction_id, external_subscription_id: subscription }) => {
    const query = subscription === null ? {} : { external_subscription_id: subscription };
    const params = { path: { transaction_id }, query };
    await answerOf(api.DELETE('/events/{transaction_id}', { headers, params }));
  },
  done: msg`The event is voided.`,
};

/** The acts of all events with one error and code. */
export const errorGroupActs: readonly Act<EventErrorGroup>[] = [resendAll];

/** The acts of an event. */
export const eventActs: readonly Act<Event>[] = [resendOne, voidEvent];
