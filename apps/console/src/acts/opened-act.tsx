import { lazy, Suspense, type ReactNode } from 'react';
import type { Act } from './act.js';

interface Props<R> {
  act: Act<R>;
  record: R;
  onClose(): void;
}

/** Loads the code of dialogs, which the first act needs. */
export const loadDialog = async () => ({ default: (await import('./act-dialog.js')).ActDialog });
const Dialog = lazy(loadDialog) as <R>(props: Props<R>) => ReactNode;

/** The dialog of the chosen act; nothing without one. */
export function OpenedAct<R>({ chosen, record, onClose }: Omit<Props<R>, 'act'> & { chosen: Act<R> | null }) {
  if (!chosen) return null;
  return (
    <Suspense>
      <Dialog act={chosen} record={record} onClose={onClose} />
    </Suspense>
  );
}
