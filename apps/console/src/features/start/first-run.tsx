import type { ReactNode } from 'react';
import { Button, Title } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Acts } from '../../acts/acts.js';
import { base } from '../../base.js';
import { CallError } from '../../frame/call-error.js';
import { useMembership, useRead } from '../../frame/membership.js';
import { RecordLink } from '../../ui/record-link.js';
import { Amount } from '../../ui/values.js';
import { createKey } from '../api-keys/acts.js';
import { sell, sendEvent, subscribe, advanceClock } from './acts.js';
import { hide } from './hidden.js';
import { templates } from './templates.js';

const first = { per_page: '1' };

/** The first records of the organization, as its lists show them. */
function useProgress() {
  const plans = useRead({ path: '/plans', query: first });
  const keys = useRead({ path: '/api_keys', query: first });
  const subscriptions = useRead({ path: '/subscriptions', query: first });
  const events = useRead({ path: '/events', query: first });
  const invoices = useRead({ path: '/invoices', query: first });
  return {
    plan: plans.data?.plans[0],
    key: keys.data?.api_keys[0],
    subscription: subscriptions.data?.subscriptions[0],
    event: events.data?.events[0],
    invoice: invoices.data?.invoices[0],
    error: plans.error ?? subscriptions.error ?? events.error ?? invoices.error,
    readEvents: () => void events.refetch(),
  };
}

/** One line of the first run: to do, or done with what was made. */
function Line({ label, result, children }: { label: MessageDescriptor; result: ReactNode; children: ReactNode }) {
  const { t } = useLingui();
  const isDone = Boolean(result);
  return (
    <li data-done={isDone || undefined}>
      <Title order={3}>
        <span aria-hidden>{isDone ? '✓' : '○'}</span> {t(label)}
        <span className="hidden">{isDone ? t`done` : t`to do`}</span>
      </Title>
      {isDone ? <p>{result}</p> : <div className="actions">{children}</div>}
    </li>
  );
}

/** The call that sends an event, for a terminal. */
const curlOf = (code: string, subscription: string, properties: object): string =>
  [
    `curl ${window.location.origin}${base}/api/v1/events -H "Authorization: Bearer $API_KEY" \\`,
    `  -H 'Content-Type: application/json' -d '${JSON.stringify({
      event: { transaction_id: 'call-1', external_subscription_id: subscription, code, properties },
    })}'`,
  ].join('\n');

/** From an empty organization to its first invoice, in five lines. */
export function FirstRun() {
  const { t } = useLingui();
  const { organization } = useMembership();
  const { plan, key, subscription, event, invoice, error, readEvents } = useProgress();
  const template = templates[plan?.code ?? ''];
  const code = plan?.charges[0]?.billable_metric_code ?? template?.metric.code;
  return (
    <section className="part">
      <header>
        <Title order={2}>{t`Your first invoice`}</Title>
        <Button variant="default" size="xs" onClick={() => hide(organization.svc_id)}>
          {t`Hide`}
        </Button>
      </header>
      <CallError error={error} />
      <ol className="first-run">
        <Line
          label={msg`Choose what you sell`}
          result={
            plan ? (
              <RecordLink kind="plan" id={plan.code}>
                {plan.name}
              </RecordLink>
            ) : null
          }
        >
          <Acts acts={[sell]} record={null} />
        </Line>
        <Line label={msg`Create a key for your program`} result={key ? <code>{key.value}</code> : null}>
          <Acts acts={[createKey]} record={null} />
        </Line>
        <Line
          label={msg`Subscribe a customer`}
          result={
            subscription ? (
              <RecordLink kind="subscription" id={subscription.external_id}>
                {subscription.external_id}
              </RecordLink>
            ) : null
          }
        >
          {plan ? <Acts acts={[subscribe]} record={plan} /> : <Trans>Choose what you sell first.</Trans>}
        </Line>
        <Line label={msg`Send an event`} result={event ? <code>{event.transaction_id}</code> : null}>
          {subscription && code ? (
            <>
              <pre>{curlOf(code, subscription.external_id, template?.properties ?? {})}</pre>
              <Acts
                acts={[sendEvent]}
                record={{ svc_id: subscription.svc_id, subscription, code, properties: template?.properties ?? {} }}
              />
              <Button variant="default" size="xs" onClick={readEvents}>{t`Look for events`}</Button>
            </>
          ) : (
            <Trans>Subscribe a customer first.</Trans>
          )}
        </Line>
        <Line
          label={msg`Open the invoice`}
          result={
            invoice ? (
              <>
                <RecordLink kind="invoice" id={invoice.svc_id}>
                  {invoice.number}
                </RecordLink>{' '}
                <Amount cents={invoice.total_amount_cents} currency={invoice.currency} />
              </>
            ) : null
          }
        >
          {organization.sandbox && subscription && event ? (
            <Acts acts={[advanceClock]} record={subscription} />
          ) : (
            <Trans>The invoice is created when the period of the subscription ends.</Trans>
          )}
        </Line>
      </ol>
    </section>
  );
}
