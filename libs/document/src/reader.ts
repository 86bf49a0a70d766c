export { readEmailsOfCustomer } from './mails/emails-of-customer.reader.js';
export { readMailsToWatch, type MailsToWatch } from './mails/mails-to-watch.reader.js';
