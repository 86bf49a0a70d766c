import { useState } from 'react';
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { centsOfTyped, decimalOfTyped } from '../acts/typed.js';
import { answerOf } from '../api/client.js';
import { CallError } from '../frame/call-error.js';
import { Field, Form } from '../frame/forms.js';
import { Amount, Units } from '../ui/values.js';
import { alertsQuery, customerQuery, portal, type AlertInput, type Usage, type UsageAlert } from './calls.js';
import { Read, useMayChange } from './parts.js';

interface Watched {
  subscription: string;
  title: string;
  usage: Usage;
}

/** The alerts that a customer has set on the usage of a subscription, and a form for another one. */
export function UsageAlerts({ subscription, title, usage }: Watched) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const mayChange = useMayChange();
  return (
    <Stack gap="xs">
      <Read of={useQuery(alertsQuery(subscription))}>
        {({ alerts }) =>
          alerts.length === 0 ? null : (
            <ul aria-label={t`Alerts on the usage of ${title}`}>
              {alerts.map((alert) => (
                <OneAlert key={alert.code} alert={alert} subscription={subscription} usage={usage} />
              ))}
            </ul>
          )
        }
      </Read>
      {mayChange ? (
        <Group>
          <Button
            variant="default"
            size="xs"
            aria-expanded={isOpen}
            aria-label={t`Alert me by mail: ${title}`}
            onClick={() => setOpen(!isOpen)}
          >
            <Trans>Alert me by mail</Trans>
          </Button>
        </Group>
      ) : null}
      {isOpen ? <NewAlert subscription={subscription} usage={usage} onDone={() => setOpen(false)} /> : null}
    </Stack>
  );
}

const isUnits = (type: string): boolean => type.endsWith('_units');

/** The value of an alert: an amount in minor units, or units. */
const Value = ({ alert: { alert_type: type, value }, currency }: { alert: UsageAlert; currency: string }) =>
  isUnits(type) ? <Units value={value} /> : <Amount cents={Number(value)} currency={currency} />;

function OneAlert({ alert, subscription, usage }: { alert: UsageAlert; subscription: string; usage: Usage }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const mayChange = useMayChange();
  const removal = useMutation({
    mutationFn: () => {
      const path = { external_id: subscription, code: alert.code };
      return answerOf(portal.DELETE('/portal/subscriptions/{external_id}/alerts/{code}', { params: { path } }));
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: alertsQuery(subscription).queryKey }),
  });
  const metric = alert.billable_metric?.name;
  return (
    <li>
      <Group gap="sm">
        <Text>
          {metric === undefined ? (
            <Trans>
              A mail when the usage of a period reaches <Value alert={alert} currency={usage.currency} />
            </Trans>
          ) : (
            <Trans>
              A mail when {metric} reaches <Value alert={alert} currency={usage.currency} /> in a period
            </Trans>
          )}
        </Text>
        {mayChange ? (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={metric === undefined ? t`Remove the alert` : t`Remove the alert on ${metric}`}
            loading={removal.isPending}
            onClick={() => removal.mutate()}
          >
            <Trans>Remove</Trans>
          </Button>
        ) : null}
      </Group>
      <CallError error={removal.error} />
    </li>
  );
}

/** The choices for an alert: all usage, or the amount or the units of a metric. */
function useChoices({ charges_usage: charges }: Usage) {
  const { t } = useLingui();
  const metrics = new Map(charges.map(({ billable_metric: metric }) => [metric.code, metric.name]));
  return [
    { value: 'current_usage_amount', label: t`All usage, without taxes` },
    ...[...metrics].flatMap(([code, name]) => [
      { value: `billable_metric_current_usage_amount ${code}`, label: t`${name}: amount` },
      { value: `billable_metric_current_usage_units ${code}`, label: t`${name}: units` },
    ]),
  ];
}

function NewAlert({ subscription, usage, onDone }: { subscription: string; usage: Usage; onDone(): void }) {
  const { t, i18n } = useLingui();
  const queries = useQueryClient();
  const choices = useChoices(usage);
  const [chosen, setChosen] = useState('current_usage_amount');
  const email = useQuery(customerQuery).data?.customer.email;
  const [type = '', ...rest] = chosen.split(' ');
  const code = rest.join(' ');
  const creation = useMutation({
    mutationFn: (typed: string) => {
      const value = isUnits(type)
        ? decimalOfTyped(typed, i18n.locale)
        : centsOfTyped(typed, usage.currency, i18n.locale);
      const alert: AlertInput = {
        alert_type: type as AlertInput['alert_type'],
        // A text that is no number of the language stays none, so that the service refuses it.
        value: value ?? `${typed}?`,
        ...(code === '' ? {} : { billable_metric_code: code }),
      };
      return answerOf(
        portal.POST('/portal/subscriptions/{external_id}/alerts', {
          params: { path: { external_id: subscription } },
          body: { alert },
        }),
      );
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: alertsQuery(subscription).queryKey });
      onDone();
    },
  });
  return (
    <Form
      fields={['value']}
      button={t`Set the alert`}
      error={creation.error}
      isPending={creation.isPending}
      onSend={({ value = '' }) => creation.mutate(value.trim())}
    >
      <NativeSelect
        label={t`Watched usage`}
        data={choices}
        value={chosen}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      <Field name="value" label={isUnits(type) ? t`Units` : t`Amount in ${usage.currency}`} error={creation.error} />
      <Text c="dimmed">
        {email ? (
          <Trans>The mail goes to {email}, once in each period.</Trans>
        ) : (
          <Trans>Without an e-mail address in your data, no mail reaches you.</Trans>
        )}
      </Text>
    </Form>
  );
}
