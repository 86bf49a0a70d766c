import { Title } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { answerOf, api } from '../../../api/client.js';
import type { components } from '../../../api/schema.js';
import { CallError } from '../../../frame/call-error.js';
import { useMembership, useRead } from '../../../frame/membership.js';
import { useTitle } from '../../../frame/plain-page.js';
import { DescriptionList } from '../../../ui/detail-page.js';
import { Instant } from '../../../ui/instant.js';
import { Loading } from '../../../ui/loading.js';
import { Copyable, Nothing } from '../../../ui/values.js';
import { YesNo } from '../../../ui/yes-no.js';
import { actOf, Sections, type SectionCall, type SettingsSection } from '../issuer/section.js';
import { issuerSections, numberingOf, type Issuer } from '../issuer/sections.js';

type Organization = components['schemas']['Organization'];
type Change = components['schemas']['OrganizationUpdate'];
type Settings = Organization & Issuer;

/** An organization with its settings under the names that billing entities have. */
const settingsOf = (organization: Organization): Settings => {
  const { invoice_grace_period, document_locale } = organization.billing_configuration;
  return { ...organization, invoice_grace_period, document_locale };
};

const calls: SettingsSection<Settings, Change> = {
  title: msg`Calls of your product`,
  edit: msg`Edit the rules of calls`,
  factsOf: ({ slug, unknown_subscription: unknown }) => [
    [msg`Short name`, <Copyable value={slug} />],
    [msg`Events of unknown subscriptions are refused`, <YesNo value={unknown === 'refuse'} />],
  ],
  fieldsOf: ({ slug, unknown_subscription: unknown }) => [
    {
      kind: 'text',
      name: 'slug',
      label: msg`Short name`,
      hint: msg`A part of the addresses of these pages`,
      initial: slug,
    },
    {
      kind: 'choice',
      name: 'unknown_subscription',
      label: msg`Events of unknown subscriptions`,
      initial: unknown,
      options: [
        { value: 'accept', label: msg`Accept them, for a subscription that comes later` },
        { value: 'refuse', label: msg`Refuse them` },
      ],
    },
  ],
  changeOf: ({ slug = '', unknown_subscription: unknown }) => ({
    slug,
    unknown_subscription: unknown as 'accept' | 'refuse',
  }),
};

const sections: readonly SettingsSection<Settings, Change>[] = [
  ...issuerSections,
  numberingOf('per_organization', msg`Of all together`),
  calls,
];

const call: SectionCall<Settings, Change> = {
  call: 'PUT /organizations',
  permission: 'organization:update',
  done: msg`The settings are changed.`,
  send: async ({ headers }, _, organization) => {
    await answerOf(api.PUT('/organizations', { headers, body: { organization } }));
  },
};

/** The acts of the settings of an organization. */
export const organizationActs = sections.map((section) => actOf(section, call));

/** The settings of an organization, which are those of its default billing entity, too. */
export function OrganizationSettings() {
  const { t } = useLingui();
  const { organization } = useMembership();
  const { data, error } = useRead({ path: '/organizations' });
  const title = t`Organization`;
  useTitle(title);
  return (
    <main className="detail">
      <header className="head">
        <Title order={1}>{title}</Title>
      </header>
      <CallError error={error} />
      {!data && !error ? <Loading label={title} /> : null}
      {data ? (
        <>
          <p>
            <Trans>Each change is one of the default billing entity, too. Other billing entities keep their own.</Trans>
          </p>
          <DescriptionList
            items={[
              [msg`Name`, data.organization.name],
              [msg`Webhook address`, data.organization.webhook_url || <Nothing />],
              [msg`Id`, <Copyable value={organization.svc_id} />],
              [msg`Created`, <Instant iso={data.organization.created_at} focusable />],
            ]}
          />
          <Sections record={settingsOf(data.organization)} sections={sections} call={call} />
        </>
      ) : null}
    </main>
  );
}
