import { Alert } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui as useMessages } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { Refusal } from '../../api/client.js';
import type { Event as Record } from '../../api/records.js';
import { useMembership, useRead } from '../../frame/membership.js';
import { CallError } from '../../frame/notices.js';
import { DetailPage, Facts, Section, useId } from '../../records/detail-page.js';
import { RecordLink } from '../../records/places.js';
import { Instant, Nothing, State } from '../../records/values.js';
import { obstaclesOf, type Obstacle } from './event-cure.js';
import { Json } from './json.js';

/** What stands against counting an event, and what cures it. */
const cures: { [O in Obstacle]: MessageDescriptor } = {
  unknown_code: msg`No metric has this code. Create one with it, or correct the code that your product sends.`,
  field_missing: msg`The property that the metric reads is missing. Send it with each event.`,
  field_not_a_number: msg`The property that the metric reads is not a number. Send it as a number.`,
  no_subscription: msg`The event names no subscription. Send its external id with each event.`,
  unknown_subscription: msg`No subscription has this external id. Create it, or correct the id that your product sends.`,
  before_start: msg`The event lies before the start of the subscription. Correct its time, or start the subscription earlier.`,
  after_end: msg`The event lies after the end of the subscription. Correct its time, or send it for another subscription.`,
};

/** An event, and whether it can be counted. */
export function Event() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/events/{transaction_id}', values: { transaction_id: id } }}
      parent={{ word: msg`Events`, to: '/$organization/developers/events' }}
      headOf={({ event }) => ({ name: event.code, id: event.transaction_id })}
    >
      {({ event }) => (
        <>
          <Cure event={event} />
          <Facts
            facts={[
              [
                msg`Metric`,
                <RecordLink place="metric" id={event.code}>
                  {event.code}
                </RecordLink>,
              ],
              [
                msg`Subscription`,
                event.external_subscription_id ? (
                  <RecordLink place="subscription" id={event.external_subscription_id}>
                    {event.external_subscription_id}
                  </RecordLink>
                ) : (
                  <Nothing />
                ),
              ],
              [msg`Time of the event`, <Instant iso={event.timestamp} focusable />],
              [msg`Received`, <Instant iso={event.created_at} focusable />],
              [msg`Own price (minor units)`, event.precise_total_amount_cents ?? <Nothing />],
            ]}
          />
          <Section title={msg`Properties`}>
            <Json value={event.properties} />
          </Section>
        </>
      )}
    </DetailPage>
  );
}

const isMissing = (error: unknown): boolean => error instanceof Refusal && error.status === 404;

/** Judges an event by its metric and subscription as they are now. */
function Cure({ event }: { event: Record }) {
  const { t } = useLingui();
  const { _ } = useMessages();
  const { may } = useMembership();
  const mayReadMetrics = may('billable_metrics:view');
  const mayReadSubscriptions = may('subscriptions:view') && Boolean(event.external_subscription_id);
  const metric = useRead(
    { path: '/billable_metrics/{code}', values: { code: event.code } },
    { enabled: mayReadMetrics },
  );
  const subscriptions = useRead(
    {
      path: '/subscriptions',
      query: {
        external_id: event.external_subscription_id ?? '',
        'status[]': ['active', 'pending', 'incomplete', 'terminated', 'canceled'],
        per_page: '100',
      },
    },
    { enabled: mayReadSubscriptions },
  );
  if ((mayReadMetrics && metric.isPending) || (mayReadSubscriptions && subscriptions.isPending)) return null;
  const error = isMissing(metric.error) ? subscriptions.error : (metric.error ?? subscriptions.error);
  if (error) return <CallError error={error} />;
  const obstacles = obstaclesOf(
    event,
    isMissing(metric.error) ? null : metric.data?.billable_metric,
    subscriptions.data?.subscriptions,
  );
  if (obstacles.length === 0)
    return (
      <p>
        <State value="counted" /> {t`Nothing stands against counting this event.`}
      </p>
    );
  return (
    <Alert variant="outline" color="yellow" mb="sm" title={<State value="uncounted" />}>
      {obstacles.map((obstacle) => (
        <p key={obstacle} className="cure">
          {_(cures[obstacle])}
        </p>
      ))}
    </Alert>
  );
}
