import { Button } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { Refusal } from '../../../api/client.js';
import { CallError, isPassing } from '../../../frame/call-error.js';
import { useSentences } from '../../../frame/error-texts.js';

/** Why the service gives no prices: in one sentence for a form that is not valid yet, else with a retry. */
export function Failed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useLingui();
  const sentenceOf = useSentences();
  if (!error) return null;
  const [code] = error instanceof Refusal ? Object.values(error.fields).flat() : [];
  if (code !== undefined) {
    const reason = sentenceOf(code);
    return <p className="empty">{t`Complete the form to see prices. ${reason}`}</p>;
  }
  const isRetried = error instanceof Refusal && isPassing(error);
  return (
    <>
      <CallError error={error} />
      {isRetried ? null : (
        <div>
          <Button variant="default" size="xs" onClick={onRetry}>{t`Try again`}</Button>
        </div>
      )}
    </>
  );
}
