import { Progress } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMembership, useRead } from '../frame/membership.js';
import { RecordLink } from '../ui/record-link.js';
import { Units } from '../ui/values.js';
import { actNames } from './act-names.js';
import { percentOf } from './percent.js';
import { unfollow, useFollowed } from './running.js';

/** The progress of the acts on many that this browser follows, at the top of every page. */
export function RunningActs() {
  const { organization } = useMembership();
  return (
    <div className="running-acts">
      {useFollowed(organization.svc_id).map((id) => (
        <RunningAct key={id} id={id} />
      ))}
    </div>
  );
}

function RunningAct({ id }: { id: string }) {
  const { t } = useLingui();
  const { organization } = useMembership();
  const { data } = useRead({ path: '/bulk_acts/{svc_id}', values: { svc_id: id } });
  if (!data) return null;
  const { bulk_act: act } = data;
  const isRunning = act.completed_at === null;
  const done = act.records_total - act.records_waiting;
  return (
    <p>
      <RecordLink kind="bulkAct" id={id}>
        {t(actNames[act.act])}
      </RecordLink>
      <Progress value={percentOf(act)} aria-label={t`Part that is done`} />
      <span role="status">
        <Trans>
          <Units value={done} /> of <Units value={act.records_total} />
        </Trans>
        {act.records_refused > 0 ? (
          <>
            {' · '}
            <Trans>
              <Units value={act.records_refused} /> refused
            </Trans>
          </>
        ) : null}
      </span>
      {isRunning ? null : (
        <button type="button" aria-label={t`Close`} onClick={() => unfollow(organization.svc_id, id)}>
          ×
        </button>
      )}
    </p>
  );
}
