export { readPaymentReceiptResource, readPaymentReceiptResources } from './receipts/payment-receipt.presenter.js';
export { readDemand, readPaymentRequestResource } from './requests/payment-request.presenter.js';
export { readPaymentRefusal, readPaymentResource } from './payments/payment.presenter.js';
export { readSucceededPayment } from './methods/payment-method.presenter.js';
