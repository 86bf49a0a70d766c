import { Group, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Amount, Nothing, State, Units, EnumText } from '../ui/values.js';
import { subscriptionsQuery, usageQuery, type Subscription } from './calls.js';
import { Empty, Moment, Read, Section } from './parts.js';
import { SubscriptionActs } from './subscription-acts.js';
import { titleOf } from './subscription-title.js';
import { UsageAlerts } from './usage-alerts.js';
import { UsageOverTime } from './usage-over-time.js';

/** The subscriptions that run or will start, each with its acts. */
export function Subscriptions() {
  return (
    <Section id="subscriptions" title={<Trans>Subscriptions</Trans>}>
      <Read of={useQuery(subscriptionsQuery)}>
        {({ subscriptions }) =>
          subscriptions.length === 0 ? (
            <Empty>
              <Trans>You have no subscription.</Trans>
            </Empty>
          ) : (
            <Stack gap="md">
              {subscriptions.map((subscription) => (
                <OneSubscription key={subscription.svc_id} subscription={subscription} />
              ))}
            </Stack>
          )
        }
      </Read>
    </Section>
  );
}

/** The usage of each running subscription. */
export function RunningUsage() {
  const isRunning = ({ status }: Subscription) => status === 'active';
  return (
    <Read of={useQuery(subscriptionsQuery)}>
      {({ subscriptions }) =>
        subscriptions.some(isRunning) ? (
          subscriptions.filter(isRunning).map((subscription) => (
            <Section key={subscription.svc_id} id={subscription.svc_id} title={titleOf(subscription)}>
              <Usage subscription={subscription.external_id} title={titleOf(subscription)} />
            </Section>
          ))
        ) : (
          <Empty>
            <Trans>You have no subscription.</Trans>
          </Empty>
        )
      }
    </Read>
  );
}

function OneSubscription({ subscription }: { subscription: Subscription }) {
  const { plan, status } = subscription;
  const title = titleOf(subscription);
  return (
    <article className="part">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Text fw={600}>{title}</Text>
          <State value={status} />
        </Group>
        <Text>
          <Amount cents={subscription.plan_amount_cents} currency={subscription.plan_amount_currency} />{' '}
          {plan ? <EnumText value={plan.interval} /> : <Nothing />}
        </Text>
      </Group>
      <Text c="dimmed">
        <Trans>
          Plan period from <Moment iso={subscription.plan_period_started_at} /> to{' '}
          <Moment iso={subscription.plan_period_ending_at} />
        </Trans>
      </Text>
      {subscription.current_billing_period_ending_at === subscription.plan_period_ending_at ? null : (
        <Text c="dimmed">
          <Trans>
            Usage period from <Moment iso={subscription.current_billing_period_started_at} /> to{' '}
            <Moment iso={subscription.current_billing_period_ending_at} />
          </Trans>
        </Text>
      )}
      {subscription.renews_at === null ? null : (
        <Text c="dimmed">
          <Trans>
            Renews on <Moment iso={subscription.renews_at} />
          </Trans>
        </Text>
      )}
      {status === 'active' ? <SubscriptionActs subscription={subscription} title={title} /> : null}
    </article>
  );
}

/** The usage of the running period by charge, and what the period will come to. */
function Usage({ subscription, title }: { subscription: string; title: string }) {
  const { t } = useLingui();
  return (
    <Read of={useQuery(usageQuery(subscription))}>
      {({ usage }) => (
        <>
          <UsageOverTime subscription={subscription} usage={usage} />
          <div className="scroll" tabIndex={0} role="region" aria-label={t`Usage of ${title}`}>
            <table className="records cards">
              <thead>
                <tr>
                  <th>
                    <Trans>Usage</Trans>
                  </th>
                  <th className="right">
                    <Trans>Quantity</Trans>
                  </th>
                  <th className="right">
                    <Trans>Amount so far</Trans>
                  </th>
                  <th className="right">
                    <Trans>Expected at the end</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {usage.charges_usage.map(({ charge, billable_metric: metric, ...used }) => (
                  <tr key={charge.svc_id}>
                    <th scope="row">{charge.invoice_display_name || metric.name}</th>
                    <td className="right" data-label={t`Quantity`}>
                      <Units value={used.units} />
                    </td>
                    <td className="right" data-label={t`Amount so far`}>
                      <Amount cents={used.amount_cents} currency={used.amount_currency} />
                    </td>
                    <td className="right" data-label={t`Expected at the end`}>
                      <Amount cents={used.projected_amount_cents} currency={used.amount_currency} />
                    </td>
                  </tr>
                ))}
                <tr>
                  <th scope="row">
                    <Trans>Total without taxes</Trans>
                  </th>
                  <td />
                  <td className="right" data-label={t`Amount so far`}>
                    <Amount cents={usage.amount_cents} currency={usage.currency} />
                  </td>
                  <td className="right" data-label={t`Expected at the end`}>
                    <Amount cents={usage.projected_amount_cents} currency={usage.currency} />
                  </td>
                </tr>
              </tbody>
            </table>
          </div>
          <UsageAlerts subscription={subscription} title={title} usage={usage} />
        </>
      )}
    </Read>
  );
}
