/** A request to pay, and the days after the first one. */
export interface Step {
  number: number;
  days: number;
}

/** The requests of a campaign over time (webhooks, section 22). */
export const stepsOf = (campaign: { max_attempts: number; days_between_attempts: number }): readonly Step[] =>
  Array.from({ length: campaign.max_attempts }, (_, place) => ({
    number: place + 1,
    days: place * campaign.days_between_attempts,
  }));
