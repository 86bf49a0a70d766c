import { useState, type FormEvent } from 'react';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { Refusal } from '../api/client.js';
import { CallError } from '../frame/call-error.js';
import { useSentences } from '../frame/error-texts.js';
import { useMembership } from '../frame/membership.js';
import { useZone } from '../frame/zone.js';
import { Copyable } from '../ui/values.js';
import type { Act, Outcome } from './act.js';
import { draftKey, useDraft } from './draft.js';
import type { Field } from './field.js';
import { ActField } from './fields.js';
import { useAct } from './use-act.js';
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
}

/** The dialog of an act: its sentence with the amount, its fields, and what the service answers. */
export function ActDialog<R>({ act, record, onClose }: Props<R>) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const shows = outcome?.shows;
  return (
    <Modal
      opened
      onClose={onClose}
      size={act.Beside ? 'xl' : 'md'}
      title={t(act.label)}
      closeButtonProps={{ 'aria-label': t`Close` }}
      transitionProps={{ duration: 0 }}
      closeOnClickOutside={false}
    >
      {shows ? (
        <Stack gap="sm">
          {shows.isSecret ? <Text>{t`This value is shown once. Store it in a safe place now.`}</Text> : null}
          <div>
            {t(shows.label)}: <Copyable value={shows.value} />
          </div>
          <Button onClick={onClose} data-autofocus>
            {shows.isSecret ? t`I have stored it` : t`Close`}
          </Button>
        </Stack>
      ) : (
        <ActForm
          act={act}
          record={record}
          onClose={onClose}
          onDone={(done) => (done.shows ? setOutcome(done) : onClose())}
        />
      )}
    </Modal>
  );
}

function ActForm<R>({ act, record, onClose, onDone }: Props<R> & { onDone(outcome: Outcome): void }) {
  const { t, i18n } = useLingui();
  const { organization } = useMembership();
  const zone = useZone();
  const fields = act.fieldsOf?.(record) ?? [];
  const key = draftKey(organization.svc_id, act.call, idOf(record));
  const { typed, type, clear } = useDraft(key, typedAtFirst(fields, i18n.locale, zone));
  const [typedErrors, setTypedErrors] = useState<TypedErrors>({});
  const { mutate, error, isPending } = useAct(act, record, (outcome) => {
    clear();
    onDone(outcome);
  });
  const shown = fields.filter(({ isShown }) => isShown?.(typed) ?? true);
  const { values } = valuesOf(shown, typed, i18n.locale, zone);
  const { Summary, Beside } = act;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = valuesOf(shown, typed, i18n.locale, zone);
    setTypedErrors(read.errors);
    if (Object.keys(read.errors).length === 0) mutate(read.values);
  };
  const errorOf = useFieldErrors(typedErrors, error);
  return (
    <form onSubmit={submit} noValidate aria-busy={isPending}>
      <Stack gap="sm">
        {Summary ? (
          <div className="summary">
            <Summary record={record} values={values} />
          </div>
        ) : null}
        <CallError error={error} fields={shown.map(({ name, errorName = name }) => errorName)} />
        <fieldset disabled={isPending} className={Beside ? 'with-beside' : 'bare'}>
          <Stack gap="sm">
            {shown.map((field) => (
              <ActField key={field.name} field={field} typed={typed} error={errorOf(field)} onType={type} />
            ))}
          </Stack>
          {Beside ? <Beside record={record} values={values} /> : null}
        </fieldset>
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            onClick={() => {
              clear();
              onClose();
            }}
          >
            {t`Cancel`}
          </Button>
          <Button
            type="submit"
            loading={isPending}
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

/** The sentence about a field: about the typed text, else from the refused call. */
function useFieldErrors(typedErrors: TypedErrors, error: unknown): (field: Field) => string | undefined {
  const sentenceOf = useSentences();
  return ({ name, errorName = name }) => {
    const code = typedErrors[name] ?? (error instanceof Refusal ? error.fields[errorName]?.[0] : undefined);
    return code === undefined ? undefined : sentenceOf(code);
  };
}
