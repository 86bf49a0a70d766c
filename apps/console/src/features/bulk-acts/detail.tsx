import { Progress } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Acts } from '../../acts/acts.js';
import type { BulkAct as Act } from '../../api/records.js';
import { actNames } from '../../bulk/act-names.js';
import { bulkActs } from '../../bulk/acts.js';
import { percentOf } from '../../bulk/percent.js';
import { DescriptionList, DetailPage, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Copyable, Nothing, Units } from '../../ui/values.js';
import { filtersText } from '../data-exports/columns.js';
import { ActName } from './act-name.js';
import { actsOf } from './acts.js';
import { Results } from './results.js';

/** The permission for the call that an act makes of each record. */
const permissionOf = ({ act, resource_type: records }: Act): string =>
  bulkActs[records]?.find(({ label }) => label === actNames[act])?.permission ?? 'organization:update';

const stopReasons = {
  requested: <Trans>A person stopped it</Trans>,
  not_permitted: <Trans>Its caller has lost the permission</Trans>,
};

/** An act on many records: its progress, and the account of each record. */
export function BulkAct() {
  const id = useId();
  const { t } = useLingui();
  return (
    <DetailPage
      call={{ path: '/bulk_acts/{svc_id}', values: { svc_id: id } }}
      parent={{ label: msg`Acts on many`, to: '/$organization/bulk-acts' }}
      headOf={({ bulk_act: act }) => ({ name: t(actNames[act.act]), id: act.svc_id, state: act.status })}
      actions={({ bulk_act: act }) => <Acts acts={actsOf(permissionOf(act))} record={act} />}
    >
      {({ bulk_act: act }) => (
        <>
          <Progress value={percentOf(act)} my="md" aria-label={t`Part that is done`} />
          <DescriptionList
            items={[
              [msg`Act`, <ActName act={act.act} />],
              [
                msg`Filters`,
                act.filters === null ? <Trans>Chosen by hand</Trans> : filtersText(act.filters) || <Nothing />,
              ],
              [msg`Values`, filtersText(act.arguments) || <Nothing />],
              [msg`Records`, <Units value={act.records_total} />],
              [msg`Waiting`, <Units value={act.records_waiting} />],
              [msg`Done`, <Units value={act.records_done} />],
              [msg`Skipped`, <Units value={act.records_skipped} />],
              [msg`Refused`, <Units value={act.records_refused} />],
              [msg`Left as they were`, <Units value={act.records_left} />],
              [msg`Reason of the stop`, act.stop_reason === null ? <Nothing /> : stopReasons[act.stop_reason]],
              [msg`API key`, <Copyable value={act.svc_api_key_id} />],
              [msg`Person`, <Copyable value={act.svc_user_id} />],
              [msg`Created`, <Instant iso={act.created_at} focusable />],
              [msg`Begun`, <Instant iso={act.started_at} focusable />],
              [msg`Completed`, <Instant iso={act.completed_at} focusable />],
            ]}
          />
          <Results act={act} />
        </>
      )}
    </DetailPage>
  );
}
