import { Progress } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Acts } from '../../acts/acts.js';
import type { PriceTest as Test } from '../../api/records.js';
import { DescriptionList, DetailPage, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { RecordLink } from '../../ui/record-link.js';
import { Nothing, Units } from '../../ui/values.js';
import { priceTestActs } from './acts.js';
import { Results } from './results.js';
import { Summary } from './summary.js';

const stopReasons = {
  requested: <Trans>A person stopped it</Trans>,
  plan_not_valid: <Trans>Something that the tested plan names was deleted</Trans>,
};

/** The customers of a test, in words. */
function Customers({ test }: { test: Test }) {
  const { external_customer_ids: ids, customer_filters: filters } = test;
  if (ids === null && filters === null) return <Trans>All</Trans>;
  return [...(ids ?? []), ...Object.entries(filters ?? {}).map(([name, value]) => `${name}: ${textOf(value)}`)].join(
    ', ',
  );
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : JSON.stringify(value);

/** The usage that a test prices. */
function Period({ periodsAgo }: { periodsAgo: number }) {
  if (periodsAgo === 0) return <Trans>The running billing period</Trans>;
  if (periodsAgo === 1) return <Trans>The last full billing period</Trans>;
  return <Trans>{periodsAgo} billing periods before the running one</Trans>;
}

/** A test of prices: its progress, its sums, and the amounts of each subscription. */
export function PriceTest() {
  const id = useId();
  const { t } = useLingui();
  return (
    <DetailPage
      call={{ path: '/price_tests/{svc_id}', values: { svc_id: id } }}
      parent={{ label: msg`Price tests`, to: '/$organization/catalog/price-tests' }}
      headOf={({ price_test: test }) => ({ name: test.name ?? test.plan_code, id: test.svc_id, state: test.status })}
      actions={({ price_test: test }) => <Acts acts={priceTestActs} record={test} />}
    >
      {({ price_test: test }) => (
        <>
          <Progress
            value={(100 * test.subscriptions_done) / Math.max(test.subscriptions_total, 1)}
            my="md"
            aria-label={t`Part that is done`}
          />
          <DescriptionList
            items={[
              [
                msg`Plan`,
                <RecordLink kind="plan" id={test.plan_code}>
                  {test.plan_code}
                </RecordLink>,
              ],
              [msg`Usage`, <Period periodsAgo={test.periods_ago} />],
              [msg`Customers`, <Customers test={test} />],
              [msg`Subscriptions`, <Units value={test.subscriptions_total} />],
              [msg`Done`, <Units value={test.subscriptions_done} />],
              [msg`Reason of the stop`, test.stop_reason === null ? <Nothing /> : stopReasons[test.stop_reason]],
              [msg`Created`, <Instant iso={test.created_at} focusable />],
              [msg`Begun`, <Instant iso={test.started_at} focusable />],
              [msg`Completed`, <Instant iso={test.completed_at} focusable />],
            ]}
          />
          <Summary test={test} />
          <Results test={test} />
        </>
      )}
    </DetailPage>
  );
}
