import { Alert, Button, Group, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Conflict } from './draft.js';
import { cellName, rowsOf, type Field } from './field.js';

interface Props {
  fields: readonly Field[];
  conflicts: readonly Conflict[];
  onSettle(conflict: Conflict, choice: 'mine' | 'theirs'): void;
}

/** Changes by another person while the form was open. The person takes each new value, or uses the typed one. */
export function Conflicts({ fields, conflicts, onSettle }: Props) {
  const { t } = useLingui();
  const labels = new Map<string, string>();
  const textOf = (label: Field['label']): string => (typeof label === 'string' ? label : t(label));
  for (const field of fields) {
    labels.set(field.name, textOf(field.label));
    if (field.kind !== 'grid') continue;
    for (const row of rowsOf(field, {}))
      for (const { name, label } of field.columns)
        labels.set(
          cellName(field.name, row.id, name),
          [row.label, textOf(label)].filter((part) => part !== '').join(', '),
        );
  }
  if (conflicts.length === 0) return null;
  return (
    <Alert color="yellow" variant="outline" role="alert" title={t`The record changed while you typed`}>
      {conflicts.map((conflict) => {
        const { name, mine, theirs } = conflict;
        const label = labels.get(name) ?? name;
        return (
          <div key={name}>
            <Text c="var(--mantine-color-text)">
              {theirs === '' ? (
                <Trans>
                  {label}: it is empty now. You typed “{mine}”.
                </Trans>
              ) : (
                <Trans>
                  {label}: it is “{theirs}” now. You typed “{mine}”.
                </Trans>
              )}
            </Text>
            <Group gap="xs" my={4}>
              <Button size="compact-xs" variant="default" onClick={() => onSettle(conflict, 'theirs')}>
                {t`Take the new value`}
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => onSettle(conflict, 'mine')}>
                {t`Use what I typed`}
              </Button>
            </Group>
          </div>
        );
      })}
    </Alert>
  );
}
