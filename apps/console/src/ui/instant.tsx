import { Tooltip } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { dayText, instantText, ownZone, preciseText } from '../frame/dates.js';
import { useZone } from '../frame/zone.js';
import { Nothing } from './values.js';

export type Precision = 'days' | 'minutes' | 'seconds';

/**
 * An instant in the time zone of its customer or organization. On hover or focus: in UTC and in the reader's zone, too.
 * @param zone that of the page by default
 * @param focusable in lists, keys go from row to row instead
 * @param precision seconds for logs, where many rows have one minute; days where the time of a day does not matter
 */
export function Instant({
  iso,
  zone,
  focusable = false,
  precision = 'minutes',
}: {
  iso: string | null | undefined;
  zone?: string | undefined;
  focusable?: boolean;
  precision?: Precision;
}) {
  const { t, i18n } = useLingui();
  const pageZone = useZone();
  if (!iso) return <Nothing />;
  const theirs = zone ?? pageZone;
  const inFull = precision === 'seconds' ? preciseText : instantText;
  const lines = [
    ['UTC', 'UTC'],
    [t`You`, ownZone()],
    [theirs, theirs],
  ] as const;
  const label = lines.map(([name, place]) => (
    <div key={name}>
      {name}: {inFull(iso, i18n.locale, place)}
    </div>
  ));
  return (
    <Tooltip label={label} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={iso} {...(focusable ? { tabIndex: 0 } : {})}>
        {precision === 'days' ? dayText(iso, i18n.locale, theirs) : inFull(iso, i18n.locale, theirs)}
      </time>
    </Tooltip>
  );
}

/** A span of time, both ends inclusive; nothing without a beginning. */
export const Span = ({ from, to }: { from: string | null; to: string | null }) =>
  from === null ? (
    <Nothing />
  ) : (
    <span className="span">
      <Instant iso={from} focusable /> – <Instant iso={to} focusable />
    </span>
  );
