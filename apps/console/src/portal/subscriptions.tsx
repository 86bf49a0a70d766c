import { useState } from 'react';
import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Amount, Nothing, State, Units, Word } from '../records/values.js';
import { subscriptionsQuery, usageQuery, type Subscription } from './calls.js';
import { Empty, Moment, Read, Section } from './parts.js';

/** The subscriptions that run or will start, each with its usage on request. */
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

function OneSubscription({ subscription }: { subscription: Subscription }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { external_id: id, plan, plan_code: code, name, status } = subscription;
  const title = name || plan?.name || code;
  return (
    <article className="part">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Text fw={600}>{title}</Text>
          <State value={status} />
        </Group>
        <Text>
          <Amount cents={subscription.plan_amount_cents} currency={subscription.plan_amount_currency} />{' '}
          {plan ? <Word value={plan.interval} /> : <Nothing />}
        </Text>
      </Group>
      <Text c="dimmed">
        <Trans>
          Period from <Moment iso={subscription.current_billing_period_started_at} /> to{' '}
          <Moment iso={subscription.current_billing_period_ending_at} />
        </Trans>
      </Text>
      {status !== 'active' ? null : (
        <>
          <Button
            variant="default"
            size="xs"
            mt="xs"
            aria-expanded={isOpen}
            aria-label={isOpen ? t`Hide the usage of ${title}` : t`Show the usage of ${title}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <Trans>Hide usage</Trans> : <Trans>Show usage</Trans>}
          </Button>
          {isOpen ? <Usage subscription={id} title={title} /> : null}
        </>
      )}
    </article>
  );
}

/** The usage of the running period by charge, and what the period will come to. */
function Usage({ subscription, title }: { subscription: string; title: string }) {
  const { t } = useLingui();
  return (
    <Read of={useQuery(usageQuery(subscription))}>
      {({ usage }) => (
        <div className="scroll" tabIndex={0} role="region" aria-label={t`Usage of ${title}`}>
          <Table className="records">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>
                  <Trans>Usage</Trans>
                </Table.Th>
                <Table.Th className="right">
                  <Trans>Quantity</Trans>
                </Table.Th>
                <Table.Th className="right">
                  <Trans>Amount so far</Trans>
                </Table.Th>
                <Table.Th className="right">
                  <Trans>Expected at the end</Trans>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {usage.charges_usage.map(({ charge, billable_metric: metric, ...used }) => (
                <Table.Tr key={charge.svc_id}>
                  <Table.Th scope="row">{charge.invoice_display_name || metric.name}</Table.Th>
                  <Table.Td className="right">
                    <Units value={used.units} />
                  </Table.Td>
                  <Table.Td className="right">
                    <Amount cents={used.amount_cents} currency={used.amount_currency} />
                  </Table.Td>
                  <Table.Td className="right">
                    <Amount cents={used.projected_amount_cents} currency={used.amount_currency} />
                  </Table.Td>
                </Table.Tr>
              ))}
              <Table.Tr>
                <Table.Th scope="row">
                  <Trans>Total without taxes</Trans>
                </Table.Th>
                <Table.Td />
                <Table.Td className="right">
                  <Amount cents={usage.amount_cents} currency={usage.currency} />
                </Table.Td>
                <Table.Td className="right">
                  <Amount cents={usage.projected_amount_cents} currency={usage.currency} />
                </Table.Td>
              </Table.Tr>
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Read>
  );
}
