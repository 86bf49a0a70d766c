import clientModule from '@adyen/api-library/lib/src/client.js';
import configModule from '@adyen/api-library/lib/src/config.js';
import checkoutModule from '@adyen/api-library/lib/src/services/checkout/index.js';
import validatorModule from '@adyen/api-library/lib/src/utils/hmacValidator.js';

// The index of the SDK loads every interface of Adyen, which takes 60 MB in each process.

/** The SDK's client, its settings, the interface for payments, and the check of signatures. */
export const Client = clientModule.default;
export const AdyenConfig = configModule.default;
export const { EnvironmentEnum } = configModule;
export const CheckoutApi = checkoutModule.default;
export type CheckoutApi = InstanceType<typeof CheckoutApi>;
export const HmacValidator = validatorModule.default;
