import { useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ActDialog } from '../acts/act-dialog.js';
import type { Act } from '../acts/act.js';
import { useMembership, useRead } from '../frame/membership.js';
import type { Meta } from '../ui/pager.js';
import type { SelectedProps } from '../ui/selection.js';
import { Amounts } from '../ui/values.js';
import { bulkActs, parametersOf, type BulkRecords, type ChosenRecords } from './acts.js';

/** The acts on the chosen records of a list. The service counts and sums these. */
export function BulkBar({
  records,
  path,
  base,
  filtered,
  total,
  hasSums,
  rows,
  selection,
}: SelectedProps & { records: BulkRecords }) {
  const { t, i18n } = useLingui();
  const { organization, may } = useMembership();
  const [act, setAct] = useState<Act<ChosenRecords> | null>(null);
  const hasBegun = useRef(false);
  const ids = [...selection.ids];
  const chosen = selection.isEverything ? filtered : { ...base, 'ids[]': ids };
  const { data } = useRead(
    { path, query: { ...chosen, page: '1', per_page: '1', ...(hasSums ? { sums: 'true' } : {}) } },
    { keepsLast: true },
  );
  const meta = (data as { meta?: Meta } | undefined)?.meta;
  const count = selection.isEverything ? (meta?.total_count ?? total) : ids.length;
  const record: ChosenRecords = {
    organizationId: organization.svc_id,
    count,
    sums: meta?.sums ?? [],
    selection: selection.isEverything ? { filters: parametersOf(filtered), expected_count: count } : { ids },
  };
  const allowed = (bulkActs[records] ?? []).filter(({ permission }) => may(permission));
  const open = (one: Act<ChosenRecords>) => {
    hasBegun.current = false;
    const send: Act<ChosenRecords>['send'] = async (...given) => {
      const outcome = await one.send(...given);
      hasBegun.current = true;
      return outcome;
    };
    setAct({ ...one, send });
  };
  const close = () => {
    setAct(null);
    if (hasBegun.current) selection.clear();
  };
  return (
    <div className="bulk-bar" role="region" aria-label={t`Selection`}>
      <span role="status">
        <Plural value={count} one="# record selected" other="# records selected" />{' '}
        {record.sums.length > 0 ? <Amounts amounts={record.sums} /> : null}
      </span>
      {!selection.isEverything && total > rows ? (
        <Button size="compact-xs" variant="subtle" onClick={selection.chooseEverything}>
          <Trans>Select all {total.toLocaleString(i18n.locale)} that fit these filters</Trans>
        </Button>
      ) : null}
      {allowed.map((one) => (
        <Button
          key={one.label.id}
          size="compact-xs"
          variant="default"
          disabled={count === 0}
          {...(one.isDanger ? { color: 'red' } : {})}
          onClick={() => open(one)}
        >
          {t(one.label)}
        </Button>
      ))}
      <Button size="compact-xs" variant="subtle" onClick={selection.clear}>
        {t`Clear the selection`}
      </Button>
      {act ? <ActDialog act={act} record={record} onClose={close} /> : null}
    </div>
  );
}
