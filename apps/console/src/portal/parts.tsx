import type { ReactNode } from 'react';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { CallError } from '../frame/call-error.js';

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

/** What a call answers, or that it is on its way, or why it failed. */
export function Read<T>({ of: { data, error }, children }: { of: Reading<T>; children: (data: T) => ReactNode }) {
  const { t } = useLingui();
  if (data !== undefined) return children(data);
  return error ? <CallError error={error} /> : <Skeleton height={32} role="status" aria-label={t`Loading`} />;
}

/** What stands in place of a list without entries. */
export const Empty = ({ children }: { children: ReactNode }) => <Text c="dimmed">{children}</Text>;
