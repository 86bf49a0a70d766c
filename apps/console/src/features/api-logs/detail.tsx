import { Button } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ApiLog as Log } from '../../api/records.js';
import { DescriptionList, DetailPage, Section, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Json } from '../../ui/json.js';
import { Units } from '../../ui/values.js';
import { curlOfLog } from './curl.js';

/** A call of the API that changed something, or tried to. */
export function ApiLog() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/api_logs/{request_id}', values: { request_id: id } }}
      parent={{ label: msg`API log`, to: '/$organization/developers/api-logs' }}
      headOf={({ api_log: log }) => ({
        name: `${log.http_method.toUpperCase()} ${log.request_path}`,
        id: log.request_id,
      })}
    >
      {({ api_log: log }) => (
        <>
          <DescriptionList
            items={[
              [msg`Answer`, <Units value={log.http_status} />],
              [msg`Client`, log.client],
              [msg`Origin`, log.request_origin],
              [msg`Version`, log.api_version],
              [msg`Time`, <Instant iso={log.logged_at} precision="seconds" focusable />],
            ]}
          />
          <div className="side-by-side">
            <Section title={msg`Body of the call`}>
              <Json value={log.request_body} />
            </Section>
            <Section title={msg`Body of the answer`}>
              <Json value={log.request_response} />
            </Section>
          </div>
          <Section title={msg`The call for a terminal`}>
            <Curl log={log} />
          </Section>
        </>
      )}
    </DetailPage>
  );
}

/** The call as curl makes it, to run again. */
function Curl({ log }: { log: Log }) {
  const { t } = useLingui();
  const curl = curlOfLog(log);
  return (
    <>
      <pre className="code" tabIndex={0}>
        {curl}
      </pre>
      <Button size="xs" variant="default" onClick={() => void navigator.clipboard.writeText(curl)}>{t`Copy`}</Button>
    </>
  );
}
