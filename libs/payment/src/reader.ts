export {
  readPaymentReceiptResource,
  readPaymentReceiptResources,
} from './payments/receipts/payment-receipt.presenter.js';
export {
  readPaymentRequestForMail,
  readPaymentRequestResource,
} from './payments/requests/payment-request.presenter.js';
export { readPaymentRefusal, readPaymentResource, readRefusalDetails } from './payments/resource/payment.presenter.js';
export { PaymentReaderModule } from './payment-reader.module.js';
export { readCards, readChargedCustomers, readSucceededPayment } from './methods/payment-method.presenter.js';
export { readPayingProvider } from './model/customers/customer-links.js';
export { readCollectedSpans, type CollectedSpan } from './payments/resource/collected.reader.js';
export {
  readFailedPayments,
  readPaymentsToWatch,
  type PaymentsToWatch,
} from './payments/resource/payments-to-watch.reader.js';
export { issuedReceiptsAfter, type ReceiptFilters } from './payments/exports/issued-receipts.reader.js';
export { receiptSequences } from './payments/exports/receipt-sequences.reader.js';
export { paymentIdsOfCustomer, readPaymentsOfCustomer } from './payments/resource/payments-of-customer.reader.js';
