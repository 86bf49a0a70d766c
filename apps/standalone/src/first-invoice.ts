/** One step of the walk from an empty installation to an invoice. */
export interface WalkStep {
  readonly title: string;
  /** Lines for bash or zsh; later steps use the variables and functions of earlier ones. */
  readonly command: string;
  /** The exact text that the command prints; empty when it prints nothing. */
  readonly answer: string;
}

/** The month that the walk bills lies in the past, so that its figures are the same on every day. */
const monthBegins = '2026-01-01T00:00:00Z';
const monthIsOver = '2026-02-01T00:10:00Z';

/**
 * The walk that the README shows and the first start prints: API calls at 2 cents each, billed with a monthly fee.
 * @param url a shell word for the address of the service
 * @param adminKey a shell word for the operators' key
 * @param prefix the prefix of identifiers (`IDENTIFIER_PREFIX`)
 */
export const firstInvoice = (url: string, adminKey: string, prefix = 'svc'): readonly WalkStep[] => [
  {
    title: 'Make a sandbox: an organization with a clock that you can turn',
    command: `URL=${url} KEY=${adminKey}
call() { curl -s "$URL/$1" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "\${@:2}"; }
get() { node -pe "JSON.parse(fs.readFileSync(0)).$1"; }
KEY=$(call admin/organizations -d '{"organization": {"name": "Trial", "sandbox": true, "frozen_time": "${monthBegins}",
  "default_currency": "EUR"}}' | get api_key.value)`,
    answer: '',
  },
  {
    title: 'Price API calls: 5 euros a month, and 2 cents for each call',
    command: `METRIC=$(call api/v1/billable_metrics -d '{"billable_metric": {"name": "API calls", "code": "api_calls",
  "aggregation_type": "count_agg"}}' | get billable_metric.${prefix}_id)
call api/v1/plans -d '{"plan": {"name": "Basic", "code": "basic", "interval": "monthly", "amount_cents": 500,
  "amount_currency": "EUR", "pay_in_advance": false, "charges": [{"billable_metric_id": "'$METRIC'",
  "charge_model": "standard", "properties": {"amount": "0.02"}}]}}' | get plan.code`,
    answer: 'basic',
  },
  {
    title: 'Subscribe a customer',
    command: `call api/v1/customers -d '{"customer": {"external_id": "acme", "name": "Acme", "currency": "EUR"}}' | get customer.external_id
call api/v1/subscriptions -d '{"subscription": {"external_customer_id": "acme", "external_id": "acme-basic",
  "plan_code": "basic"}}' | get subscription.status`,
    answer: 'acme\nactive',
  },
  {
    title: 'Report usage; an event counts once, however often you send it',
    command: `event() { echo '{"transaction_id": "'$1'", "external_subscription_id": "acme-basic", "code": "api_calls"}'; }
call api/v1/events/batch -d '{"events": ['"$(event call-1),$(event call-2),$(event call-3)"']}' | get events.length
call api/v1/events -d '{"event": '"$(event call-1)"'}' | get 'error_details.transaction_id[0]'`,
    answer: '3\nvalue_already_exist',
  },
  {
    title: 'See what the usage costs so far, in cents',
    command: `usage() { call 'api/v1/customers/acme/current_usage?external_subscription_id=acme-basic' | get customer_usage.amount_cents; }
until [ "$(usage)" != 0 ]; do sleep 1; done; usage`,
    answer: '6',
  },
  {
    title: 'Advance the clock past the end of the month; everything that falls due happens, in order',
    command: `call api/v1/test_clock -X PUT -d '{"test_clock": {"frozen_time": "${monthIsOver}"}}' | get test_clock.frozen_time
until [ "$(call api/v1/test_clock | get test_clock.status)" = ready ]; do sleep 1; done`,
    answer: monthIsOver,
  },
  {
    title: 'Read the invoice: 500 cents for the month and 6 for the calls',
    command: `call api/v1/invoices | get 'invoices.map((invoice) => [invoice.issuing_date, invoice.status, invoice.total_amount_cents])'`,
    answer: `[ [ '2026-02-01', 'finalized', 506 ] ]`,
  },
];
