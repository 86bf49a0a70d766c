import type { documentLocales } from '@tollgate/contracts';
import type { BankDetail } from '../../providers/payment-provider.js';

type Language = (typeof documentLocales)[number];

/** The words of instructions in one language. */
interface Texts extends Record<BankDetail, string> {
  title: string;
}

/** The same in all languages. */
const everywhere = { iban: 'IBAN', bic: 'BIC', swift_code: 'SWIFT', clabe: 'CLABE' };

const texts: Record<Language, Texts> = {
  en: {
    ...everywhere,
    title: 'Pay by bank transfer',
    account_holder: 'Account holder',
    bank_name: 'Bank',
    bank_code: 'Bank code',
    branch_name: 'Branch',
    branch_code: 'Branch code',
    account_type: 'Account type',
    account_number: 'Account number',
    routing_number: 'Routing number',
    sort_code: 'Sort code',
  },
  fr: {
    ...everywhere,
    title: 'Payer par virement bancaire',
    account_holder: 'Titulaire du compte',
    bank_name: 'Banque',
    bank_code: 'Code banque',
    branch_name: 'Agence',
    branch_code: 'Code agence',
    account_type: 'Type de compte',
    account_number: 'Numéro de compte',
    routing_number: 'Numéro de routage',
    sort_code: 'Code guichet (sort code)',
  },
  nb: {
    ...everywhere,
    title: 'Betal med bankoverføring',
    account_holder: 'Kontohaver',
    bank_name: 'Bank',
    bank_code: 'Bankkode',
    branch_name: 'Filial',
    branch_code: 'Filialkode',
    account_type: 'Kontotype',
    account_number: 'Kontonummer',
    routing_number: 'Routingnummer',
    sort_code: 'Sort code',
  },
  de: {
    ...everywhere,
    title: 'Per Überweisung bezahlen',
    account_holder: 'Kontoinhaber',
    bank_name: 'Bank',
    bank_code: 'Bankleitzahl',
    branch_name: 'Filiale',
    branch_code: 'Filialnummer',
    account_type: 'Kontoart',
    account_number: 'Kontonummer',
    routing_number: 'Routing-Nummer',
    sort_code: 'Sort Code',
  },
  it: {
    ...everywhere,
    title: 'Pagare con bonifico bancario',
    account_holder: 'Intestatario del conto',
    bank_name: 'Banca',
    bank_code: 'Codice banca',
    branch_name: 'Filiale',
    branch_code: 'Codice filiale',
    account_type: 'Tipo di conto',
    account_number: 'Numero di conto',
    routing_number: 'Numero di routing',
    sort_code: 'Sort code',
  },
  es: {
    ...everywhere,
    title: 'Pagar por transferencia bancaria',
    account_holder: 'Titular de la cuenta',
    bank_name: 'Banco',
    bank_code: 'Código del banco',
    branch_name: 'Sucursal',
    branch_code: 'Código de la sucursal',
    account_type: 'Tipo de cuenta',
    account_number: 'Número de cuenta',
    routing_number: 'Número de ruta',
    sort_code: 'Sort code',
  },
  sv: {
    ...everywhere,
    title: 'Betala med banköverföring',
    account_holder: 'Kontohavare',
    bank_name: 'Bank',
    bank_code: 'Bankkod',
    branch_name: 'Kontor',
    branch_code: 'Kontorskod',
    account_type: 'Kontotyp',
    account_number: 'Kontonummer',
    routing_number: 'Routingnummer',
    sort_code: 'Sort code',
  },
  'pt-BR': {
    ...everywhere,
    title: 'Pagar por transferência bancária',
    account_holder: 'Titular da conta',
    bank_name: 'Banco',
    bank_code: 'Código do banco',
    branch_name: 'Agência',
    branch_code: 'Código da agência',
    account_type: 'Tipo de conta',
    account_number: 'Número da conta',
    routing_number: 'Número de roteamento',
    sort_code: 'Sort code',
  },
  'zh-TW': {
    ...everywhere,
    title: '以銀行轉帳付款',
    account_holder: '帳戶名稱',
    bank_name: '銀行',
    bank_code: '銀行代碼',
    branch_name: '分行',
    branch_code: '分行代碼',
    account_type: '帳戶類型',
    account_number: '帳號',
    routing_number: '銀行路由代碼',
    sort_code: 'Sort code',
  },
};

/** The texts of a document's language; English for an unknown one. */
export const instructionTexts = (language: string): Texts =>
  (texts as Partial<Record<string, Texts>>)[language] ?? texts.en;
