import type { ReactNode } from 'react';
import { Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CallError } from '../frame/call-error.js';
import { dayText, instantText } from '../frame/dates.js';
import { useZone } from '../frame/zone.js';
import { Nothing } from '../ui/values.js';
import { customerQuery } from './calls.js';
import { framedPart } from './place.js';

/** A section of the page with its heading. */
export function Section({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <Stack gap="sm">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {children}
      </Stack>
    </section>
  );
}

interface Reading<T> {
  data: T | undefined;
  error: unknown;
}

/** The answer of a call, a sign that it loads, or the reason why it failed. */
export function Read<T>({ of: { data, error }, children }: { of: Reading<T>; children: (data: T) => ReactNode }) {
  const { t } = useLingui();
  if (data !== undefined) return children(data);
  return error ? <CallError error={error} /> : <Skeleton height={32} role="status" aria-label={t`Loading`} />;
}

/** The figures of a chart as a table, which opens below it. @param children the parts of the table */
export const AsTable = ({ label, children }: { label: string; children: ReactNode }) => (
  <details>
    <summary>
      <Trans>The same as a table</Trans>
    </summary>
    <div className="scroll" tabIndex={0} role="region" aria-label={label}>
      <table className="records">{children}</table>
    </div>
  </details>
);

/** An instant in the time zone of the customer. */
export function Moment({ iso }: { iso: string | null }) {
  const { i18n } = useLingui();
  const zone = useZone();
  return iso === null ? <Nothing /> : <time dateTime={iso}>{instantText(iso, i18n.locale, zone)}</time>;
}

/** The day of an instant in the time zone of the customer. */
export function DayOf({ iso }: { iso: string }) {
  const { i18n } = useLingui();
  const zone = useZone();
  return <time dateTime={iso}>{dayText(iso, i18n.locale, zone)}</time>;
}

/** Says that the page of the payment provider opens; in a frame, a link opens it in another tab. */
export const ProviderPage = ({ url }: { url: string }) =>
  framedPart === null ? (
    <Trans>The page of the payment provider opens.</Trans>
  ) : (
    <Anchor href={url} target="_blank" rel="noopener noreferrer">
      <Trans>Open the page of the payment provider</Trans>
    </Anchor>
  );

/** Whether the session may change something: the page has no buttons for people who only read. */
export const useMayChange = (): boolean => useQuery(customerQuery).data?.access.may_change ?? false;

/** The text in place of a list without entries. */
export const Empty = ({ children }: { children: ReactNode }) => <Text c="dimmed">{children}</Text>;

interface Pages {
  page: number;
  pages: number;
  onPage(page: number): void;
}

/** The buttons to newer and older entries; nothing for a single page. */
export function Pager({ page, pages, onPage }: Pages) {
  if (pages <= 1) return null;
  return (
    <Group gap="sm">
      <Button variant="default" size="xs" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Trans>Newer</Trans>
      </Button>
      <span>
        <Trans>
          Page {page} of {pages}
        </Trans>
      </span>
      <Button variant="default" size="xs" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <Trans>Older</Trans>
      </Button>
    </Group>
  );
}
