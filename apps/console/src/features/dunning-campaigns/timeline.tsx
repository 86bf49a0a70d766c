import { Trans } from '@lingui/react/macro';
import type { DunningCampaign } from '../../api/records.js';
import { stepsOf } from './steps.js';

/** The requests of a campaign over time, and what follows the last one. */
export const Timeline = ({
  campaign,
}: {
  campaign: Pick<DunningCampaign, 'max_attempts' | 'days_between_attempts'>;
}) => (
  <ol className="timeline">
    {stepsOf(campaign).map(({ number, days }) => (
      <li key={number}>
        <span className="day">
          <Trans>Day {days}</Trans>
        </span>
        {number === 1 ? (
          <Trans>The overdue amount reaches the threshold: first request to pay</Trans>
        ) : (
          <Trans>Request {number}, if the amount is still overdue</Trans>
        )}
      </li>
    ))}
    <li>
      <Trans>
        The campaign ends: the webhook <code>dunning_campaign.finished</code> is sent. The customer gets no further
        request.
      </Trans>
    </li>
  </ol>
);
