import { msg } from '@lingui/core/macro';
import type { EventSource as Source } from '../../api/records.js';
import { DescriptionList, DetailPage, Related, Rows, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { byId } from '../../ui/record-keys.js';
import { Copyable, EnumText, Nothing, Units } from '../../ui/values.js';
import { YesNo } from '../../ui/yes-no.js';
import { refusalColumns, ruleColumns, sourceState } from './columns.js';

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
              ...(source.kafka ? topicItems(source.kafka) : [[msg`Secret`, source.secret] as const]),
              [msg`Events taken`, <Units value={source.taken} />],
              [msg`Events repeated`, <Units value={source.repeated} />],
              [msg`Events refused`, <Units value={source.refused} />],
              [msg`Last record`, <Instant iso={source.last_received_at} focusable />],
              [msg`Last error`, source.last_error === null ? <Nothing /> : <EnumText value={source.last_error} />],
              [msg`Time of the last error`, <Instant iso={source.last_error_at} focusable />],
              [msg`Created`, <Instant iso={source.created_at} focusable />],
            ]}
          />
          <Rows title={msg`Rules`} columns={ruleColumns} rows={source.rules} keyOf={({ code: rule }) => rule} />
          <Related
            title={msg`Refused records`}
            permission="developers:manage"
            call={{ path: '/event_sources/{code}/refusals', values: { code } }}
            rowsOf={({ event_source_refusals: rows }) => rows}
            keyOf={byId}
            columns={refusalColumns}
          />
        </>
      )}
    </DetailPage>
  );
}

/** The settings of a source's topic, and its failure. */
const topicItems = (kafka: NonNullable<Source['kafka']>) =>
  [
    [msg`Topic`, <Copyable value={kafka.topic} />],
    [msg`Brokers`, kafka.brokers.join(', ')],
    [msg`Group of consumers`, <Copyable value={kafka.group} />],
    [msg`Messages`, <EnumText value={kafka.format} />],
    [msg`Begins with`, <EnumText value={kafka.auto_offset_reset} />],
    [msg`Encrypted`, <YesNo value={kafka.tls} />],
    [msg`Login`, kafka.username ?? <Nothing />],
    [msg`Failure`, kafka.error === null ? <Nothing /> : <EnumText value={kafka.error} />],
    [msg`Fails since`, <Instant iso={kafka.error_at} focusable />],
  ] as const;
