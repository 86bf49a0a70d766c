import { documentLanguageOf } from '@tollgate/contracts';

/** Words of a page that files do not have. */
export interface PageWords {
  download: string;
  /** The e-invoice as a file of its own. */
  eInvoice: string;
  pay: string;
  /** States of an invoice. */
  paid: string;
  overdue: string;
  voided: string;
  /** The page after a refused attempt to pay. */
  unpayable: string;
}

const en: PageWords = {
  download: 'Download PDF',
  eInvoice: 'Download e-invoice (XML)',
  pay: 'Pay now',
  paid: 'Paid',
  overdue: 'Overdue',
  voided: 'Voided',
  unpayable: 'This invoice cannot be paid online at the moment.',
};

const words: Record<string, PageWords> = {
  en,
  de: {
    download: 'PDF herunterladen',
    eInvoice: 'E-Rechnung herunterladen (XML)',
    pay: 'Jetzt bezahlen',
    paid: 'Bezahlt',
    overdue: 'Überfällig',
    voided: 'Storniert',
    unpayable: 'Diese Rechnung kann zurzeit nicht online bezahlt werden.',
  },
  es: {
    download: 'Descargar PDF',
    eInvoice: 'Descargar factura electrónica (XML)',
    pay: 'Pagar ahora',
    paid: 'Pagada',
    overdue: 'Vencida',
    voided: 'Anulada',
    unpayable: 'Esta factura no se puede pagar en línea en este momento.',
  },
  fr: {
    download: 'Télécharger le PDF',
    eInvoice: 'Télécharger la facture électronique (XML)',
    pay: 'Payer maintenant',
    paid: 'Payée',
    overdue: 'En retard',
    voided: 'Annulée',
    unpayable: 'Cette facture ne peut pas être payée en ligne pour le moment.',
  },
  it: {
    download: 'Scarica il PDF',
    eInvoice: 'Scarica la fattura elettronica (XML)',
    pay: 'Paga ora',
    paid: 'Pagata',
    overdue: 'Scaduta',
    voided: 'Annullata',
    unpayable: 'Al momento questa fattura non può essere pagata online.',
  },
  nb: {
    download: 'Last ned PDF',
    eInvoice: 'Last ned e-faktura (XML)',
    pay: 'Betal nå',
    paid: 'Betalt',
    overdue: 'Forfalt',
    voided: 'Annullert',
    unpayable: 'Denne fakturaen kan ikke betales på nett akkurat nå.',
  },
  'pt-BR': {
    download: 'Baixar PDF',
    eInvoice: 'Baixar fatura eletrônica (XML)',
    pay: 'Pagar agora',
    paid: 'Paga',
    overdue: 'Vencida',
    voided: 'Anulada',
    unpayable: 'No momento, esta fatura não pode ser paga on-line.',
  },
  sv: {
    download: 'Ladda ner PDF',
    eInvoice: 'Ladda ner e-faktura (XML)',
    pay: 'Betala nu',
    paid: 'Betald',
    overdue: 'Förfallen',
    voided: 'Makulerad',
    unpayable: 'Fakturan kan inte betalas online just nu.',
  },
  'zh-TW': {
    download: '下載 PDF',
    eInvoice: '下載電子發票 (XML)',
    pay: '立即付款',
    paid: '已付款',
    overdue: '已逾期',
    voided: '已作廢',
    unpayable: '目前無法線上支付這張帳單。',
  },
  nl: {
    download: 'Pdf downloaden',
    eInvoice: 'E-factuur downloaden (XML)',
    pay: 'Nu betalen',
    paid: 'Betaald',
    overdue: 'Te laat',
    voided: 'Vervallen',
    unpayable: 'Deze factuur kan op dit moment niet online worden betaald.',
  },
  pl: {
    download: 'Pobierz PDF',
    eInvoice: 'Pobierz e-fakturę (XML)',
    pay: 'Zapłać teraz',
    paid: 'Zapłacona',
    overdue: 'Po terminie',
    voided: 'Anulowana',
    unpayable: 'Tej faktury nie można teraz zapłacić online.',
  },
  ja: {
    download: 'PDF をダウンロード',
    eInvoice: '電子請求書をダウンロード (XML)',
    pay: '今すぐ支払う',
    paid: '支払済み',
    overdue: '期日超過',
    voided: '無効',
    unpayable: '現在、この請求書をオンラインで支払うことはできません。',
  },
};

/** @param language of a document; English replaces an unknown one */
export const wordsOf = (language: string): PageWords => words[documentLanguageOf(language) ?? 'en'] ?? en;
