import { Alert } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Call } from '../../api/read.js';
import type { Fee } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import { CallError } from '../../frame/call-error.js';
import { useMembership, useRead } from '../../frame/membership.js';
import { DescriptionList, Section } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { OpenInApi } from '../../ui/open-in-api.js';
import { Amount, EnumText, Units } from '../../ui/values.js';
import { StepTable } from './step-table.js';
import { Loading } from '../../ui/loading.js';

type Explanation = NonNullable<components['schemas']['FeeExplanation']>;
type Usage = Extract<Explanation, { metric: unknown }>;

/** The permission to read events, which show their properties. */
const eventsPermission = 'developers:manage';

const isOfUsage = (explanation: Explanation): explanation is Usage => 'metric' in explanation;

/** How a fee came to its amount: its events, its units, its price and its taxes. */
export function FeeExplanation({ fee, name }: { fee: Fee; name: string }) {
  const { t } = useLingui();
  const call: Call<'/fees/{svc_id}/explanation'> = {
    path: '/fees/{svc_id}/explanation',
    values: { svc_id: fee.svc_id },
  };
  const { data, error, isPending } = useRead(call);
  const explanation = data?.explanation ?? null;
  return (
    <Section title={msg`How the amount came about`} action={<OpenInApi call={call} />}>
      <p dir="auto">
        <strong>{name}</strong>
      </p>
      <CallError error={error} />
      {isPending && !error ? <Loading label={t`How the amount came about`} /> : null}
      {data && !explanation ? (
        <p className="empty">
          <Trans>An earlier version wrote this fee, and stored no explanation with it.</Trans>
        </p>
      ) : null}
      {explanation ? <Steps fee={fee} explanation={explanation} /> : null}
    </Section>
  );
}

function Steps({ fee, explanation }: { fee: Fee; explanation: Explanation }) {
  const { t } = useLingui();
  const unit = {
    currency: explanation.amount_currency,
    isPricingUnit: 'conversion_rate' in explanation && explanation.conversion_rate !== null,
  };
  return (
    <>
      {explanation.agrees ? null : (
        <Alert color="red" variant="outline" role="alert" title={t`The steps result in another amount`}>
          <Trans>
            Report this to the operators of the service. The stored amount stays valid until they have checked it.
          </Trans>
        </Alert>
      )}
      {isOfUsage(explanation) ? <UsageFacts fee={fee} explanation={explanation} /> : null}
      <StepTable label={t`Steps to the amount`} steps={explanation.steps} unit={unit} />
      {explanation.discount_steps.some(({ kind }) => kind !== 'discounts_stored') ? (
        <StepTable label={t`Steps to the discounts`} steps={explanation.discount_steps} unit={unit} />
      ) : null}
      {explanation.tax_steps.some(({ kind }) => kind === 'tax_cents' || kind === 'engine_tax') ? (
        <StepTable label={t`Steps to the taxes`} steps={explanation.tax_steps} unit={unit} />
      ) : null}
    </>
  );
}

function UsageFacts({ fee, explanation }: { fee: Fee; explanation: Usage }) {
  const { may } = useMembership();
  return (
    <>
      <DescriptionList
        items={[
          [msg`Units`, <Units value={fee.units} />],
          [msg`Counted as`, <EnumText value={explanation.metric.aggregation_type} />],
          [msg`From`, <Instant iso={explanation.usage_from_datetime} zone={explanation.timezone} focusable />],
          [msg`Until`, <Instant iso={explanation.usage_to_datetime} zone={explanation.timezone} focusable />],
          [msg`Price model`, <EnumText value={explanation.charge_model} />],
          [msg`Computed`, <Instant iso={explanation.rated_at} focusable />],
        ]}
      />
      {may(eventsPermission) ? <EventsBehind fee={fee} /> : null}
    </>
  );
}

/** Where the units come from, and what late events would have cost. */
function EventsBehind({ fee }: { fee: Fee }) {
  const { path } = useMembership();
  const { data, error } = useRead({
    path: '/fees/{svc_id}/events',
    values: { svc_id: fee.svc_id },
    query: { per_page: '1' },
  });
  if (!data) return <CallError error={error} />;
  if (data.reason !== null) return null;
  const { status_counts: counts, would_be_amount_cents: wouldBe, amount_currency: currency } = data.meta;
  return (
    <>
      <p>
        <Link
          to="/$organization/fees/$id/events"
          params={{ organization: path, id: fee.svc_id }}
          className="record-link"
        >
          <Trans>Events behind the fee</Trans>
        </Link>
        {': '}
        <Trans>
          {counts.counted} counted, {counts.without_effect} without effect, {counts.ignored} not counted
        </Trans>
      </p>
      {counts.late > 0 ? (
        <Alert color="yellow" variant="outline" role="status">
          <Trans>Events that came after the fee was computed: {counts.late}.</Trans>{' '}
          {wouldBe === null ? (
            <Trans>There are too many to compute the fee with them.</Trans>
          ) : (
            <Trans>
              With these events the fee would have been <Amount cents={wouldBe} currency={currency} />.
            </Trans>
          )}
        </Alert>
      ) : null}
    </>
  );
}
