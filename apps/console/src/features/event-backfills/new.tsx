import { useState } from 'react';
import { Checkbox, FileInput, NativeSelect, SegmentedControl, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { answerOf, api, asOrganization } from '../../api/client.js';
import { Field, Form, SecretField } from '../../frame/forms.js';
import { useMembership, useRead } from '../../frame/membership.js';
import { useTitle } from '../../frame/plain-page.js';
import { emptyDraft, formatOf, inputOf, type BackfillCreate, type Draft } from './draft.js';
import { contentOf } from './file-content.js';

const formats = ['csv', 'jsonl', 'parquet'] as const;
const bucketFields = ['url', 'endpoint', 'region', 'access_key_id', 'secret_access_key'] as const;

/** The form of a new backfill. It begins as a dry run. */
export function NewEventBackfill() {
  const { t } = useLingui();
  const [draft, setDraft] = useState(emptyDraft);
  const create = useCreate();
  const title = t`New backfill`;
  useTitle(title);
  const set = (changes: Partial<Draft>) => setDraft((last) => ({ ...last, ...changes }));
  return (
    <main className="detail narrow">
      <header className="head">
        <Title order={1}>{title}</Title>
      </header>
      <Form
        fields={draft.from === 'bucket' ? bucketFields : []}
        button={draft.dryRun ? t`Start the dry run` : t`Start the backfill`}
        onSend={(bucket) => create.mutate(inputOf(draft, bucket))}
        error={create.error}
        isPending={create.isPending}
      >
        <SegmentedControl
          aria-label={t`Where the rows come from`}
          value={draft.from}
          onChange={(from) => set({ from })}
          data={[
            { value: 'file', label: t`File` },
            { value: 'bucket', label: t`Bucket` },
          ]}
        />
        {draft.from === 'file' ? <File draft={draft} onChange={set} /> : <Bucket error={create.error} />}
        <Terms draft={draft} onChange={set} />
      </Form>
    </main>
  );
}

function useCreate() {
  const { organization, path } = useMembership();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (event_backfill: BackfillCreate) =>
      answerOf(
        api.POST('/event_backfills', { headers: asOrganization(organization.svc_id), body: { event_backfill } }),
      ),
    onSuccess: async ({ event_backfill: { svc_id: id } }) => {
      await queries.invalidateQueries({ queryKey: ['read', organization.svc_id, '/event_backfills'] });
      await navigate({ to: '/$organization/developers/event-backfills/$id', params: { organization: path, id } });
    },
  });
}

interface PartProps {
  draft: Draft;
  onChange(changes: Partial<Draft>): void;
}

function File({ draft, onChange }: PartProps) {
  const { t } = useLingui();
  const read = async (file: globalThis.File | null) => {
    if (!file) return onChange({ fileName: '', content: '' });
    const format = formatOf(file.name, draft.format);
    onChange({ fileName: file.name, format, content: await contentOf(file, format) });
  };
  return (
    <FileInput
      label={t`File`}
      description={t`Larger files come from a bucket.`}
      accept=".csv,.jsonl,.ndjson,.json,.parquet"
      clearable
      withAsterisk
      placeholder={t`CSV, JSON lines or Parquet`}
      onChange={(file) => void read(file)}
    />
  );
}

function Bucket({ error }: { error: unknown }) {
  const { t } = useLingui();
  return (
    <>
      <Field name="url" label={t`Bucket and prefix`} description="s3://acme-data/usage/2026-03" error={error} />
      <Field name="endpoint" label={t`Address of the server`} required={false} error={error} />
      <Field name="region" label={t`Region`} required={false} error={error} />
      <Field name="access_key_id" label={t`Id of the key`} error={error} />
      <SecretField name="secret_access_key" label={t`Secret of the key`} error={error} />
    </>
  );
}

function Terms({ draft, onChange }: PartProps) {
  const { t } = useLingui();
  const { data } = useRead({ path: '/event_sources', query: { per_page: '100' } });
  const sources = data?.event_sources ?? [];
  return (
    <>
      <NativeSelect
        label={t`Format`}
        value={draft.format}
        data={[...formats]}
        onChange={(event) => onChange({ format: event.currentTarget.value as Draft['format'] })}
      />
      <NativeSelect
        label={t`Event source`}
        description={t`Its rules make the events. Without one, each row is an event.`}
        value={draft.eventSource}
        data={[{ value: '', label: t`None` }, ...sources.map(({ code, name }) => ({ value: code, label: name }))]}
        onChange={(event) => onChange({ eventSource: event.currentTarget.value })}
      />
      <Checkbox
        label={t`Dry run: judge all rows, and store nothing`}
        checked={draft.dryRun}
        onChange={(event) => onChange({ dryRun: event.currentTarget.checked })}
      />
      <Checkbox
        label={t`Take events of periods that are already invoiced`}
        checked={draft.acceptsInvoiced}
        onChange={(event) => onChange({ acceptsInvoiced: event.currentTarget.checked })}
      />
    </>
  );
}
