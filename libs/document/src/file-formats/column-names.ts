/** The name of a column for warehouses, where a dot would be a step into a record: `customer_external_id`. */
export const inOneWord = (path: string): string => path.replaceAll('.', '_');
