import { Alert, Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { Refusal } from '../api/client.js';
import { useSentences } from './error-texts.js';

/** Whether the same call may succeed in a moment. */
export const isPassing = ({ status }: Refusal): boolean => status === 0 || status === 503;

/** Reads again what the page could not read; nothing where it has read all. */
function TryAgain() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const failed = { predicate: ({ state }: { state: { status: string } }) => state.status === 'error' };
  if (queries.getQueryCache().findAll(failed).length === 0) return null;
  return (
    <Button variant="default" size="xs" mt="xs" onClick={() => void queries.refetchQueries(failed)}>
      {t`Try again`}
    </Button>
  );
}

/** The failure of a call as a whole; nothing for errors of fields. */
export function CallError({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  const { t } = useLingui();
  const sentenceOf = useSentences();
  if (!error) return null;
  const refusal = error instanceof Refusal ? error : new Refusal(0, 'unexpected');
  const elsewhere = Object.entries(refusal.fields).filter(([field]) => !fields.includes(field));
  const codes = elsewhere.flatMap(([, all]) => all);
  if (codes.length === 0 && Object.keys(refusal.fields).length > 0) return null;
  const shown = codes.length > 0 ? codes : [refusal.code];
  return (
    <Alert color="red" variant="outline" role="alert" title={t`This action failed`}>
      {shown.map((code) => (
        <Text key={code} c="var(--mantine-color-text)">
          {sentenceOf(code, refusal.status)}
        </Text>
      ))}
      {isPassing(refusal) ? <TryAgain /> : null}
    </Alert>
  );
}
