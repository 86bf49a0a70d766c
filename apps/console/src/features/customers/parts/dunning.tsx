import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { answerOf, api } from '../../../api/client.js';
import type { components } from '../../../api/schema.js';
import type { Act, Sending } from '../../../acts/act.js';
import { Acts } from '../../../acts/acts.js';
import { dunningCampaignPicker } from '../../../acts/pickers.js';
import { CallError } from '../../../frame/call-error.js';
import { useMembership, useRead } from '../../../frame/membership.js';
import { DescriptionList, Section } from '../../../ui/detail-page.js';
import { Instant } from '../../../ui/instant.js';
import { RecordLink } from '../../../ui/record-link.js';
import { Units } from '../../../ui/values.js';
import { YesNo } from '../../../ui/yes-no.js';

type Dunning = components['schemas']['CustomerDunning'];

const call = 'PUT /customers/{external_customer_id}/dunning';
const permission = 'dunning_campaigns:update';
const change = async (
  { headers }: Sending,
  { external_customer_id }: Dunning,
  dunning: components['schemas']['CustomerDunningUpdate'],
) => {
  const params = { path: { external_customer_id } };
  await answerOf(api.PUT('/customers/{external_customer_id}/dunning', { headers, params, body: { dunning } }));
};

/** Requests overdue amounts of a customer again (webhooks, section 22). */
export const resumeDunning: Act<Dunning> = {
  call,
  permission,
  label: msg`Resume dunning`,
  refusalOf: ({ exclude_from_dunning_campaign: isExcluded }) => (isExcluded ? null : msg`Dunning is not stopped.`),
  Summary: () => <Trans>Overdue invoices are requested again, as the campaign says.</Trans>,
  send: (sending, dunning) => change(sending, dunning, { exclude_from_dunning_campaign: false }),
  done: msg`Dunning is resumed.`,
};

/** Stops all requests to a customer, until it is resumed. */
export const stopDunning: Act<Dunning> = {
  call,
  permission,
  label: msg`Stop dunning`,
  refusalOf: ({ exclude_from_dunning_campaign: isExcluded }) => (isExcluded ? msg`Dunning is stopped.` : null),
  Summary: () => (
    <Trans>
      The customer gets no further request to pay overdue invoices. Requests that were sent can still be paid.
    </Trans>
  ),
  send: (sending, dunning) => change(sending, dunning, { exclude_from_dunning_campaign: true }),
  done: msg`Dunning is stopped.`,
  undo: resumeDunning,
};

/** Gives a customer a campaign of its own. */
export const chooseOwnCampaign: Act<Dunning> = {
  call,
  permission,
  label: msg`Choose a dunning campaign`,
  fieldsOf: ({ dunning_campaign_code: code }) => [
    {
      kind: 'picker',
      name: 'dunning_campaign_code',
      label: msg`Dunning campaign`,
      hint: msg`Empty: that of the billing entity`,
      picker: dunningCampaignPicker,
      initial: code ?? '',
      isOptional: true,
    },
  ],
  send: (sending, dunning, { dunning_campaign_code: code }) =>
    change(sending, dunning, { dunning_campaign_code: code || null }),
  done: msg`The campaign is chosen.`,
};

/** The acts of the dunning of a customer. */
export const dunningActs: readonly Act<Dunning>[] = [resumeDunning, stopDunning, chooseOwnCampaign];

/** The dunning of a customer: its campaign, and what was requested. */
export function CustomerDunning({ id }: { id: string }) {
  const { may } = useMembership();
  const isAllowed = may('dunning_campaigns:view');
  const { data, error } = useRead(
    { path: '/customers/{external_customer_id}/dunning', values: { external_customer_id: id } },
    { enabled: isAllowed },
  );
  if (!isAllowed) return null;
  const dunning = data?.dunning;
  return (
    <Section title={msg`Dunning`} action={dunning ? <Acts acts={dunningActs} record={dunning} /> : null}>
      <CallError error={error} />
      {dunning ? (
        <DescriptionList
          items={[
            [
              msg`Dunning campaign`,
              dunning.dunning_campaign_code ? (
                <RecordLink kind="dunningCampaign" id={dunning.dunning_campaign_code}>
                  {dunning.dunning_campaign_code}
                </RecordLink>
              ) : (
                <Trans>That of the billing entity</Trans>
              ),
            ],
            [msg`Stopped`, <YesNo value={dunning.exclude_from_dunning_campaign} />],
            [msg`Last request`, <Instant iso={dunning.last_attempt_at} focusable />],
            ...dunning.attempts.map(({ currency, attempts }) => [currency, <Units value={attempts} />] as const),
          ]}
        />
      ) : null}
    </Section>
  );
}
