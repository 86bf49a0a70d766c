import type { MailWords } from './words.js';

export const sv: MailWords = {
  greeting: 'Hej {customer},',
  invoice: {
    payable: 'Här är din faktura {number} på {amount}. Vänligen betala den senast den {date}.',
    settled: 'Här är din faktura {number} på {amount}. Det finns inget kvar att betala.',
    selfBilled: 'Här är självfakturan {number} på {amount}, som vi har utfärdat åt dig.',
  },
  creditNote: {
    credited: 'Vi har krediterat ditt konto {amount}. Kreditnota {number} rättar din faktura {invoice}.',
    refunded: 'Vi återbetalar {amount} till dig. Kreditnota {number} rättar din faktura {invoice}.',
    offset: 'Vi har dragit av {amount} från din faktura {invoice}, vilket framgår av kreditnota {number}.',
    issued: 'Här är din kreditnota {number} på {amount}. Den rättar din faktura {invoice}.',
  },
  receipt: 'Tack för din betalning. Vi tog emot {amount} den {date}. Här är ditt kvitto {number}.',
  statement: {
    balance: 'Här är ditt kontoutdrag från {from} till {to}. Saldot den {to} är {amount}.',
    overdue: 'Fakturor på sammanlagt {amount} är förfallna.',
  },
  usageAlert: {
    subject: 'Din användning av {about}',
    reached: 'Din användning av {about} under den här perioden har nått {value}.',
    value: 'Användning hittills',
    limit: 'Din gräns',
    manage: 'Du kan ändra eller ta bort den här aviseringen i kundportalen.',
    open: 'Öppna kundportalen',
  },
  request: {
    first: '{amount} på ditt konto har förfallit till betalning. Vänligen betala fakturorna nedan så snart du kan.',
    next: 'Det här är ytterligare en påminnelse: {amount} är fortfarande obetalt. Vänligen betala fakturorna nedan nu.',
    last: 'Det här är vår sista påminnelse: {amount} är fortfarande obetalt. Betala nu, eller skriv till oss om du inte kan.',
  },
  term: {
    none: 'Fakturorna ska betalas omgående.',
    one: 'Den avtalade betalningstiden är en dag.',
    many: 'Den avtalade betalningstiden är {count} dagar.',
  },
  alreadyPaid: 'Om du redan har betalat kan du bortse från det här meddelandet.',
  attached: 'Dokumentet är bifogat som PDF.',
  attachedWithXml: 'Dokumentet är bifogat som PDF och som e-faktura (XML) för ditt program.',
  invoicesAttached: 'Fakturorna är bifogade som PDF-filer.',
  late: {
    none: 'Förfaller den {date}',
    one: 'Förföll den {date}, en dag försenad',
    many: 'Förföll den {date}, {count} dagar försenad',
  },
  pay: 'Betala nu',
  payEach: 'Du kan betala varje faktura på nätet på fakturans sida.',
  payableBy: 'Betalas senast den {date}',
  view: {
    invoice: 'Visa fakturan',
    credit_note: 'Visa kreditnotan',
    payment_receipt: 'Visa kvittot',
    statement: 'Visa kontoutdraget',
  },
  questions: 'Har du en fråga? Svara på det här mejlet eller skriv till {email}.',
  regards: 'Vänliga hälsningar',
};
