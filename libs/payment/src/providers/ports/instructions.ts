import type { ProviderAccount } from './account.js';
import type { Refused } from './connections.js';

/** A request for the bank account to which a customer sends its transfers. */
export interface InstructionsRequest {
  customerId: string;
  /** ISO 4217. */
  currency: string;
  /** ISO 3166-1 alpha-2. */
  countries: { customer: string | null; issuer: string | null };
}

/** The parts of a bank account that a payer enters. */
export type BankDetail =
  | 'account_holder'
  | 'bank_name'
  | 'bank_code'
  | 'branch_name'
  | 'branch_code'
  | 'account_type'
  | 'account_number'
  | 'routing_number'
  | 'sort_code'
  | 'iban'
  | 'bic'
  | 'swift_code'
  | 'clabe';

/** A bank account, its parts in the order in which payers enter them. */
export type BankAccount = Partial<Record<BankDetail, string>>;

/** Bank transfers by customers. Absent for providers without them. */
export interface InstructionsPort {
  /**
   * Reads the bank accounts to which a customer sends its transfers, the same ones at each call. (webhooks, section
   * 11.4)
   */
  readInstructions(account: ProviderAccount, request: InstructionsRequest): Promise<BankAccount[] | Refused>;
}
