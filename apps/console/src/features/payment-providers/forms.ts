import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { PaymentProvider } from '../../api/records.js';
import type { Field } from '../../acts/field.js';
import { secretField } from '../../acts/secret-field.js';

export type ProviderName = PaymentProvider['provider'];

/** The form of a provider: its name, its secrets, and the person or call that states the address of our events there. */
export interface ProviderForm {
  title: string;
  connect: MessageDescriptor;
  /** How to find the key at the provider. */
  keyHint: MessageDescriptor | null;
  /** The secret of its events, where people enter the address of our events at the provider. */
  eventSecret: { label: MessageDescriptor; hint: MessageDescriptor } | null;
  /** Fields that this provider alone has. */
  fields: readonly Field[];
  /** Whether it charges cards, so that a payer may have to confirm. */
  hasCards: boolean;
  /** Whether only a sandbox may have it. */
  isForTests: boolean;
}

/** One form for each provider of the interface (webhooks, sections 11 and 12). */
export const providerForms: Readonly<Record<ProviderName, ProviderForm>> = {
  stripe: {
    title: 'Stripe',
    connect: msg`Connect Stripe`,
    keyHint: msg`A restricted key that may write customers, payment methods, payment intents, checkout sessions, refunds and webhook endpoints`,
    eventSecret: null,
    fields: [],
    hasCards: true,
    isForTests: false,
  },
  gocardless: {
    title: 'GoCardless',
    connect: msg`Connect GoCardless`,
    keyHint: msg`An access token that may read and write`,
    eventSecret: {
      label: msg`Secret of the webhook endpoint`,
      hint: msg`Developers, Webhook endpoints: create an endpoint with the address above and copy its secret`,
    },
    fields: [],
    hasCards: false,
    isForTests: false,
  },
  adyen: {
    title: 'Adyen',
    connect: msg`Connect Adyen`,
    keyHint: msg`An API key of the web service user`,
    eventSecret: {
      label: msg`HMAC key`,
      hint: msg`Developers, Webhooks: create a standard webhook with the address above and generate its key`,
    },
    fields: [
      { kind: 'text', name: 'merchant_account', label: msg`Merchant account` },
      {
        kind: 'text',
        name: 'live_prefix',
        label: msg`Prefix of live addresses`,
        hint: msg`Developers, API URLs. Empty for tests`,
        isOptional: true,
      },
    ],
    hasCards: true,
    isForTests: false,
  },
  sandbox: {
    title: 'Sandbox',
    connect: msg`Connect the sandbox provider`,
    keyHint: null,
    eventSecret: null,
    fields: [],
    hasCards: true,
    isForTests: true,
  },
};

/** The fields of the secrets of a provider. @param isNew whether the connection has none yet */
export const secretFields = ({ keyHint, eventSecret }: ProviderForm, isNew: boolean): readonly Field[] => {
  const keeps = isNew ? {} : { isOptional: true };
  const stays = msg`Empty: the present one stays`;
  return [
    ...(keyHint ? [secretField('secret_key', msg`Secret key`, { hint: isNew ? keyHint : stays, ...keeps })] : []),
    ...(eventSecret
      ? [secretField('webhook_secret', eventSecret.label, { hint: isNew ? eventSecret.hint : stays, ...keeps })]
      : []),
  ];
};

/** The fields that connections of all providers have. */
export const commonFields = ({ hasCards }: ProviderForm, connection: Partial<PaymentProvider>): readonly Field[] => [
  {
    kind: 'address',
    name: 'success_redirect_url',
    label: msg`Page after a payment`,
    hint: msg`Payers come to it from the provider. Empty: the provider's own page`,
    initial: connection.success_redirect_url ?? '',
    isOptional: true,
  },
  ...(hasCards
    ? ([
        {
          kind: 'check',
          name: 'supports_3ds',
          label: msg`A payer may confirm a payment later (3-D Secure)`,
          initial: (connection.supports_3ds ?? true) ? 'true' : '',
        },
        {
          kind: 'check',
          name: 'require_terms_of_service_consent',
          label: msg`Payers must accept your terms on the provider's page`,
          initial: connection.require_terms_of_service_consent ? 'true' : '',
        },
      ] as const)
    : []),
];
