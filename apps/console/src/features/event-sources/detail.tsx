import { msg } from '@lingui/core/macro';
import { DescriptionList, DetailPage, Rows, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Copyable, EnumText, Nothing, Units } from '../../ui/values.js';
import { ruleColumns, sourceState } from './columns.js';

/** A source of events, with what came of its records and the rules that it applies. */
export function EventSource() {
  const code = useId();
  return (
    <DetailPage
      call={{ path: '/event_sources/{code}', values: { code } }}
      parent={{ label: msg`Event sources`, to: '/$organization/developers/event-sources' }}
      headOf={({ event_source: source }) => ({ name: source.name, id: source.svc_id, state: sourceState(source) })}
    >
      {({ event_source: source }) => (
        <>
          <DescriptionList
            items={[
              [msg`Kind`, <EnumText value={source.kind} />],
              [msg`Code`, <Copyable value={source.code} />],
              ...source.paths.map(
                (path, index) =>
                  [source.paths.length > 1 ? `URL ${index + 1}` : 'URL', <Copyable value={path} />] as const,
              ),
              ...(source.kafka
                ? [
                    [msg`Topic`, source.kafka.topic] as const,
                    [msg`Brokers`, source.kafka.brokers.join(', ')] as const,
                    [msg`Failure`, source.kafka.error ?? <Nothing />] as const,
                  ]
                : [[msg`Secret`, source.secret] as const]),
              [msg`Events taken`, <Units value={source.taken} />],
              [msg`Events repeated`, <Units value={source.repeated} />],
              [msg`Events refused`, <Units value={source.refused} />],
              [msg`Last record`, <Instant iso={source.last_received_at} focusable />],
              [msg`Last error`, source.last_error ?? <Nothing />],
              [msg`Time of the last error`, <Instant iso={source.last_error_at} focusable />],
              [msg`Created`, <Instant iso={source.created_at} focusable />],
            ]}
          />
          <Rows title={msg`Rules`} columns={ruleColumns} rows={source.rules} keyOf={({ code: rule }) => rule} />
        </>
      )}
    </DetailPage>
  );
}
