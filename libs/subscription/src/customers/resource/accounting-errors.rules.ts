/** The code of errors by which accounting systems refuse the contact of a customer (webhooks, section 20). */
export const accountingErrorCode = 'accounting_error';
