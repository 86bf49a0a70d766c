import type { MailLanguage } from '../mails/mail-language.js';

/** The sentences of the mail with a code; `{name}` is the organization, and `{minutes}` is how long the code is valid. */
export interface CodeWords {
  subject: string;
  greeting: string;
  request: string;
  otherwise: string;
}

/** By the language that the caller states. */
export const codeWords: Record<MailLanguage, CodeWords> = {
  en: {
    subject: 'Your code for {name}',
    greeting: 'Hello,',
    request: 'Enter this code to see your invoices at {name}. It is valid for {minutes} minutes.',
    otherwise: 'If you did not request it, you need not do anything. Never pass the code on.',
  },
  fr: {
    subject: 'Votre code pour {name}',
    greeting: 'Bonjour,',
    request: 'Saisissez ce code pour voir vos factures chez {name}. Il est valable {minutes} minutes.',
    otherwise: 'Si vous ne l’avez pas demandé, vous n’avez rien à faire. Ne transmettez jamais ce code.',
  },
  de: {
    subject: 'Ihr Code für {name}',
    greeting: 'Guten Tag,',
    request: 'mit diesem Code sehen Sie Ihre Rechnungen bei {name}. Er gilt {minutes} Minuten.',
    otherwise: 'Wenn Sie ihn nicht angefordert haben, müssen Sie nichts tun. Geben Sie den Code nie weiter.',
  },
  es: {
    subject: 'Su código para {name}',
    greeting: 'Hola:',
    request: 'Introduzca este código para ver sus facturas de {name}. Es válido durante {minutes} minutos.',
    otherwise: 'Si no lo ha pedido usted, no tiene que hacer nada. No comparta nunca el código.',
  },
  it: {
    subject: 'Il Suo codice per {name}',
    greeting: 'Buongiorno,',
    request: 'inserisca questo codice per vedere le Sue fatture di {name}. È valido per {minutes} minuti.',
    otherwise: 'Se non lo ha chiesto Lei, non deve fare nulla. Non comunichi mai il codice ad altri.',
  },
  nb: {
    subject: 'Koden din for {name}',
    greeting: 'Hei,',
    request: 'Skriv inn denne koden for å se fakturaene dine hos {name}. Den gjelder i {minutes} minutter.',
    otherwise: 'Hvis du ikke ba om den, trenger du ikke å gjøre noe. Gi aldri koden videre.',
  },
  'pt-BR': {
    subject: 'Seu código para {name}',
    greeting: 'Olá!',
    request: 'Digite este código para ver suas faturas de {name}. Ele vale por {minutes} minutos.',
    otherwise: 'Se não foi você que o pediu, não precisa fazer nada. Nunca repasse o código.',
  },
  sv: {
    subject: 'Din kod för {name}',
    greeting: 'Hej,',
    request: 'Ange den här koden för att se dina fakturor hos {name}. Den gäller i {minutes} minuter.',
    otherwise: 'Om du inte har bett om den behöver du inte göra något. Lämna aldrig koden vidare.',
  },
  'zh-TW': {
    subject: '您的 {name} 驗證碼',
    greeting: '您好：',
    request: '請輸入此驗證碼，以查看您在 {name} 的發票。驗證碼在 {minutes} 分鐘內有效。',
    otherwise: '若非您本人所要求，無須採取任何行動。請勿將驗證碼告訴他人。',
  },
  nl: {
    subject: 'Uw code voor {name}',
    greeting: 'Hallo,',
    request: 'Voer deze code in om uw facturen van {name} te zien. De code is {minutes} minuten geldig.',
    otherwise: 'Hebt u de code niet aangevraagd? Dan hoeft u niets te doen. Geef de code nooit door.',
  },
  pl: {
    subject: 'Twój kod do {name}',
    greeting: 'Dzień dobry,',
    request: 'Wpisz ten kod, aby zobaczyć swoje faktury w {name}. Kod jest ważny przez {minutes} min.',
    otherwise: 'Jeśli to nie Ty o niego prosisz, nie musisz nic robić. Nigdy nie przekazuj kodu innym.',
  },
  ja: {
    subject: '{name} の確認コード',
    greeting: 'こんにちは。',
    request: 'このコードを入力すると、{name} の請求書を確認できます。有効期間は{minutes}分です。',
    otherwise: 'お心当たりがない場合は、何もする必要はありません。コードを他の人に教えないでください。',
  },
};
