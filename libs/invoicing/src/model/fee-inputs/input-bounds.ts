/** The meaning of the stored inputs of fees. A change of their meaning is a new format; readers know all earlier ones. */
export const inputsFormat = 1;

/** The meaning of the stored inputs of invoices. Format 1 has coupons alone. */
export const invoiceInputsFormat = 2;

/** Pairs of an earlier progressive fee and a credited fee in the inputs of an invoice; of more, none is stored. */
export const mostProgressivePairs = 2_000;

/** Single values in the inputs of a fee; more are summed up. */
export const mostValues = 200;
