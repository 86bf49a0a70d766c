import { lazy, Suspense, useState } from 'react';
import { Button, Menu } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useMembership } from '../frame/membership.js';
import type { Act } from './act.js';

/** Buttons that stand beside the name of a record; the others are in a menu. */
const mostButtons = 2;

interface Props<R> {
  acts: readonly Act<R>[];
  record: R;
}

const Dialog = lazy(async () => ({ default: (await import('./act-dialog.js')).ActDialog })) as <R>(props: {
  act: Act<R>;
  record: R;
  onClose(): void;
}) => React.ReactNode;

const refusalOf = <R,>(act: Act<R>, record: R) => act.refusalOf?.(record) ?? null;

/** The acts that the person may do, and the one whose dialog is open. */
function useActs<R>(acts: readonly Act<R>[]) {
  const { may, membership } = useMembership();
  const { entry } = membership;
  const isReader = entry?.may_change === false;
  const [chosen, setChosen] = useState<Act<R> | null>(null);
  return { allowed: isReader ? [] : acts.filter(({ permission }) => may(permission)), chosen, setChosen };
}

/** The acts that a person may do to a record. One that its state forbids says why. */
export function Acts<R>({ acts, record }: Props<R>) {
  const { t } = useLingui();
  const { allowed, chosen, setChosen } = useActs(acts);
  const buttons = allowed.filter((act) => !act.isDanger && refusalOf(act, record) === null).slice(0, mostButtons);
  return (
    <>
      {buttons.map((act) => (
        <Button key={act.label.id} size="xs" variant="default" onClick={() => setChosen(act)}>
          {t(act.label)}
        </Button>
      ))}
      <ActMenu acts={allowed.filter((act) => !buttons.includes(act))} record={record} />
      <Opened chosen={chosen} record={record} onClose={() => setChosen(null)} />
    </>
  );
}

/** A button that opens a menu of acts; nothing without any. */
export function ActMenu<R>({ acts, record }: Props<R>) {
  const { t } = useLingui();
  const { allowed, chosen, setChosen } = useActs(acts);
  if (allowed.length === 0) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-xs" variant="default" aria-label={t`More actions`}>
            ⋯
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {allowed.map((act) => {
            const refusal = refusalOf(act, record);
            return (
              <Menu.Item
                key={act.label.id}
                disabled={refusal !== null}
                onClick={() => setChosen(act)}
                {...(act.isDanger ? { color: 'red' } : {})}
              >
                {t(act.label)}
                {refusal === null ? null : <span className="reason">{t(refusal)}</span>}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      <Opened chosen={chosen} record={record} onClose={() => setChosen(null)} />
    </>
  );
}

function Opened<R>({ chosen, record, onClose }: { chosen: Act<R> | null; record: R; onClose(): void }) {
  if (!chosen) return null;
  return (
    <Suspense>
      <Dialog act={chosen} record={record} onClose={onClose} />
    </Suspense>
  );
}
