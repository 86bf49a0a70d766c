import { Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { answerOf, api, asOrganization } from '../../../api/client.js';
import { CallError } from '../../../frame/call-error.js';
import { Field, Form } from '../../../frame/forms.js';
import { useMembership, useRead } from '../../../frame/membership.js';
import { useTitle } from '../../../frame/plain-page.js';
import { changeOf, shownDays, type Change, type Retention, type RetentionKind } from './periods.js';

const kinds: Readonly<Record<RetentionKind, MessageDescriptor>> = {
  webhooks: msg`Webhooks`,
  activity_log: msg`Activity`,
  api_log: msg`API log`,
  security_log: msg`Security log`,
  mails: msg`E-mails`,
  data_exports: msg`Files of exports`,
  provider_events: msg`Events of payment providers`,
  raw_events: msg`Copies of events as received`,
};

/** For how many days the organization stores logs, mails and other records that grow with its use. */
export function RetentionSettings() {
  const { t } = useLingui();
  const { data, error } = useRead({ path: '/organizations/retention' });
  const title = t`Retention`;
  useTitle(title);
  return (
    <main className="detail narrow">
      <header className="head">
        <Title order={1}>{title}</Title>
      </header>
      <CallError error={error} />
      {data ? <Periods key={JSON.stringify(data.retention)} retention={data.retention} /> : null}
    </main>
  );
}

function Periods({ retention }: { retention: Retention }) {
  const { t } = useLingui();
  const { organization, may } = useMembership();
  const queries = useQueryClient();
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: (change: Change) =>
      answerOf(
        api.PUT('/organizations/retention', {
          headers: asOrganization(organization.svc_id),
          body: { retention: change },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['read', organization.svc_id, '/organizations/retention'] }),
  });
  const names = Object.keys(retention) as RetentionKind[];
  return (
    <section>
      <Text mb="sm">
        <Trans>
          Records are deleted after these days. An empty field takes the period of the installation, which you may only
          shorten.
        </Trans>
      </Text>
      <Form
        fields={names}
        button={may('organization:update') ? t`Save the periods` : undefined}
        onSend={(values) => mutate(changeOf(retention, values))}
        error={error}
        isPending={isPending}
      >
        {names.map((kind) => (
          <Field
            key={kind}
            name={kind}
            label={t(kinds[kind])}
            description={describe(t, retention[kind])}
            defaultValue={shownDays(retention, kind)}
            required={false}
            error={error}
          />
        ))}
      </Form>
      {isSuccess ? <p role="status">{t`Saved.`}</p> : null}
    </section>
  );
}

/** The bounds of a period. An installation without a limit stores such records for ever. */
function describe(
  t: (message: MessageDescriptor) => string,
  { minimum_days: minimum, maximum_days: maximum }: Retention[RetentionKind],
): string {
  return t(maximum === 0 ? msg`${minimum} days or more; never deleted by default` : msg`${minimum} to ${maximum} days`);
}
