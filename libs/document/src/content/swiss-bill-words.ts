import type { SwissBillWords } from '../tables/document-contents.js';

/** The words that the guidelines fix, in the four languages of bills. */
const words: Record<'de' | 'fr' | 'it' | 'en', SwissBillWords> = {
  de: {
    paymentPart: 'Zahlteil',
    account: 'Konto / Zahlbar an',
    reference: 'Referenz',
    message: 'Zusätzliche Informationen',
    currency: 'Währung',
    amount: 'Betrag',
    receipt: 'Empfangsschein',
    acceptancePoint: 'Annahmestelle',
    separate: 'Vor der Einzahlung abzutrennen',
    debtor: 'Zahlbar durch',
    emptyDebtor: 'Zahlbar durch (Name/Adresse)',
  },
  fr: {
    paymentPart: 'Section paiement',
    account: 'Compte / Payable à',
    reference: 'Référence',
    message: 'Informations supplémentaires',
    currency: 'Monnaie',
    amount: 'Montant',
    receipt: 'Récépissé',
    acceptancePoint: 'Point de dépôt',
    separate: 'A détacher avant le versement',
    debtor: 'Payable par',
    emptyDebtor: 'Payable par (nom/adresse)',
  },
  it: {
    paymentPart: 'Sezione pagamento',
    account: 'Conto / Pagabile a',
    reference: 'Riferimento',
    message: 'Informazioni supplementari',
    currency: 'Valuta',
    amount: 'Importo',
    receipt: 'Ricevuta',
    acceptancePoint: 'Punto di accettazione',
    separate: 'Da staccare prima del versamento',
    debtor: 'Pagabile da',
    emptyDebtor: 'Pagabile da (nome/indirizzo)',
  },
  en: {
    paymentPart: 'Payment part',
    account: 'Account / Payable to',
    reference: 'Reference',
    message: 'Additional information',
    currency: 'Currency',
    amount: 'Amount',
    receipt: 'Receipt',
    acceptancePoint: 'Acceptance point',
    separate: 'Separate before paying in',
    debtor: 'Payable by',
    emptyDebtor: 'Payable by (name/address)',
  },
};

/** The words of a bill: in the language of its document, or else in English. @param locale BCP 47 */
export function swissBillWords(locale: string): SwissBillWords {
  const language = locale.slice(0, 2);
  return language === 'de' || language === 'fr' || language === 'it' ? words[language] : words.en;
}
