import type { MailWords } from './words.js';

export const nb: MailWords = {
  greeting: 'Hei {customer},',
  invoice: {
    payable: 'Her er fakturaen din {number} på {amount}. Vi ber deg betale den senest {date}.',
    settled: 'Her er fakturaen din {number} på {amount}. Det er ingenting igjen å betale.',
    selfBilled: 'Her er selvfakturaen {number} på {amount}, som vi har utstedt på dine vegne.',
  },
  creditNote: {
    credited: 'Vi har godskrevet kontoen din {amount}. Kreditnota {number} retter fakturaen din {invoice}.',
    refunded: 'Vi betaler {amount} tilbake til deg. Kreditnota {number} retter fakturaen din {invoice}.',
    offset: 'Vi har trukket {amount} fra fakturaen din {invoice}, slik kreditnota {number} viser.',
    issued: 'Her er kreditnotaen din {number} på {amount}. Den retter fakturaen din {invoice}.',
  },
  receipt: 'Takk for betalingen. Vi mottok {amount} den {date}. Her er kvitteringen din {number}.',
  statement: {
    balance: 'Her er kontoutskriften din fra {from} til {to}. Saldoen per {to} er {amount}.',
    overdue: 'Fakturaer på til sammen {amount} er forfalt.',
  },
  usageAlert: {
    subject: 'Forbruket ditt av {about}',
    reached: 'Forbruket ditt av {about} i denne perioden har nådd {value}.',
    value: 'Forbruk så langt',
    limit: 'Varselet ditt',
    manage: 'Du kan endre eller slette dette varselet i kundeportalen.',
    open: 'Åpne kundeportalen',
  },
  request: {
    first: '{amount} på kontoen din er forfalt til betaling. Vi ber deg betale fakturaene nedenfor så snart du kan.',
    next: 'Vi minner på nytt om at {amount} fortsatt er ubetalt. Vi ber deg betale fakturaene nedenfor nå.',
    last: 'Dette er vår siste påminnelse: {amount} er fortsatt ubetalt. Betal nå, eller skriv til oss hvis du ikke kan.',
  },
  term: {
    none: 'Disse fakturaene skal betales med en gang.',
    one: 'Den avtalte betalingsfristen er én dag.',
    many: 'Den avtalte betalingsfristen er {count} dager.',
  },
  alreadyPaid: 'Har du betalt i mellomtiden, kan du se bort fra denne meldingen.',
  attached: 'Du finner dokumentet vedlagt som PDF.',
  attachedWithXml: 'Du finner dokumentet vedlagt som PDF og som e-faktura (XML) for programmet ditt.',
  invoicesAttached: 'Du finner fakturaene vedlagt som PDF-filer.',
  late: {
    none: 'Forfall {date}',
    one: 'Forfall {date}, én dag for sent',
    many: 'Forfall {date}, {count} dager for sent',
  },
  pay: 'Betal nå',
  payEach: 'Du kan betale hver faktura på nett på fakturaens side.',
  payableBy: 'Betales senest {date}',
  view: {
    invoice: 'Se fakturaen',
    credit_note: 'Se kreditnotaen',
    payment_receipt: 'Se kvitteringen',
    statement: 'Se kontoutskriften',
  },
  questions: 'Har du spørsmål? Svar på denne e-posten eller skriv til {email}.',
  regards: 'Vennlig hilsen',
};
