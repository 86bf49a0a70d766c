import { Alert } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { Event as Record, EventEffects } from '../../api/records.js';
import { Acts } from '../../acts/acts.js';
import { CallError } from '../../frame/call-error.js';
import { useRead } from '../../frame/membership.js';
import {
  amountColumn,
  codeColumn,
  enumColumn,
  instantColumn,
  linkColumn,
  unitsColumn,
  wide,
  type Column,
} from '../../ui/columns.js';
import { DescriptionList, DetailPage, Rows, Section, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Json } from '../../ui/json.js';
import { RecordLink } from '../../ui/record-link.js';
import { Nothing, State } from '../../ui/values.js';
import { eventActs } from '../event-errors/acts.js';

/** Why an event does not count, and what cures it. */
const cures: { [R in EventEffects['reasons'][number]]: MessageDescriptor } = {
  voided: msg`The event was voided.`,
  unknown_code: msg`No metric has this code. Create one with it, or correct the code that your product sends.`,
  field_missing: msg`The property that the metric reads is missing. Send it with each event.`,
  field_not_a_number: msg`The property that the metric reads is not a number. Send it as a number.`,
  no_subscription: msg`No subscription with this external id was in force at the time of the event. Correct the id or the time.`,
  no_charge: msg`The plan has no charge for this metric. Add one, or stop sending the event.`,
};

/** An event, where it counts, or why not. */
export function Event() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/events/{transaction_id}', values: { transaction_id: id } }}
      parent={{ label: msg`Events`, to: '/$organization/developers/events' }}
      headOf={({ event }) => ({ name: event.code, id: event.transaction_id })}
      actions={({ event }) => <Acts acts={eventActs} record={event} />}
    >
      {({ event }) => (
        <>
          <Effects event={event} />
          <DescriptionList
            items={[
              [
                msg`Metric`,
                <RecordLink kind="metric" id={event.code}>
                  {event.code}
                </RecordLink>,
              ],
              [
                msg`Subscription`,
                event.external_subscription_id ? (
                  <RecordLink kind="subscription" id={event.external_subscription_id}>
                    {event.external_subscription_id}
                  </RecordLink>
                ) : (
                  <Nothing />
                ),
              ],
              [msg`Time of the event`, <Instant iso={event.timestamp} precision="seconds" focusable />],
              [msg`Received`, <Instant iso={event.created_at} precision="seconds" focusable />],
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

/** Where the event counts by the plan and the metrics of now, and what it made; or why it does not count. */
function Effects({ event }: { event: Record }) {
  const { t } = useLingui();
  const { external_subscription_id: subscription } = event;
  const { data, error } = useRead({
    path: '/events/{transaction_id}/effects',
    values: { transaction_id: event.transaction_id },
    query: subscription ? { external_subscription_id: subscription } : {},
  });
  if (error) return <CallError error={error} />;
  if (!data) return null;
  const { event_effects: effects } = data;
  if (!effects.counted)
    return (
      <Alert variant="outline" color="yellow" mb="sm" title={<State value="uncounted" />}>
        {effects.reasons.map((reason) => (
          <p key={reason} className="cure">
            {t(cures[reason])}
          </p>
        ))}
      </Alert>
    );
  return (
    <>
      <p>
        <State value="counted" /> {t`The plan of its subscription counts this event.`}
      </p>
      <Rows
        title={msg`Charges that count it`}
        columns={chargeColumnsOf(effects)}
        rows={effects.charges}
        keyOf={({ svc_charge_id: id }) => id}
      />
      <Rows
        title={msg`Fees that it made`}
        columns={feeColumns}
        rows={effects.fees}
        keyOf={({ svc_fee_id: id }) => id}
      />
    </>
  );
}

type CountingCharge = EventEffects['charges'][number];
const chargeColumnsOf = ({ plan_code: plan, value }: EventEffects): readonly Column<CountingCharge>[] => [
  codeColumn(msg`Charge`, (row) => row.charge_code),
  linkColumn(msg`Plan`, 'plan', () => plan ?? ''),
  wide(enumColumn(msg`Price model`, (row) => row.charge_model)),
  wide(unitsColumn(msg`Filters`, (row) => row.svc_charge_filter_ids.length)),
  codeColumn(msg`Value that counts`, () => value),
];

const feeColumns: readonly Column<EventEffects['fees'][number]>[] = [
  linkColumn(
    msg`Invoice`,
    'invoice',
    (row) => row.svc_invoice_id ?? '',
    (row) => row.svc_invoice_id?.slice(0, 8),
  ),
  instantColumn(msg`Created`, (row) => row.created_at),
  amountColumn(),
];
