import { Alert, Modal, Text, Title } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { PriceTest, PriceTestStory } from '../../api/records.js';
import { CallError } from '../../frame/call-error.js';
import { useRead } from '../../frame/membership.js';
import { moneyColumn, type Column } from '../../ui/columns.js';
import { Instant } from '../../ui/instant.js';
import { Loading } from '../../ui/loading.js';
import { RecordLink } from '../../ui/record-link.js';
import { RecordTable } from '../../ui/record-table.js';
import { Amount } from '../../ui/values.js';
import { StepTable } from '../fees/step-table.js';
import { EstimateReasons } from '../plans/price/reasons.js';

interface Props {
  test: PriceTest;
  subscription: string;
  onClose(): void;
}

/** How the amounts of a subscription come about, with both prices side by side. */
export function StoryDialog({ test, subscription, onClose }: Props) {
  const { t } = useLingui();
  const { data, error, isPending } = useRead({
    path: '/price_tests/{svc_id}/results/{external_subscription_id}',
    values: { svc_id: test.svc_id, external_subscription_id: subscription },
  });
  const label = t`Both prices of ${subscription}`;
  return (
    <Modal
      opened
      onClose={onClose}
      size="90rem"
      title={label}
      closeButtonProps={{ 'aria-label': t`Close` }}
      transitionProps={{ duration: 0 }}
    >
      <CallError error={error} />
      {isPending && !error ? <Loading label={label} /> : null}
      {data ? <Story story={data.price_test_result} /> : null}
    </Modal>
  );
}

function Story({ story }: { story: PriceTestStory }) {
  const { t } = useLingui();
  const { amount_currency: currency, charges, fixed_charges: fixed } = story;
  const label = t`Amounts of the period`;
  return (
    <>
      {story.amounts_changed ? (
        <Alert color="yellow" variant="outline" role="status" title={t`These amounts are newer than the test`}>
          <Text c="var(--mantine-color-text)">
            <Trans>Events came after the test, or the present prices have changed since.</Trans>
          </Text>
        </Alert>
      ) : null}
      <p>
        <RecordLink kind="customer" id={story.external_customer_id}>
          {story.customer_name ?? story.external_customer_id}
        </RecordLink>
        {' · '}
        <Instant iso={story.from_datetime} precision="days" /> – <Instant iso={story.to_datetime} precision="days" />
      </p>
      <RecordTable label={label} columns={sumColumns(story)} rows={sums} keyOf={({ label: { id } }) => id ?? ''} />
      {charges.map((charge) => (
        <Compared
          key={`${charge.billable_metric_code} ${charge.charge_code}`}
          name={charge.billable_metric_code}
          code={charge.charge_code}
          currency={currency}
          current={charge.current}
          tested={charge.tested}
          reasonsOf={[charge.current, charge.tested].filter((one) => one !== null)}
        />
      ))}
      {fixed.map((charge) => (
        <Compared
          key={`${charge.add_on_code} ${charge.charge_code}`}
          name={charge.add_on_code}
          code={charge.charge_code}
          currency={currency}
          current={charge.current && { ...charge.current, parts: [charge.current] }}
          tested={charge.tested && { ...charge.tested, parts: [charge.tested] }}
        />
      ))}
    </>
  );
}

type Sums = PriceTestStory['current'];
type PricedCharge = NonNullable<PriceTestStory['charges'][number]['current']>;
interface Sum {
  label: MessageDescriptor;
  name: Exclude<keyof Sums, 'interval'>;
}

const sums: readonly Sum[] = [
  { label: msg`Plan`, name: 'subscription_amount_cents' },
  { label: msg`Fixed charges`, name: 'fixed_charges_amount_cents' },
  { label: msg`Usage`, name: 'charges_amount_cents' },
  { label: msg`Up to the minimum commitment`, name: 'commitment_amount_cents' },
  { label: msg`Total`, name: 'total_amount_cents' },
];

function sumColumns({ amount_currency: currency, current, tested }: PriceTestStory): readonly Column<Sum>[] {
  const side = (label: MessageDescriptor, amounts: Sums): Column<Sum> =>
    moneyColumn(
      label,
      ({ name }) => amounts[name],
      () => currency,
    );
  return [
    { label: msg`Part`, cell: ({ label }) => <SumName label={label} />, csv: ({ name }) => name },
    side(msg`Present prices`, current),
    side(msg`Tested prices`, tested),
  ];
}

function SumName({ label }: { label: MessageDescriptor }) {
  const { t } = useLingui();
  return t(label);
}

/** A part of the usage of a charge, or a fixed charge as a whole. */
interface Part {
  filters?: Record<string, string[]> | null;
  grouped_by?: Record<string, string | null>;
  steps?: PricedCharge['parts'][number]['steps'];
}

interface Side {
  amount_cents: number;
  parts: readonly Part[];
}

interface ComparedProps {
  name: string;
  code: string;
  currency: string;
  current: Side | null;
  tested: Side | null;
  /** The prices whose bills may differ. */
  reasonsOf?: readonly PricedCharge[];
}

/** A charge with its present and its tested price beside each other. */
function Compared({ name, code, currency, current, tested, reasonsOf = [] }: ComparedProps) {
  const { t } = useLingui();
  return (
    <section className="part">
      <header>
        <Title order={3}>{name === code ? name : `${name} · ${code}`}</Title>
      </header>
      <div className="sides">
        <OneSide title={t`Present prices`} code={code} side={current} currency={currency} />
        <OneSide title={t`Tested prices`} code={code} side={tested} currency={currency} />
      </div>
      <EstimateReasons charges={reasonsOf} code={code} />
    </section>
  );
}

const groupText = ({ filters, grouped_by: groups }: Part): string =>
  [
    ...Object.entries(filters ?? {}).map(([key, values]) => `${key}: ${values.join(' ')}`),
    ...Object.entries(groups ?? {}).map(([key, value]) => `${key}: ${value ?? '–'}`),
  ].join(', ');

/** Whether prices of units are in a pricing unit, which has no currency. */
const isInPricingUnit = (steps: NonNullable<Part['steps']>): boolean =>
  steps.some(({ kind }) => kind === 'round_to_pricing_unit');

function OneSide({
  title,
  code,
  side,
  currency,
}: {
  title: string;
  code: string;
  side: Side | null;
  currency: string;
}) {
  const { t } = useLingui();
  return (
    <section aria-label={`${title}: ${code}`}>
      <p>
        {title}: {side ? <Amount cents={side.amount_cents} currency={currency} /> : <Trans>no such charge</Trans>}
      </p>
      {side && side.parts.length === 0 ? (
        <p className="nothing">
          <Trans>No usage</Trans>
        </p>
      ) : null}
      {side?.parts.map((part) => {
        const label = groupText(part) || t`Steps of ${code}`;
        return part.steps ? (
          <StepTable
            key={label}
            label={label}
            steps={part.steps}
            unit={{ currency, isPricingUnit: isInPricingUnit(part.steps) }}
          />
        ) : null;
      })}
    </section>
  );
}
