import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';

/** Sentences for the codes of errors that these pages can get. */
const sentences: Record<string, MessageDescriptor> = {
  value_is_mandatory: msg`Enter a value.`,
  number_is_unreadable: msg`Enter a number as your language writes it.`,
  value_already_exist: msg`Another record has this value already.`,
  value_is_too_short: msg`Use at least 10 characters.`,
  value_is_too_long: msg`This is too long.`,
  value_is_too_common: msg`Choose a password that is harder to guess.`,
  value_is_invalid: msg`This is not valid, or has expired.`,
  invalid_email_format: msg`This is not an e-mail address.`,
  incorrect_login_or_password: msg`The e-mail address or the password is wrong.`,
  incorrect_password: msg`The password is wrong.`,
  login_method_not_authorized: msg`The organization does not allow this way to sign in.`,
  email_already_used: msg`This person is already a member.`,
  answer_was_lost: msg`The first attempt succeeded, but its answer was lost, and its secret is not shown again. Close this, remove that record in the list, and start again.`,
  invite_not_found: msg`This invitation was used, revoked or has expired. Request a new one.`,
  sign_in_not_found: msg`This sign-in took too long, or started in another browser. Start again.`,
  provider_error: msg`The provider did not sign you in.`,
  not_a_member: msg`You are not a member of this organization. Request an invitation from an admin.`,
  confirmation_required: msg`A mail was sent to you. Confirm the sign-in there, or sign in by password here first.`,
  email_does_not_match: msg`The invitation is for another e-mail address.`,
  too_many_requests: msg`Too many attempts. Wait some minutes and try again.`,
  https_required: msg`Sign-in needs a secure address (https).`,
  csrf: msg`Open this page at the public address of the installation.`,
  password_session_required: msg`Sign in by password to change this.`,
  password_not_set: msg`You have no password. Request a mail to set one.`,
  two_factor_already_enabled: msg`An authenticator is already set up.`,
  two_factor_not_started: msg`The setup took too long. Start again.`,
  two_factor_not_enabled: msg`No authenticator is set up.`,
  open_id_not_connected: msg`No provider is connected. Connect one first.`,
  last_login_method: msg`Allow another way to sign in first.`,
  url_is_invalid: msg`This address is not valid. A web address starts with https://.`,
  objects_not_found: msg`The bucket has no such files below this prefix.`,
  too_many_objects: msg`These are more than 1,000 files. Use a longer prefix.`,
  bucket_refused: msg`The bucket refuses this key, or does not exist.`,
  bucket_unreachable: msg`The bucket does not answer. Check its address.`,
  too_many_event_backfills: msg`Five backfills are not finished yet. Wait, or stop one.`,
  too_many_price_tests: msg`Three price tests are not finished yet. Wait, or stop one.`,
  too_many_plan_migrations: msg`Fifty plan migrations are not finished yet. Wait, or stop one.`,
  too_many_retained_versions: msg`Subscriptions stay at fifty versions of this plan. Move them to the present one first.`,
  plan_migration_has_ended: msg`The migration has ended.`,
  currencies_does_not_match: msg`This has another currency.`,
  subscription_without_amounts: msg`This subscription has no amounts in the test.`,
  subscription_has_changed: msg`This subscription has other prices or periods since the test.`,
  plan_not_valid: msg`Something that the tested plan names was deleted.`,
  not_a_valid_country_code: msg`Use the two letters of a country, such as FR.`,
  invalid_paid_credits: msg`Enter a number above 0.`,
  amount_below_minimum: msg`This is below the minimum purchase.`,
  amount_above_maximum: msg`This is above the maximum purchase.`,
  amount_rounds_to_zero: msg`This is worth less than the smallest amount of the currency.`,
  live_key_in_sandbox: msg`A sandbox needs a key for tests.`,
  key_of_another_account: msg`This key reaches another account. Connect it beside this one.`,
  value_is_out_of_range: msg`This number is too small or too large.`,
  too_many_alerts: msg`20 alerts are the most. Remove one first.`,
  alert_of_customer: msg`The customer set this alert. You can only delete it.`,
  alert_already_exists: msg`Another alert watches this value already. Add a threshold to it.`,
  invalid_recurring_rule: msg`The rule does not fit the limits of the wallet.`,
  nothing_to_pay: msg`Nothing is due any more.`,
  amount_has_changed: msg`The amount has changed in the meantime. Check it and pay again.`,
  invoice_not_payable: msg`One of these invoices is paid or voided by now.`,
  payment_processor_is_currently_handling_payment: msg`A payment of this is under way already.`,
  no_linked_payment_provider: msg`Payments are not set up for you yet. Contact the company that bills you.`,
  invalid_payment_provider: msg`The payment provider has no page to pay. Choose a stored payment method.`,
  third_party_error: msg`The payment provider refused this. Try another payment method.`,
  last_method_with_unpaid_invoices: msg`This is the last payment method, and an invoice is unpaid. Enter another one first.`,
  invoices_have_different_billing_entities: msg`These invoices have several issuers. Pay those of one issuer.`,
  invoices_have_different_currencies: msg`These invoices have several currencies. Pay those of one currency.`,
  section_not_in_portal_session: msg`This page does not show that part.`,
  people_not_in_portal_session: msg`You may not manage people here.`,
  role_may_not_change: msg`You may see this page, but not change anything.`,
  too_many_portal_people: msg`A customer has 100 people at most.`,
  too_many_recipients: msg`Documents go to ten people at most.`,
  wallet_is_terminated: msg`These credits have ended.`,
  operator_required: msg`Only an operator of the installation can do this.`,
  organization_suspended: msg`This organization is suspended. Contact the operator of the installation.`,
  organization_not_found: msg`You are no member of this organization, or your hour as an operator is over.`,
  already_a_member: msg`You are a member of this organization. Open it without entering.`,
  too_many_organizations: msg`You are in too many organizations.`,
  unauthorized: msg`Your session has ended. Sign in again.`,
  offline: msg`The service does not answer. Check your connection and try again.`,
  service_unavailable: msg`The service is unavailable. Try again in a moment.`,
};

/** Sentences for answers whose code says no more. */
const byStatus: Record<number, MessageDescriptor> = {
  403: msg`Your role does not permit this. Contact an admin of the organization.`,
  404: msg`This record does not exist, or it was deleted. Check the address.`,
  500: msg`The service failed. Try again, and report it to your operator if it fails again.`,
  502: msg`The service is unavailable. Try again in a moment.`,
  504: msg`The service is unavailable. Try again in a moment.`,
};

/** The sentences for codes. One that the pages do not know has that of its status, or else stands for itself. */
export function useSentences(): (code: string, status?: number) => string {
  const { t } = useLingui();
  return (code, status = 0) => {
    const sentence = sentences[code] ?? byStatus[status];
    return sentence === undefined ? code : t(sentence);
  };
}
