export { readPlainWalletResource, readWalletWebhookResource } from './presentation/wallet-webhooks.reader.js';
