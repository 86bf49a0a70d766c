import { Tooltip } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { instantText, ownZone } from '../frame/dates.js';
import { useZone } from '../frame/zone.js';
import { Nothing } from './values.js';

/**
 * An instant in the time zone of its customer or organization. On hover or focus: in UTC and in the reader's zone, too.
 * @param zone that of the page by default
 * @param focusable in lists, keys go from row to row instead
 */
export function Instant({
  iso,
  zone,
  focusable = false,
}: {
  iso: string | null | undefined;
  zone?: string;
  focusable?: boolean;
}) {
  const { t, i18n } = useLingui();
  const pageZone = useZone();
  if (!iso) return <Nothing />;
  const theirs = zone ?? pageZone;
  const lines = [
    ['UTC', 'UTC'],
    [t`You`, ownZone()],
    [theirs, theirs],
  ] as const;
  const label = lines.map(([name, place]) => (
    <div key={name}>
      {name}: {instantText(iso, i18n.locale, place)}
    </div>
  ));
  return (
    <Tooltip label={label} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={iso} {...(focusable ? { tabIndex: 0 } : {})}>
        {instantText(iso, i18n.locale, theirs)}
      </time>
    </Tooltip>
  );
}
