import type { BillingEntity, EmbeddedCustomer, TriggeredAlert } from '@tollgate/contracts';
import type { MailPage } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { formatsOf } from '../content/formats.js';
import { frameOf } from './mail-frame.js';
import type { MailLanguage } from './words/mail-language.js';

/** A triggered alert of a customer, with what its mail names. */
export interface AlertMail {
  alert: TriggeredAlert;
  /** The name of the subscription, else that of its plan. */
  subscription: string;
  currency: string;
  /** The name of the watched metric; null for all usage. */
  metric: string | null;
  /** Where customers sign in to the portal; null where they do not. */
  url: string | null;
}

/** The mail about an alert that a customer set on its usage: the value so far beside its own (customers, section 3.9). */
export function alertPage(
  { alert, subscription, currency, metric, url }: AlertMail,
  customer: EmbeddedCustomer,
  issuer: BillingEntity,
): MailPage {
  const { language, words, page, own } = frameOf(customer, { issuer, logo: null });
  const { usageAlert } = words;
  const textOf = (value: string) => valueText(value, alert, currency, language);
  const value = textOf(alert.current_value);
  const limit = textOf(alert.crossed_thresholds[0]?.value ?? alert.current_value);
  const about = metric === null ? subscription : `${metric} (${subscription})`;
  const sentence = language.say(usageAlert.reached, { about, value });
  return {
    ...page,
    subject: `${page.sender}: ${language.say(usageAlert.subject, { about })}`,
    preheader: sentence,
    paragraphs: [sentence, usageAlert.manage, ...own],
    figure: { label: usageAlert.value, value, remark: '' },
    facts: [{ label: usageAlert.limit, value: limit }],
    button: url === null ? null : { label: usageAlert.open, url },
  };
}

/** Amounts are in cents, without taxes; other values are units. */
function valueText(value: string, { alert_type: type }: TriggeredAlert, currency: string, language: MailLanguage) {
  const amount = new Decimal(value);
  return type.endsWith('_amount')
    ? language.money(amount.round().toNumber(), currency)
    : formatsOf(language.locale).units(amount);
}
