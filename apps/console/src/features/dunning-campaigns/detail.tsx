import { msg } from '@lingui/core/macro';
import { Acts } from '../../acts/acts.js';
import { DescriptionList, DetailPage, Rows, Section, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { RecordLink } from '../../ui/record-link.js';
import { Copyable, Nothing, Units } from '../../ui/values.js';
import { campaignActs } from './acts.js';
import { thresholdColumns } from './columns.js';
import { Timeline } from './timeline.js';

/** A dunning campaign: its requests over time, and the amounts from which it begins. */
export function DunningCampaign() {
  const id = useId();
  return (
    <DetailPage
      call={{ path: '/dunning_campaigns/{code}', values: { code: id } }}
      parent={{ label: msg`Dunning campaigns`, to: '/$organization/settings/dunning-campaigns' }}
      headOf={({ dunning_campaign: campaign }) => ({ name: campaign.name, id: campaign.code })}
      actions={({ dunning_campaign: campaign }) => <Acts acts={campaignActs} record={campaign} />}
    >
      {({ dunning_campaign: campaign }) => (
        <>
          <DescriptionList
            items={[
              [msg`Requests to pay`, <Units value={campaign.max_attempts} />],
              [msg`Days between two requests`, <Units value={campaign.days_between_attempts} />],
              [
                msg`Billing entities`,
                campaign.billing_entity_codes.length === 0 ? (
                  <Nothing />
                ) : (
                  campaign.billing_entity_codes.map((code) => (
                    <div key={code}>
                      <RecordLink kind="billingEntity" id={code}>
                        {code}
                      </RecordLink>
                    </div>
                  ))
                ),
              ],
              [msg`Blind copies to`, campaign.bcc_emails.join(', ') || <Nothing />],
              [msg`Description`, campaign.description ?? <Nothing />],
              [msg`Created`, <Instant iso={campaign.created_at} focusable />],
              [msg`Id`, <Copyable value={campaign.svc_id} />],
            ]}
          />
          <Section title={msg`Requests over time`}>
            <Timeline campaign={campaign} />
          </Section>
          <Rows
            title={msg`From which overdue amount`}
            columns={thresholdColumns}
            rows={campaign.thresholds}
            keyOf={({ currency }) => currency}
          />
        </>
      )}
    </DetailPage>
  );
}
