import type { BankAccount, BankDetail } from '../../providers/ports/instructions.js';
import { instructionTexts } from './instruction-texts.js';

/** The section that invoices of a customer show. */
export interface InstructionsSection {
  displayName: string;
  details: string;
}

/** Writes bank accounts as people read them: one detail a line, an empty line between accounts. */
export function instructionsSection(accounts: readonly BankAccount[], language: string): InstructionsSection {
  const { title, ...names } = instructionTexts(language);
  const lines = (account: BankAccount) =>
    (Object.keys(account) as BankDetail[]).map((detail) => `${names[detail]}: ${account[detail] ?? ''}`).join('\n');
  return { displayName: title, details: accounts.map(lines).join('\n\n') };
}
