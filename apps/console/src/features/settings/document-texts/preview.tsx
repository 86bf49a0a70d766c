import { useState } from 'react';
import { Anchor, NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { answerOf, api, asOrganization } from '../../../api/client.js';
import type { components } from '../../../api/schema.js';
import { styleNonce } from '../../../base.js';
import { CallError } from '../../../frame/call-error.js';
import { useMembership } from '../../../frame/membership.js';
import type { Change } from './draft.js';

type Input = components['schemas']['DocumentPreviewInput'];
type Preview = components['schemas']['DocumentPreview'];

/** A person types on: the preview waits so long for more, in milliseconds. */
const pauseMs = 600;

/** A sample document with texts that are not saved yet. */
export function DocumentPreview({ code, change, locale }: { code: string; change: Change; locale: string | null }) {
  const { t } = useLingui();
  const [kind, setKind] = useState<Input['document_type']>('invoice');
  const [format, setFormat] = useState<NonNullable<Input['format']>>('page');
  const [input] = useDebouncedValue(
    { document_type: kind, format, billing_entity: change, ...(locale === null ? {} : { locale }) } as Input,
    pauseMs,
  );
  const { data, error } = usePreview(code, input);
  return (
    <section aria-label={t`Preview`}>
      <NativeSelect
        label={t`Document`}
        value={kind}
        data={[
          { value: 'invoice', label: t`Invoice` },
          { value: 'credit_note', label: t`Credit note` },
          { value: 'payment_receipt', label: t`Payment receipt` },
          { value: 'statement', label: t`Statement of account` },
        ]}
        onChange={(event) => setKind(event.currentTarget.value as Input['document_type'])}
      />
      <NativeSelect
        label={t`Form`}
        my="sm"
        value={format}
        data={[
          { value: 'page', label: t`Page` },
          { value: 'pdf', label: t`PDF file` },
          { value: 'email', label: t`E-mail` },
        ]}
        onChange={(event) => setFormat(event.currentTarget.value as NonNullable<Input['format']>)}
      />
      <CallError error={error} />
      {data ? <Shown preview={data.document_preview} /> : null}
    </section>
  );
}

function usePreview(code: string, input: Input) {
  const { organization } = useMembership();
  return useQuery({
    queryKey: ['preview', organization.svc_id, code, input],
    queryFn: ({ signal }) =>
      answerOf(
        api.POST('/billing_entities/{code}/documents/preview', {
          params: { path: { code } },
          headers: asOrganization(organization.svc_id),
          body: { document_preview: input },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

function Shown({ preview: { format, subject, html, text, pdf } }: { preview: Preview }) {
  const { t } = useLingui();
  if (format === 'pdf' && pdf !== null)
    return (
      <Anchor href={`data:application/pdf;base64,${pdf}`} download="sample.pdf">
        {t`Save the sample`}
      </Anchor>
    );
  if (format === 'email')
    return (
      <>
        <p>{subject}</p>
        <pre className="wrapped">{text}</pre>
      </>
    );
  // The page of a document has no script; the policy of the console requires the nonce of its style.
  const page = (html ?? '').replace('<style>', `<style nonce="${styleNonce}">`);
  return <iframe className="preview" title={t`Sample`} sandbox="" srcDoc={page} />;
}
