import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';

/** States of the installation with their tones. */
const states: Record<string, readonly [MessageDescriptor, string]> = {
  active: [msg`Active`, 'good'],
  suspended: [msg`Suspended`, 'attention'],
  ready: [msg`Ready`, 'good'],
  not_ready: [msg`Not ready`, 'attention'],
  silent: [msg`No answer`, 'attention'],
  standing: [msg`Stands still`, 'quiet'],
  advancing: [msg`Advances`, 'open'],
};

/** A state as a dot and its name. */
export function Mark({ value }: { value: string }) {
  const { t } = useLingui();
  const [label, tone] = states[value] ?? [null, 'quiet'];
  return (
    <span className="state" data-tone={tone}>
      {label ? t(label) : value}
    </span>
  );
}
