export { readPaymentReceiptResource, readPaymentReceiptResources } from './receipts/payment-receipt.presenter.js';
export { readPaymentRequestForMail, readPaymentRequestResource } from './requests/payment-request.presenter.js';
export { readPaymentRefusal, readPaymentResource } from './payments/payment.presenter.js';
export { PaymentReaderModule } from './paying-methods/payment-methods.reader.js';
export { readSucceededPayment } from './methods/payment-method.presenter.js';
