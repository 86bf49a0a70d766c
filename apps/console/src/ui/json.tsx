import { useLingui } from '@lingui/react/macro';

const indentation = 2;

/** A value as JSON, for reading. */
export function Json({ value }: { value: unknown }) {
  const { t } = useLingui();
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, indentation);
  return (
    <pre className="code" tabIndex={0} aria-label={t`Content`} role="region">
      {text}
    </pre>
  );
}
