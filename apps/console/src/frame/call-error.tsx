import { plural } from '@lingui/core/macro';
import { Alert, Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { Refusal } from '../api/client.js';
import { useSentences } from './error-texts.js';

/** Whether the same call may succeed in a moment. */
export const isPassing = ({ status }: Refusal): boolean => [0, 502, 503, 504].includes(status);

/** The limit of calls a second ends soon; that of attempts to sign in lasts for minutes, and has its own sentence. */
const longestPauseS = 30;
const isBrief = ({ status, retryAfter }: Refusal): boolean =>
  status === 429 && retryAfter !== null && retryAfter <= longestPauseS;

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
  // A repeated call whose answer holds a secret is refused by its key (catalog, section 1.4).
  const codes = elsewhere.flatMap(([field, all]) => (field === 'idempotency_key' ? ['answer_was_lost'] : all));
  if (codes.length === 0 && Object.keys(refusal.fields).length > 0) return null;
  const shown = codes.length > 0 ? codes : [refusal.code];
  const seconds = refusal.retryAfter ?? 0;
  const textOf = (code: string) =>
    isBrief(refusal)
      ? t`The service takes no more calls at once. Try again in ${plural(seconds, { one: '# second', other: '# seconds' })}.`
      : sentenceOf(code, refusal.status);
  return (
    <Alert color="red" variant="outline" role="alert" title={t`This action failed`}>
      {shown.map((code) => (
        <Text key={code} c="var(--mantine-color-text)">
          {textOf(code)}
        </Text>
      ))}
      {isPassing(refusal) ? <TryAgain /> : null}
    </Alert>
  );
}
