import type { FieldTexts } from './field-text.js';

/** Fields of connections to providers, and what providers call things. */
export const providerFields: FieldTexts = {
  external_payment_id: ["The provider's identifier of the payment", 'pi_3P9'],
  provider_payment_id: ["The provider's identifier of the payment", 'pi_3P9'],
  provider_customer_id: ["The provider's identifier of the customer", 'cus_P9x'],
  next_action: ["The provider's next step for the payer, as the provider names it", 'type=redirect'],
  payment_url: ['Page of the provider where it is paid', 'https://pay.example.com/p/1'],
  payment_provider: ['Kind of the payment provider', 'sandbox'],
  payment_provider_code: ['Code of the connected payment provider', 'sandbox_eu'],
  payment_provider_type: ['Kind of the payment provider', 'sandbox'],
  payment_provider_name: ['Name of the connected payment provider', 'Sandbox'],
  provider_method_id: ["The provider's identifier of the payment method", 'pm_succeeds'],
  provider_payment_methods: ['Kinds of payment methods that the provider offers', 'card'],
  provider: ['Payment provider'],
  sync_with_provider: ['Whether the service makes the customer at the provider'],
  sync: ['Whether that happens within the call'],
  is_default: ['Whether it is the default one'],
  checkout_url: ['Page of the provider where a payment method is entered', 'https://pay.example.com/c/1'],
  'SandboxCheckout.kind': ['Whether a payment method is entered, or an invoice is paid'],
};
