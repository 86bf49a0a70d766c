import type { MailLanguage } from '../mails/mail-language.js';

/** The sentences of an invitation; `{organization}` is its name, and `{day}` the last day. */
export interface InvitationWords {
  subject: string;
  greeting: string;
  /** Two sentences, in the order of the mail. */
  request: string;
  button: string;
  otherwise: string;
}

export const invitationWords: Record<MailLanguage, InvitationWords> = {
  en: {
    subject: 'Invitation to {organization}',
    greeting: 'Hello,',
    request: '{organization} invites you to its billing. The invitation is valid until {day}.',
    button: 'Accept the invitation',
    otherwise: 'If you do not know the sender, you need not do anything.',
  },
  fr: {
    subject: 'Invitation de {organization}',
    greeting: 'Bonjour,',
    request:
      '{organization} vous invite à rejoindre son espace de facturation. L’invitation est valable jusqu’au {day}.',
    button: 'Accepter l’invitation',
    otherwise: 'Si vous ne connaissez pas l’expéditeur, vous n’avez rien à faire.',
  },
  de: {
    subject: 'Einladung zu {organization}',
    greeting: 'Guten Tag,',
    request: '{organization} lädt Sie zu seiner Abrechnung ein. Die Einladung gilt bis zum {day}.',
    button: 'Einladung annehmen',
    otherwise: 'Wenn Sie den Absender nicht kennen, müssen Sie nichts tun.',
  },
  es: {
    subject: 'Invitación a {organization}',
    greeting: 'Hola:',
    request: '{organization} le invita a su facturación. La invitación es válida hasta el {day}.',
    button: 'Aceptar la invitación',
    otherwise: 'Si no conoce al remitente, no tiene que hacer nada.',
  },
  it: {
    subject: 'Invito a {organization}',
    greeting: 'Buongiorno,',
    request: '{organization} La invita alla propria fatturazione. L’invito è valido fino al {day}.',
    button: 'Accetta l’invito',
    otherwise: 'Se non conosce il mittente, non deve fare nulla.',
  },
  nb: {
    subject: 'Invitasjon til {organization}',
    greeting: 'Hei,',
    request: '{organization} inviterer deg til faktureringen sin. Invitasjonen gjelder til {day}.',
    button: 'Godta invitasjonen',
    otherwise: 'Hvis du ikke kjenner avsenderen, trenger du ikke å gjøre noe.',
  },
  'pt-BR': {
    subject: 'Convite para {organization}',
    greeting: 'Olá!',
    request: '{organization} convida você para o seu faturamento. O convite é válido até {day}.',
    button: 'Aceitar o convite',
    otherwise: 'Se não conhece o remetente, não precisa fazer nada.',
  },
  sv: {
    subject: 'Inbjudan till {organization}',
    greeting: 'Hej,',
    request: '{organization} bjuder in dig till sin fakturering. Inbjudan gäller till {day}.',
    button: 'Tacka ja till inbjudan',
    otherwise: 'Om du inte känner avsändaren behöver du inte göra något.',
  },
  'zh-TW': {
    subject: '{organization} 的邀請',
    greeting: '您好：',
    request: '{organization} 邀請您加入其帳務系統。邀請有效期限至 {day}。',
    button: '接受邀請',
    otherwise: '若您不認識寄件者，無須採取任何行動。',
  },
  nl: {
    subject: 'Uitnodiging voor {organization}',
    greeting: 'Hallo,',
    request: '{organization} nodigt u uit voor haar facturatie. De uitnodiging is geldig tot en met {day}.',
    button: 'Uitnodiging accepteren',
    otherwise: 'Kent u de afzender niet? Dan hoeft u niets te doen.',
  },
  pl: {
    subject: 'Zaproszenie do {organization}',
    greeting: 'Dzień dobry,',
    request: '{organization} zaprasza do swoich rozliczeń. Zaproszenie jest ważne do {day}.',
    button: 'Przyjmij zaproszenie',
    otherwise: 'Jeśli nie znasz nadawcy, nie musisz nic robić.',
  },
  ja: {
    subject: '{organization} への招待',
    greeting: 'こんにちは。',
    request: '{organization} の請求管理に招待されました。招待の有効期限は{day}です。',
    button: '招待を受ける',
    otherwise: '送信者に心当たりがない場合は、何もする必要はありません。',
  },
};
