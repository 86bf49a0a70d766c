import type { CSSProperties, ReactNode } from 'react';
import { useTollgate } from './provider.js';
import type { Answer } from './use-answer.js';

/**
 * The looks of the parts: inherited fonts and colours, and variables that a page may set. No rule concerns anything
 * outside of them.
 */
const variables = {
  accent: 'var(--tollgate-accent, #1f4e79)',
  onAccent: 'var(--tollgate-on-accent, #ffffff)',
  line: 'var(--tollgate-line, #d0d5dd)',
  quiet: 'var(--tollgate-quiet, inherit)',
  alert: 'var(--tollgate-alert, #b42318)',
} as const;

export const looks = {
  table: { width: '100%', borderCollapse: 'collapse', font: 'inherit', color: 'inherit' },
  cell: { padding: '0.4em 0.6em', borderBottom: `1px solid ${variables.line}`, textAlign: 'start' },
  number: { padding: '0.4em 0.6em', borderBottom: `1px solid ${variables.line}`, textAlign: 'end' },
  button: {
    font: 'inherit',
    padding: '0.45em 0.9em',
    border: 0,
    borderRadius: '0.35em',
    background: variables.accent,
    color: variables.onAccent,
    cursor: 'pointer',
  },
  plain: {
    font: 'inherit',
    padding: '0.35em 0.8em',
    border: `1px solid ${variables.line}`,
    borderRadius: '0.35em',
    background: 'transparent',
    color: 'inherit',
    cursor: 'pointer',
  },
  alert: { color: variables.alert },
  quiet: { color: variables.quiet },
} as const satisfies Record<string, CSSProperties>;

export const accent = variables.accent;

interface Props<T> {
  of: Answer<T>;
  children(data: T): ReactNode;
}

/** The contents of an answer; a sign that it loads, or the reason why nothing is shown. */
export function Shown<T>({ of: { data, error }, children }: Props<T>) {
  const { texts } = useTollgate();
  if (data !== undefined) return children(data);
  if (error) return <Failure>{texts.failed}</Failure>;
  return <p role="status">{texts.loading}</p>;
}

/** A sentence about what failed. */
export const Failure = ({ children }: { children: ReactNode }) => (
  <p role="alert" style={looks.alert}>
    {children}
  </p>
);
