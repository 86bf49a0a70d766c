import { useState, type FormEvent } from 'react';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { Refusal } from '../api/client.js';
import { CallError } from '../frame/call-error.js';
import { useSentences } from '../frame/error-texts.js';
import { useMembership } from '../frame/membership.js';
import { useZone } from '../frame/zone.js';
import type { Act, Outcome } from './act.js';
import { Conflicts } from './conflicts.js';
import { draftKey, useDraft } from './draft.js';
import type { Field } from './field.js';
import { ActField } from './fields.js';
import { useAct } from './use-act.js';
import { useLatest } from './use-latest.js';
import { typedAtFirst, valuesOf, type TypedErrors } from './values.js';

/** The identifier of a record among those of its kind; empty without a record. */
const idOf = (record: unknown): string => {
  const { svc_id: id, code = '' } = (record ?? {}) as { svc_id?: string; code?: string };
  return id ?? code;
};

interface Props<R> {
  act: Act<R>;
  record: R;
  onClose(): void;
  onDone(outcome: Outcome): void;
}

/** The form of an act, from its first text to the answer of the service. */
export function ActForm<R>({ act, record, onClose, onDone }: Props<R>) {
  const { t, i18n } = useLingui();
  const { organization } = useMembership();
  const zone = useZone();
  const fields = act.fieldsOf?.(record) ?? [];
  const draft = useDraft(
    draftKey(organization.svc_id, act.call, idOf(record)),
    typedAtFirst(fields, i18n.locale, zone),
  );
  const { typed, conflicts } = draft;
  const [typedErrors, setTypedErrors] = useState<TypedErrors>({});
  const { mutate, error, isPending, isPaused } = useAct(act, record, (outcome) => {
    draft.clear();
    onDone(outcome);
  });
  const shown = fields.filter(({ isShown }) => isShown?.(typed) ?? true);
  const { values, errors } = valuesOf(shown, typed, i18n.locale, zone);
  const { isReading, readLatest } = useLatest(() => {
    if (conflicts.length === 0) mutate(values);
  });
  const isBusy = isPending || isReading;
  const { Summary, Beside, Further } = act;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The events of a dialog that this form opens pass through this form, too.
    event.stopPropagation();
    setTypedErrors(errors);
    if (Object.keys(errors).length > 0 || conflicts.length > 0) return;
    if (draft.replaces) readLatest();
    else mutate(values);
  };
  const errorOf = useFieldErrors(typedErrors, error);
  return (
    <form onSubmit={submit} noValidate aria-busy={isBusy}>
      <Stack gap="sm">
        {Summary ? (
          <div className="summary">
            <Summary record={record} values={values} />
          </div>
        ) : null}
        <Conflicts fields={shown} conflicts={conflicts} onSettle={draft.settle} />
        {isPaused ? <Offline /> : null}
        <CallError error={error} fields={shown.map(({ name, errorName = name }) => errorName)} />
        <fieldset disabled={isBusy} className={Beside ? 'with-beside' : 'bare'}>
          <Stack gap="sm">
            {shown.map((field) => (
              <ActField key={field.name} field={field} typed={typed} error={errorOf(field)} onType={draft.type} />
            ))}
          </Stack>
          {Beside ? <Beside record={record} values={values} /> : null}
        </fieldset>
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            onClick={() => {
              draft.clear();
              onClose();
            }}
          >
            {t`Cancel`}
          </Button>
          {Further ? <Further record={record} values={values} /> : null}
          <Button
            type="submit"
            loading={isBusy}
            {...(act.isDanger ? { color: 'red' } : {})}
            {...(shown.length === 0 ? { 'data-autofocus': true } : {})}
          >
            {t(act.label)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Offline() {
  const { t } = useLingui();
  return (
    <Alert color="yellow" variant="outline" role="status" title={t`You are offline`}>
      <Text c="var(--mantine-color-text)">{t`The service gets this once, as soon as you are online again.`}</Text>
    </Alert>
  );
}

/** The sentence about a field: about the typed text, else from the refused call. */
function useFieldErrors(typedErrors: TypedErrors, error: unknown): (field: Field) => string | undefined {
  const sentenceOf = useSentences();
  return ({ name, errorName = name }) => {
    const code = typedErrors[name] ?? (error instanceof Refusal ? error.fields[errorName]?.[0] : undefined);
    return code === undefined ? undefined : sentenceOf(code);
  };
}
