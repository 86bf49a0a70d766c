import type { MailLanguage } from '../mails/mail-language.js';

/** The sentences of an invitation to the portal; `{name}` is the organization, and `{email}` the address of the reader. */
export interface PortalInvitationWords {
  subject: string;
  greeting: string;
  request: string;
  button: string;
  otherwise: string;
}

export const portalInvitationWords: Record<MailLanguage, PortalInvitationWords> = {
  en: {
    subject: 'Your access to the billing of {name}',
    greeting: 'Hello,',
    request: 'You were invited to your company’s portal at {name}. Sign in with {email}: a mail brings a code.',
    button: 'Sign in',
    otherwise: 'If you did not expect this, you need not do anything.',
  },
  fr: {
    subject: 'Votre accès à la facturation de {name}',
    greeting: 'Bonjour,',
    request:
      'Vous êtes invité sur le portail de votre entreprise chez {name}. Connectez-vous avec {email} : un e-mail vous apporte un code.',
    button: 'Se connecter',
    otherwise: 'Si vous n’attendiez pas ce message, vous n’avez rien à faire.',
  },
  de: {
    subject: 'Ihr Zugang zur Abrechnung von {name}',
    greeting: 'Guten Tag,',
    request:
      'Sie sind in das Portal Ihres Unternehmens bei {name} eingeladen. Melden Sie sich mit {email} an: Eine Mail bringt einen Code.',
    button: 'Anmelden',
    otherwise: 'Wenn Sie das nicht erwartet haben, müssen Sie nichts tun.',
  },
  es: {
    subject: 'Su acceso a la facturación de {name}',
    greeting: 'Hola:',
    request:
      'Le han invitado al portal de su empresa en {name}. Inicie sesión con {email}: un correo le llevará un código.',
    button: 'Iniciar sesión',
    otherwise: 'Si no lo esperaba, no tiene que hacer nada.',
  },
  it: {
    subject: 'Il Suo accesso alla fatturazione di {name}',
    greeting: 'Buongiorno,',
    request:
      'È stato invitato al portale della Sua azienda presso {name}. Acceda con {email}: riceverà un codice per e-mail.',
    button: 'Accedi',
    otherwise: 'Se non se lo aspettava, non deve fare nulla.',
  },
  nb: {
    subject: 'Tilgangen din til faktureringen hos {name}',
    greeting: 'Hei,',
    request: 'Du er invitert til bedriftens portal hos {name}. Logg inn med {email}: du får en kode på e-post.',
    button: 'Logg inn',
    otherwise: 'Hvis du ikke ventet dette, trenger du ikke å gjøre noe.',
  },
  'pt-BR': {
    subject: 'Seu acesso ao faturamento de {name}',
    greeting: 'Olá!',
    request: 'Você foi convidado para o portal da sua empresa em {name}. Entre com {email}: um e-mail traz um código.',
    button: 'Entrar',
    otherwise: 'Se você não esperava por isto, não precisa fazer nada.',
  },
  sv: {
    subject: 'Din åtkomst till faktureringen hos {name}',
    greeting: 'Hej,',
    request: 'Du har bjudits in till företagets portal hos {name}. Logga in med {email}: du får en kod med e-post.',
    button: 'Logga in',
    otherwise: 'Om du inte väntade dig detta behöver du inte göra något.',
  },
  'zh-TW': {
    subject: '您在 {name} 的帳務存取權',
    greeting: '您好：',
    request: '您已受邀使用貴公司在 {name} 的入口網站。請以 {email} 登入，驗證碼會寄到您的信箱。',
    button: '登入',
    otherwise: '若您未預期收到此信，無須採取任何行動。',
  },
  nl: {
    subject: 'Uw toegang tot de facturering van {name}',
    greeting: 'Hallo,',
    request:
      'U bent uitgenodigd voor het portaal van uw bedrijf bij {name}. Log in met {email}: u krijgt een code per e-mail.',
    button: 'Inloggen',
    otherwise: 'Had u dit niet verwacht? Dan hoeft u niets te doen.',
  },
  pl: {
    subject: 'Twój dostęp do rozliczeń w {name}',
    greeting: 'Dzień dobry,',
    request: 'Zaproszono Cię do portalu Twojej firmy w {name}. Zaloguj się adresem {email}: kod przyjdzie e-mailem.',
    button: 'Zaloguj się',
    otherwise: 'Jeśli się tego nie spodziewasz, nie musisz nic robić.',
  },
  ja: {
    subject: '{name} の請求ポータルへの招待',
    greeting: 'こんにちは。',
    request:
      '{name} にある貴社のポータルに招待されました。{email} でサインインしてください。コードがメールで届きます。',
    button: 'サインイン',
    otherwise: 'お心当たりがない場合は、何もする必要はありません。',
  },
};
