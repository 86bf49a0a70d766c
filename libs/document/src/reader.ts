export { readEmailsOfCustomer } from './mails/emails-of-customer.reader.js';
