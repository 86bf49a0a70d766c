import { useEffect, type ReactNode } from 'react';
import { Stack, Text, Title } from '@mantine/core';
import { LanguageSelect } from './language-select.js';

/** Sets the title of the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Tollgate`;
  }, [title]);
}

/** A page before a person is signed in: one form, and nothing else. */
export function PlainPage({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  useTitle(title);
  return (
    <main className="page">
      <Stack gap="lg">
        <Text fw={600}>Tollgate</Text>
        <Title order={1}>{title}</Title>
        {text === undefined ? null : <Text c="dimmed">{text}</Text>}
        {children}
        <LanguageSelect />
      </Stack>
    </main>
  );
}
