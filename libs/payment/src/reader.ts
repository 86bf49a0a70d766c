export { readPaymentReceiptResource } from './receipts/payment-receipt.presenter.js';
export { readPaymentRequestResource } from './requests/payment-request.presenter.js';
