import { codesByField } from './limits.js';

interface Hint {
  field: RegExp;
  code: RegExp;
  text: string;
}

/** Where newcomers stumble: the code is right, but says too little. The first one that fits is the hint of a field. */
const hints: readonly Hint[] = [
  {
    field: /^timestamp$/,
    code: /^invalid_format$/,
    text: 'Send Unix seconds, such as 1767225600 or 1767225600.123. Milliseconds and ISO 8601 are refused.',
  },
  {
    field: /amount_cents$/,
    code: /^(is not a number|value_is_invalid)$/,
    text: 'Send whole minor units of the currency: 1050 for 10.50.',
  },
  { field: /currency$/, code: /^value_is_invalid$/, text: 'Send an ISO 4217 code, such as EUR.' },
  { field: /./, code: /^not_a_valid_country_code$/, text: 'Send an ISO 3166 code of two letters, such as DE.' },
  { field: /./, code: /^invalid_timezone$/, text: 'Send a name of the time zone database, such as Europe/Berlin.' },
  { field: /./, code: /^invalid_date$/, text: 'Send ISO 8601, such as 2026-01-31 or 2026-01-31T12:00:00Z.' },
  { field: /./, code: /^attribute_missing$/, text: 'The record has nothing at the path that the rule names.' },
  {
    field: /^since$/,
    code: /^cursor_expired$/,
    text: 'The feed no longer has what followed this cursor. Take `since=latest`, read the lists again, then follow the feed from there.',
  },
  {
    field: /./,
    code: /^no_active_subscription$/,
    text: 'The customer has no active subscription, so the event would never count.',
  },
  {
    field: /./,
    code: /^several_active_subscriptions$/,
    text: 'The customer has several active subscriptions. Name one of them: in subject, or in external_subscription_id.',
  },
  {
    field: /^payload\[stripe_customer_id\]$/,
    code: /^customer_not_found$/,
    text: 'No customer has this identifier at the payment provider (provider_customer_id).',
  },
  {
    field: /^(external_subscription_id|subject|payload\[external_subscription_id\])$/,
    code: /^subscription_not_found$/,
    text: 'No subscription ever had this external_id, and the organization refuses such events (unknown_subscription).',
  },
  {
    field: /^idempotency_key$/,
    code: /^value_already_exist$/,
    text: 'The call with this key is done. Its body was another one, or its answer had a secret that is shown once. Use a new key for a new call.',
  },
  {
    field: /^unknown_parameters$/,
    code: /^only_for_sandbox$/,
    text: 'Only a sandbox refuses unknown parameters for all calls. Send the header Prefer: handling=strict instead.',
  },
  {
    field: /./,
    code: /^unknown_parameter$/,
    text: 'This call does not know the name. Check its spelling and its place.',
  },
];

/**
 * Hints by field for codes of `error_details` at which newcomers stumble: each says what to send instead (catalog,
 * section 1.3). Other fields have none.
 */
export function hintsOf(details: unknown): Record<string, string> {
  const found = Object.entries(codesByField(details)).flatMap(([field, codes]): [string, string][] => {
    const name = field.split('.').at(-1) ?? field;
    const hint = hints.find(({ field: of, code }) => of.test(name) && codes.some((one) => code.test(one)));
    return hint ? [[field, hint.text]] : [];
  });
  return Object.fromEntries(found);
}
