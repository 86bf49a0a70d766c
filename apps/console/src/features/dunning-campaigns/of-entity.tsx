import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../api/client.js';
import type { DunningCampaign } from '../../api/records.js';
import type { Act, Sending } from '../../acts/act.js';
import { Acts } from '../../acts/acts.js';
import { dunningCampaignPicker } from '../../acts/pickers.js';
import { CallError } from '../../frame/call-error.js';
import { useMembership, useRead } from '../../frame/membership.js';
import { DescriptionList, Section } from '../../ui/detail-page.js';
import { RecordLink } from '../../ui/record-link.js';
import { Nothing } from '../../ui/values.js';

/** A billing entity, and the campaign that its customers have. */
interface Assigned {
  code: string;
  campaign: DunningCampaign | null;
}

const assign = (headers: Sending['headers'], code: string, billing_entity_codes: string[]) =>
  answerOf(
    api.PUT('/dunning_campaigns/{code}', {
      headers,
      params: { path: { code } },
      body: { dunning_campaign: { billing_entity_codes } },
    }),
  );

/** Chooses the campaign of a billing entity: one campaign replaces the other (webhooks, section 22). */
export const chooseCampaign: Act<Assigned> = {
  call: 'PUT /dunning_campaigns/{code}',
  permission: 'dunning_campaigns:update',
  label: msg`Choose the dunning campaign`,
  Summary: () => (
    <Trans>
      Overdue customers of this entity without a campaign of their own follow it. Requests are counted from the start.
    </Trans>
  ),
  fieldsOf: ({ campaign }) => [
    {
      kind: 'picker',
      name: 'campaign',
      label: msg`Dunning campaign`,
      picker: dunningCampaignPicker,
      initial: campaign?.code ?? '',
      isOptional: true,
      hint: msg`Empty: overdue amounts are not requested`,
    },
  ],
  send: async ({ headers }, { code, campaign }, { campaign: chosen = '' }) => {
    if (chosen === (campaign?.code ?? '')) return;
    if (chosen !== '') {
      const params = { path: { code: chosen } };
      const { dunning_campaign: next } = await answerOf(api.GET('/dunning_campaigns/{code}', { headers, params }));
      await assign(headers, chosen, [...next.billing_entity_codes, code]);
    } else if (campaign)
      await assign(
        headers,
        campaign.code,
        campaign.billing_entity_codes.filter((one) => one !== code),
      );
  },
  done: msg`The campaign is chosen.`,
};

/** The campaign that requests overdue amounts of a billing entity. */
export function CampaignOfEntity({ code }: { code: string }) {
  const { may } = useMembership();
  const isAllowed = may('dunning_campaigns:view');
  const { data, error } = useRead({ path: '/dunning_campaigns', query: { per_page: '100' } }, { enabled: isAllowed });
  if (!isAllowed) return null;
  const campaign = data?.dunning_campaigns.find(({ billing_entity_codes: codes }) => codes.includes(code)) ?? null;
  return (
    <Section title={msg`Dunning`} action={data ? <Acts acts={[chooseCampaign]} record={{ code, campaign }} /> : null}>
      <CallError error={error} />
      <DescriptionList
        items={[
          [
            msg`Dunning campaign`,
            campaign ? (
              <RecordLink kind="dunningCampaign" id={campaign.code}>
                {campaign.name}
              </RecordLink>
            ) : (
              <Nothing />
            ),
          ],
        ]}
      />
    </Section>
  );
}
