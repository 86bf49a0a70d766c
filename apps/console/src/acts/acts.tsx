import { useState } from 'react';
import { Button, Menu } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useMembership } from '../frame/membership.js';
import type { Act, Creation } from './act.js';
import { allowedOf } from './allowed.js';
import { useOffer } from './offers.js';
import { OpenedAct } from './opened-act.js';

/** Buttons that stand beside the name of a record; the others are in a menu. */
const mostButtons = 2;

interface Props<R> {
  acts: readonly Act<R>[];
  record: R;
}

const refusalOf = <R,>(act: Act<R>, record: R) => act.refusalOf?.(record) ?? null;

/** The acts that the person may do, and the one whose dialog is open. */
function useActs<R>(acts: readonly Act<R>[]) {
  const { membership } = useMembership();
  const [chosen, setChosen] = useState<Act<R> | null>(null);
  return { allowed: allowedOf(acts, membership), chosen, setChosen };
}

/** The acts that a person may do to a record, also in the search of all pages. One that its state forbids says why. */
export function Acts<R>({ acts, record }: Props<R>) {
  const { t } = useLingui();
  const { allowed, chosen, setChosen } = useActs(acts);
  useOffer(allowed, record, setChosen);
  const buttons = allowed.filter((act) => !act.isDanger && refusalOf(act, record) === null).slice(0, mostButtons);
  return (
    <>
      {buttons.map((act) => (
        <Button key={act.label.id} size="xs" variant="default" onClick={() => setChosen(act)}>
          {t(act.label)}
        </Button>
      ))}
      <ActMenu acts={allowed.filter((act) => !buttons.includes(act))} record={record} />
      <OpenedAct chosen={chosen} record={record} onClose={() => setChosen(null)} />
    </>
  );
}

/** The buttons of acts that need no record, at the head of a list. */
export const Create = ({ acts }: { acts: readonly Creation[] }) => <Acts acts={acts} record={null} />;

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
      <OpenedAct chosen={chosen} record={record} onClose={() => setChosen(null)} />
    </>
  );
}
