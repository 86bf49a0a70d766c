import { useState } from 'react';
import {
  Button,
  Checkbox,
  FileInput,
  NativeSelect,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { answerOf, api, asOrganization } from '../../../api/client.js';
import { CallError } from '../../../frame/call-error.js';
import { useMembership, useRead } from '../../../frame/membership.js';
import { useTitle } from '../../../frame/plain-page.js';
import { changeOf, draftOf, rateOf, textFields, withText, type BillingEntity, type Draft } from './draft.js';
import { DocumentPreview } from './preview.js';

/** Languages of documents. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'nb', 'sv', 'nl', 'pl', 'ja', 'pt-BR', 'zh-TW'] as const;

/** The texts that billing entities have on their documents and in their mails, beside a preview. */
export function DocumentTexts() {
  const { t } = useLingui();
  const { data, error } = useRead({ path: '/billing_entities' });
  const [chosen, setChosen] = useState<string | null>(null);
  const title = t`Texts on documents`;
  useTitle(title);
  const entities = data?.billing_entities ?? [];
  const entity = entities.find(({ code }) => code === chosen) ?? entities[0];
  return (
    <main className="detail">
      <header className="head">
        <Title order={1}>{title}</Title>
      </header>
      <CallError error={error} />
      {entities.length > 1 ? (
        <NativeSelect
          label={t`Billing entity`}
          mb="md"
          value={entity?.code ?? ''}
          data={entities.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      ) : null}
      {entity ? <Editor key={entity.code} entity={entity} /> : null}
    </main>
  );
}

function Editor({ entity }: { entity: BillingEntity }) {
  const { t, i18n } = useLingui();
  const { may } = useMembership();
  const [draft, setDraft] = useState(() => draftOf(entity));
  const [language, setLanguage] = useState('');
  const mayChange = may('billing_entities:update');
  const isFrench = entity.country === 'FR';
  const change = changeOf(draft, isFrench);
  const names = new Intl.DisplayNames([i18n.locale], { type: 'language' });
  const save = useSave(entity.code);
  const labels = { payment_terms: t`Terms of payment`, invoice_footer: t`Footer`, email_text: t`Text in e-mails` };
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <Stack gap="sm">
        <NativeSelect
          label={t`Language of the texts`}
          value={language}
          data={[
            { value: '', label: t`All others` },
            ...languages.map((value) => ({ value, label: names.of(value) ?? value })),
          ]}
          onChange={(event) => setLanguage(event.currentTarget.value)}
        />
        {textFields.map((field) => (
          <Textarea
            key={field}
            label={labels[field]}
            autosize
            minRows={2}
            maxLength={600}
            disabled={!mayChange}
            value={draft.texts[field][language] ?? ''}
            onChange={(event) => setDraft(withText(draft, field, language, event.currentTarget.value))}
          />
        ))}
        <Mentions draft={draft} isFrench={isFrench} disabled={!mayChange} onChange={setDraft} />
        <Logo disabled={!mayChange} onChange={(logo) => setDraft({ ...draft, logo })} />
        <CallError error={save.error} />
        {mayChange ? (
          <Button loading={save.isPending} onClick={() => save.mutate(change)}>
            {t`Save the texts`}
          </Button>
        ) : null}
        {save.isSuccess ? <p role="status">{t`Saved.`}</p> : null}
      </Stack>
      <DocumentPreview code={entity.code} change={change} locale={language === '' ? null : language} />
    </SimpleGrid>
  );
}

function useSave(code: string) {
  const { organization } = useMembership();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (billing_entity: ReturnType<typeof changeOf>) =>
      answerOf(
        api.PUT('/billing_entities/{code}', {
          params: { path: { code } },
          headers: asOrganization(organization.svc_id),
          body: { billing_entity },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['read', organization.svc_id, '/billing_entities'] }),
  });
}

interface PartProps {
  draft: Draft;
  isFrench: boolean;
  disabled: boolean;
  onChange(draft: Draft): void;
}

/** The mentions that the law of the seller requires. */
function Mentions({ draft, isFrench, disabled, onChange }: PartProps) {
  const { t } = useLingui();
  const { mentions } = draft;
  const set = (changes: Partial<Draft['mentions']>) => onChange({ ...draft, mentions: { ...mentions, ...changes } });
  return (
    <fieldset disabled={disabled}>
      <legend>{t`Mentions of the law`}</legend>
      <Stack gap="xs">
        <TextInput
          label={t`Penalty for late payment, in percent a year`}
          inputMode="decimal"
          defaultValue={mentions.late_penalty_rate ?? ''}
          onChange={(event) => set({ late_penalty_rate: rateOf(event.currentTarget.value) })}
        />
        <Checkbox
          label={t`Indemnity of 40 € for late payment`}
          checked={mentions.recovery_indemnity ?? isFrench}
          onChange={(event) => set({ recovery_indemnity: event.currentTarget.checked })}
        />
        <Checkbox
          label={t`No discount for early payment`}
          checked={mentions.no_early_payment_discount}
          onChange={(event) => set({ no_early_payment_discount: event.currentTarget.checked })}
        />
        {isFrench ? <FrenchMentions mentions={mentions} onChange={set} /> : null}
      </Stack>
    </fieldset>
  );
}

function FrenchMentions({
  mentions,
  onChange,
}: {
  mentions: Draft['mentions'];
  onChange(changes: Partial<Draft['mentions']>): void;
}) {
  const { t } = useLingui();
  return (
    <>
      <Checkbox
        label={t`VAT is due on invoicing`}
        checked={mentions.vat_on_debits}
        onChange={(event) => onChange({ vat_on_debits: event.currentTarget.checked })}
      />
      <NativeSelect
        label={t`Kind of operations`}
        value={mentions.operation_category ?? ''}
        data={[
          { value: '', label: t`Not stated` },
          { value: 'goods', label: t`Goods` },
          { value: 'services', label: t`Services` },
          { value: 'mixed', label: t`Goods and services` },
        ]}
        onChange={(event) => {
          const { value } = event.currentTarget;
          onChange({ operation_category: value === '' ? null : (value as 'goods' | 'services' | 'mixed') });
        }}
      />
    </>
  );
}

function Logo({ disabled, onChange }: { disabled: boolean; onChange(uri: string | undefined): void }) {
  const { t } = useLingui();
  const read = (file: File | null) => {
    if (!file) return onChange(undefined);
    const reader = new FileReader();
    reader.onload = () => onChange(String(reader.result));
    reader.readAsDataURL(file);
  };
  return (
    <FileInput
      label={t`Logo`}
      accept="image/png,image/jpeg"
      clearable
      disabled={disabled}
      placeholder={t`PNG or JPEG`}
      onChange={read}
    />
  );
}
