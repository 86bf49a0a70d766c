import { Alert, Table } from '@mantine/core';
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
import { mainUnits } from '../../ui/money.js';
import { OpenInApi } from '../../ui/open-in-api.js';
import { Amount, EnumText, Price, Units } from '../../ui/values.js';
import { linesOf, type Step, type StepLine } from './steps.js';
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
      <Lines label={t`Steps to the amount`} steps={explanation.steps} explanation={explanation} />
      {explanation.discount_steps.some(({ kind }) => kind !== 'discounts_stored') ? (
        <Lines label={t`Steps to the discounts`} steps={explanation.discount_steps} explanation={explanation} />
      ) : null}
      {explanation.tax_steps.some(({ kind }) => kind === 'tax_cents' || kind === 'engine_tax') ? (
        <Lines label={t`Steps to the taxes`} steps={explanation.tax_steps} explanation={explanation} />
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

function Lines({ label, steps, explanation }: { label: string; steps: readonly Step[]; explanation: Explanation }) {
  const { t, i18n } = useLingui();
  const sides = { with: t`With the event`, without: t`Without the event` };
  const lines = linesOf(steps, i18n.locale);
  if (lines.length === 0) return null;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={label}>
      <Table className="records" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{label}</Table.Th>
            <Table.Th scope="col" className="right wide-only">{t`Calculation`}</Table.Th>
            <Table.Th scope="col" className="right">{t`Result`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td>
                {line.side === null ? null : `${sides[line.side]}: `}
                {t(line.sentence)}
              </Table.Td>
              <Table.Td className="right wide-only">{line.calculation}</Table.Td>
              <Table.Td className="right">
                <Result line={line} explanation={explanation} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Result({ line, explanation }: { line: StepLine; explanation: Explanation }) {
  const { amount_currency: currency } = explanation;
  // A price in a pricing unit has no currency yet.
  const isInPricingUnit = 'conversion_rate' in explanation && explanation.conversion_rate !== null;
  if (line.unit === 'precise_cents') return <Price amount={mainUnits(line.value, currency)} currency={currency} />;
  if (line.unit === 'cents') return <Amount cents={Number(line.value)} currency={currency} />;
  if (line.unit === 'units' || isInPricingUnit) return <Units value={line.value} />;
  return <Price amount={line.value} currency={currency} />;
}
