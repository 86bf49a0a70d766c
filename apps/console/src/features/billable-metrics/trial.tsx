import { useState } from 'react';
import { NativeSelect, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Trans, useLingui } from '@lingui/react/macro';
import { api, Refusal } from '../../api/client.js';
import type { Event } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import { useEstimate } from '../../acts/use-estimate.js';
import { CallError } from '../../frame/call-error.js';
import { useRead } from '../../frame/membership.js';
import { Json } from '../../ui/json.js';

type Input = components['schemas']['ExpressionTrial'];

const mostEvents = '10';
const pauseMs = 400;
const mostCharacters = 2_000;
const indentation = 2;

/** The result of an expression for one of the latest events of a code. */
export function ExpressionResult({ code, expression }: { code: string; expression: string }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState('');
  const [settled] = useDebouncedValue(code, pauseMs);
  const { data } = useRead({ path: '/events', query: { code: settled, per_page: mostEvents } });
  const events = data?.events ?? [];
  const event = events.find(({ svc_id: id }) => id === chosen) ?? events[0];
  return (
    <section>
      <Title order={3}>{t`Expression`}</Title>
      {events.length === 0 ? null : (
        <NativeSelect
          label={t`Event`}
          value={event?.svc_id ?? ''}
          data={events.map(({ svc_id: value, transaction_id: label }) => ({ value, label }))}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      )}
      {event ? <ResultOf event={event} expression={expression} /> : null}
    </section>
  );
}

function ResultOf({ event, expression }: { event: Event; expression: string }) {
  const input: Input = {
    expression,
    event: { code: event.code, timestamp: Date.parse(event.timestamp) / 1000, properties: event.properties },
  };
  const { data, error } = useEstimate('expression', input, (headers, body: Input, signal) =>
    api.POST('/billable_metrics/evaluate_expression', { headers, body, signal }),
  );
  const fault = error instanceof Refusal ? Object.values(error.fields).flat()[0] : undefined;
  return (
    <div aria-live="polite">
      <Json value={JSON.stringify(event.properties, null, indentation).slice(0, mostCharacters)} />
      {fault === 'invalid_event' ? (
        <p>
          <Trans>The expression has no result for this event.</Trans>
        </p>
      ) : null}
      {fault === 'invalid_expression' ? (
        <p>
          <Trans>The expression cannot be read.</Trans>
        </p>
      ) : null}
      {fault === undefined ? <CallError error={error} /> : null}
      {data && !error ? (
        <p>
          <Trans>
            Result: <code>{data.expression_result.value}</code>
          </Trans>
        </p>
      ) : null}
    </div>
  );
}
