import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Acts } from '../../acts/acts.js';
import type { PaymentProvider as Connection } from '../../api/records.js';
import { CallError } from '../../frame/call-error.js';
import { useRead } from '../../frame/membership.js';
import { NothingHere } from '../../frame/notices.js';
import { DescriptionList, DetailPage, Section, useId } from '../../ui/detail-page.js';
import { Instant } from '../../ui/instant.js';
import { Copyable, Nothing, State } from '../../ui/values.js';
import { YesNo } from '../../ui/yes-no.js';
import { paymentProviderActs } from './acts.js';
import { connectionState } from './columns.js';
import { EventAddress } from './event-address.js';
import { providerForms } from './forms.js';

const all = { path: '/payment_providers', query: { per_page: '100' } } as const;

/** A connected payment provider: its state, the address of its events, and what the provider says of the key. */
export function PaymentProvider() {
  const code = useId();
  const { data } = useRead(all);
  const isMissing = data && !data.payment_providers.some((one) => one.code === code);
  if (isMissing) return <NothingHere />;
  return <Connected code={code} />;
}

function Connected({ code }: { code: string }) {
  const of = (connections: readonly Connection[]) => connections.find((one) => one.code === code);
  return (
    <DetailPage
      call={all}
      parent={{ label: msg`Payment providers`, to: '/$organization/settings/payment-providers' }}
      headOf={({ payment_providers: connections }) => {
        const connection = of(connections);
        return { name: connection?.name ?? null, id: code, state: connection ? connectionState(connection) : null };
      }}
      actions={({ payment_providers: connections }) => {
        const connection = of(connections);
        return connection ? <Acts acts={paymentProviderActs} record={connection} /> : null;
      }}
    >
      {({ payment_providers: connections }) => {
        const connection = of(connections);
        return connection ? <Facts connection={connection} /> : null;
      }}
    </DetailPage>
  );
}

function Facts({ connection }: { connection: Connection }) {
  const form = providerForms[connection.provider];
  return (
    <>
      <DescriptionList
        items={[
          [msg`Provider`, form.title],
          [msg`Merchant account`, connection.merchant_account ?? <Nothing />],
          [msg`Prefix of live addresses`, connection.live_prefix ?? <Nothing />],
          [msg`Page after a payment`, connection.success_redirect_url ?? <Nothing />],
          form.hasCards ? [msg`Payers may confirm later`, <YesNo value={connection.supports_3ds} />] : null,
          form.hasCards
            ? [msg`Payers accept terms`, <YesNo value={connection.require_terms_of_service_consent} />]
            : null,
          [msg`Connected`, <Instant iso={connection.created_at} focusable />],
          [msg`Id`, <Copyable value={connection.svc_id} />],
        ]}
      />
      {form.isForTests ? null : (
        <Section title={msg`Events of the provider`}>
          <DescriptionList
            items={[
              [msg`Address`, <EventAddress provider={connection.provider} code={connection.code} />],
              [msg`Events can be verified`, <YesNo value={connection.webhook_registered} />],
            ]}
          />
          {form.eventSecret === null ? (
            <p>
              <Trans>The address was registered for you. You need not enter it at the provider.</Trans>
            </p>
          ) : (
            <p>
              <Trans>Enter this address at {form.title}. Without it, outcomes that come later stay unknown.</Trans>
            </p>
          )}
        </Section>
      )}
      <Health code={connection.code} />
    </>
  );
}

const healthStates = { working: 'active', refused: 'failed', unavailable: 'retrying' } as const;
const healthTexts = {
  working: <Trans>The provider takes calls with this key</Trans>,
  refused: <Trans>The provider refuses the key</Trans>,
  unavailable: <Trans>The provider does not answer now</Trans>,
};

/** The provider's answer to a call with the stored key. */
function Health({ code }: { code: string }) {
  const { data, error } = useRead({ path: '/payment_providers/{code}/health', values: { code } });
  const health = data?.health;
  return (
    <Section title={msg`Connection`}>
      <CallError error={error} />
      {health ? (
        <DescriptionList
          items={[
            [msg`State`, <State value={healthStates[health.status]}>{healthTexts[health.status]}</State>],
            [msg`Last error`, health.provider_error?.message ?? <Nothing />],
            [msg`Code of the error`, health.provider_error?.error_code ?? <Nothing />],
          ]}
        />
      ) : null}
    </Section>
  );
}
