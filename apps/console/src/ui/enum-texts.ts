import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { aggregationTexts } from './aggregation-texts.js';
import { chargeModelTexts } from './charge-model-texts.js';

/** The colour of a state's dot. */
export type Tone = 'quiet' | 'open' | 'good' | 'attention' | 'bad';

/** States, as the interface names them, with their text and tone. */
const states: Record<string, [MessageDescriptor, Tone]> = {
  draft: [msg`Draft`, 'quiet'],
  done: [msg`Done`, 'good'],
  to_do: [msg`To do`, 'attention'],
  unknown: [msg`Unknown`, 'quiet'],
  queued: [msg`Waiting`, 'open'],
  sent: [msg`Sent`, 'good'],
  refused: [msg`Refused`, 'bad'],
  open: [msg`Open`, 'open'],
  paid: [msg`Paid`, 'good'],
  overdue: [msg`Overdue`, 'attention'],
  voided: [msg`Voided`, 'bad'],
  failed: [msg`Failed`, 'bad'],
  pending: [msg`Pending`, 'open'],
  processing: [msg`Processing`, 'open'],
  succeeded: [msg`Succeeded`, 'good'],
  completed: [msg`Completed`, 'good'],
  refunded: [msg`Refunded`, 'quiet'],
  disputed: [msg`Dispute lost`, 'bad'],
  active: [msg`Active`, 'good'],
  terminated: [msg`Terminated`, 'quiet'],
  canceled: [msg`Canceled`, 'quiet'],
  incomplete: [msg`Incomplete`, 'attention'],
  available: [msg`Available`, 'good'],
  consumed: [msg`Consumed`, 'quiet'],
  settled: [msg`Settled`, 'good'],
  retrying: [msg`Retrying`, 'attention'],
  paused: [msg`Paused`, 'attention'],
  disabled: [msg`Disabled`, 'quiet'],
  stopped: [msg`Stopped`, 'attention'],
  stopping: [msg`Stopping`, 'open'],
  waiting: [msg`Waiting`, 'open'],
  skipped: [msg`Skipped`, 'quiet'],
  left: [msg`Left as it was`, 'attention'],
  dry_run: [msg`Dry run`, 'quiet'],
  created: [msg`New`, 'good'],
  unchanged: [msg`Exists`, 'quiet'],
  different: [msg`Differs`, 'attention'],
  expired: [msg`Expired`, 'quiet'],
  revoked: [msg`Revoked`, 'quiet'],
  counted: [msg`Counts`, 'good'],
  uncounted: [msg`Does not count`, 'attention'],
  invalid_code: [msg`Unknown code`, 'attention'],
  missing_aggregation_property: [msg`Property missing or no number`, 'attention'],
  invalid_filter_values: [msg`Value of no filter`, 'attention'],
};

/** Texts for other values of the interface. */
const texts: Record<string, MessageDescriptor> = {
  new: msg`New`,
  reactivation: msg`Reactivation`,
  expansion: msg`Expansion`,
  contraction: msg`Contraction`,
  churn: msg`Churn`,
  unchanged: msg`Unchanged`,
  daily: msg`Daily`,
  weekly: msg`Weekly`,
  monthly: msg`Monthly`,
  quarterly: msg`Quarterly`,
  semiannual: msg`Every six months`,
  yearly: msg`Yearly`,
  calendar: msg`Calendar periods`,
  anniversary: msg`Periods from the start`,
  company: msg`Company`,
  individual: msg`Individual`,
  customer: msg`Customer`,
  partner: msg`Partner`,
  subscription: msg`Subscription`,
  add_on: msg`Add-on`,
  credit: msg`Prepaid credits`,
  one_off: msg`One-off`,
  advance_charges: msg`Charges in advance`,
  progressive_billing: msg`Progressive billing`,
  charge: msg`Usage`,
  fixed_charge: msg`Fixed charge`,
  commitment: msg`Minimum commitment`,
  ...chargeModelTexts,
  ...aggregationTexts,
  duplicated_charge: msg`Duplicated charge`,
  product_unsatisfactory: msg`Product unsatisfactory`,
  order_change: msg`Order change`,
  order_cancellation: msg`Order cancellation`,
  fraudulent_charge: msg`Fraudulent charge`,
  other: msg`Other`,
  refuse_events: msg`Refused`,
  accept_events: msg`Taken`,
  refund: msg`Refund`,
  offset: msg`Offset`,
  inbound: msg`In`,
  outbound: msg`Out`,
  purchased: msg`Purchased`,
  granted: msg`Granted`,
  invoiced: msg`Invoiced`,
  manual: msg`Manual`,
  provider: msg`Provider`,
  interval: msg`Interval`,
  threshold: msg`Threshold`,
  fixed_amount: msg`Fixed amount`,
  once: msg`Once`,
  recurring: msg`Recurring`,
  forever: msg`Forever`,
  api: msg`API`,
  front: msg`Console`,
  system: msg`Service`,
  day: msg`By day`,
  hour: msg`By hour`,
  invoice: msg`Invoice`,
  credit_note: msg`Credit note`,
  payment_receipt: msg`Payment receipt`,
  payment_request: msg`Payment request`,
  statement: msg`Statement`,
  usage_alert: msg`Alert of the customer`,
  Invoice: msg`Invoice`,
  PaymentRequest: msg`Payment request`,
  otlp: msg`OpenTelemetry (OTLP)`,
  gen_ai: msg`OpenTelemetry for generative AI`,
  litellm: msg`LiteLLM`,
  openmeter: msg`OpenMeter`,
  ai_gateway: msg`AI gateway`,
  webhook: msg`JSON by HTTP`,
  kafka: msg`Topic of Kafka`,
  json: msg`JSON`,
  cloud_events: msg`CloudEvents`,
  earliest: msg`The first message`,
  latest: msg`New messages`,
  brokers_unreachable: msg`The brokers do not answer`,
  brokers_are_private: msg`The brokers are in a private network`,
  certificate_is_refused: msg`The certificate of a broker does not stand`,
  login_is_refused: msg`The brokers refuse the login`,
  topic_is_forbidden: msg`The login may not read the topic`,
  group_is_forbidden: msg`The login may not use the group of consumers`,
  topic_not_found: msg`The brokers have no such topic`,
  answer_is_too_large: msg`An answer of the brokers is too large`,
  compression_is_unknown: msg`The compression of the messages is unknown`,
  password_is_unreadable: msg`The password cannot be opened: set it again`,
  unexpected_error: msg`An unexpected error`,
};

/** The texts for enum values of the interface. One that the pages do not know stands for itself. */
export function useEnumText(): (value: string) => string {
  const { t } = useLingui();
  return (value) => {
    const text = states[value]?.[0] ?? texts[value];
    return text === undefined ? value : t(text);
  };
}

export const toneOf = (state: string): Tone => states[state]?.[1] ?? 'quiet';

const colours: Record<Tone, string> = {
  quiet: 'var(--mantine-color-dimmed)',
  open: 'var(--tone-open)',
  good: 'var(--tone-good)',
  attention: 'var(--tone-attention)',
  bad: 'var(--mantine-color-error)',
};

/** The colour of a state in charts: that of its dot in lists. */
export const colourOf = (state: string): string => colours[toneOf(state)];
