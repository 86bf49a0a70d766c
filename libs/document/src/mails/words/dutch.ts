import type { MailWords } from './words.js';

export const nl: MailWords = {
  greeting: 'Beste {customer},',
  invoice: {
    payable: 'Hierbij ontvangt u uw factuur {number} van {amount}. Wilt u deze uiterlijk op {date} betalen?',
    settled: 'Hierbij ontvangt u uw factuur {number} van {amount}. U hoeft niets meer te betalen.',
    selfBilled: 'Hierbij ontvangt u de factuur {number} van {amount}, die wij namens u hebben opgesteld.',
  },
  creditNote: {
    credited: 'Wij hebben {amount} aan uw tegoed toegevoegd. Creditnota {number} corrigeert uw factuur {invoice}.',
    refunded: 'Wij betalen {amount} aan u terug. Creditnota {number} corrigeert uw factuur {invoice}.',
    offset: 'Wij hebben {amount} van uw factuur {invoice} afgetrokken, zoals creditnota {number} laat zien.',
    issued: 'Hierbij ontvangt u creditnota {number} van {amount}. Deze corrigeert uw factuur {invoice}.',
  },
  receipt:
    'Bedankt voor uw betaling. Wij hebben op {date} {amount} ontvangen. Hierbij ontvangt u betalingsbewijs {number}.',
  statement: {
    balance: 'Hier is uw rekeningoverzicht van {from} tot en met {to}. Het saldo op {to} is {amount}.',
    overdue: 'Er staan facturen open van {amount} waarvan de vervaldatum is verstreken.',
  },
  usageAlert: {
    subject: 'Uw verbruik van {about}',
    reached: 'Uw verbruik van {about} heeft in deze periode {value} bereikt.',
    value: 'Verbruik tot nu toe',
    limit: 'Uw melding',
    manage: 'U kunt deze melding in uw klantenportaal wijzigen of verwijderen.',
    open: 'Klantenportaal openen',
  },
  request: {
    first: 'Op uw rekening staat {amount} te laat open. Wilt u de onderstaande facturen zo snel mogelijk betalen?',
    next: 'Wij herinneren u er opnieuw aan dat {amount} nog openstaat. Wilt u de onderstaande facturen nu betalen?',
    last: 'Dit is onze laatste herinnering: {amount} staat nog open. Betaal nu, of schrijf ons als u dat niet kunt.',
  },
  term: {
    none: 'Deze facturen zijn direct te betalen.',
    one: 'De afgesproken betalingstermijn is één dag.',
    many: 'De afgesproken betalingstermijn is {count} dagen.',
  },
  alreadyPaid: 'Hebt u intussen betaald? Dan kunt u dit bericht als niet verzonden beschouwen.',
  attached: 'U vindt het document als pdf in de bijlage.',
  attachedWithXml: 'U vindt het document in de bijlage als pdf en als e-factuur (XML) voor uw software.',
  invoicesAttached: 'U vindt de facturen als pdf in de bijlage.',
  late: {
    none: 'Te betalen op {date}',
    one: 'Te betalen op {date}, één dag te laat',
    many: 'Te betalen op {date}, {count} dagen te laat',
  },
  pay: 'Nu betalen',
  payEach: 'U kunt elke factuur online betalen op haar pagina.',
  payableBy: 'Te betalen uiterlijk op {date}',
  view: {
    invoice: 'Factuur bekijken',
    credit_note: 'Creditnota bekijken',
    payment_receipt: 'Betalingsbewijs bekijken',
    statement: 'Rekeningoverzicht bekijken',
  },
  questions: 'Hebt u een vraag? Beantwoord deze e-mail of schrijf naar {email}.',
  regards: 'Met vriendelijke groet',
};
