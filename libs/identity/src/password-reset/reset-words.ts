import type { MailLanguage } from '../mails/mail-language.js';

/** The sentences of the mail that sets a new password; `{minutes}` is how long its link is valid. */
export interface ResetWords {
  subject: string;
  greeting: string;
  /** Two sentences, in the order of the mail. */
  request: string;
  button: string;
  otherwise: string;
}

/** By the language that the caller states. */
export const resetWords: Record<MailLanguage, ResetWords> = {
  en: {
    subject: 'Reset your password',
    greeting: 'Hello,',
    request: 'A new password was requested for your account, probably by you. Set it within {minutes} minutes.',
    button: 'Set a new password',
    otherwise: 'If it was not you, you need not do anything: your password stays as it is.',
  },
  fr: {
    subject: 'Réinitialisez votre mot de passe',
    greeting: 'Bonjour,',
    request:
      'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe. Définissez-le dans les {minutes} minutes qui viennent.',
    button: 'Définir un nouveau mot de passe',
    otherwise: 'Si ce n’était pas vous, vous n’avez rien à faire\u202f: votre mot de passe reste inchangé.',
  },
  de: {
    subject: 'Setzen Sie Ihr Passwort zurück',
    greeting: 'Guten Tag,',
    request:
      'jemand, vermutlich Sie, hat ein neues Passwort angefordert. Bitte legen Sie es innerhalb von {minutes} Minuten fest.',
    button: 'Neues Passwort festlegen',
    otherwise: 'Wenn Sie es nicht waren, müssen Sie nichts tun: Ihr Passwort bleibt unverändert.',
  },
  es: {
    subject: 'Restablezca su contraseña',
    greeting: 'Hola:',
    request:
      'Alguien, probablemente usted, ha pedido una contraseña nueva. Establézcala en los próximos {minutes} minutos.',
    button: 'Establecer una contraseña nueva',
    otherwise: 'Si no ha sido usted, no tiene que hacer nada: su contraseña no cambia.',
  },
  it: {
    subject: 'Reimposti la Sua password',
    greeting: 'Buongiorno,',
    request: 'qualcuno, probabilmente Lei, ha chiesto una nuova password. La imposti entro {minutes} minuti.',
    button: 'Imposta una nuova password',
    otherwise: 'Se non è stato Lei, non deve fare nulla: la Sua password resta invariata.',
  },
  nb: {
    subject: 'Tilbakestill passordet ditt',
    greeting: 'Hei,',
    request: 'Noen, sannsynligvis du, har bedt om et nytt passord. Velg det innen {minutes} minutter.',
    button: 'Velg et nytt passord',
    otherwise: 'Hvis det ikke var deg, trenger du ikke å gjøre noe: Passordet ditt er uendret.',
  },
  'pt-BR': {
    subject: 'Redefina a sua senha',
    greeting: 'Olá!',
    request: 'Alguém, provavelmente você, pediu uma nova senha. Defina-a em até {minutes} minutos.',
    button: 'Definir uma nova senha',
    otherwise: 'Se não foi você, não precisa fazer nada: a sua senha continua a mesma.',
  },
  sv: {
    subject: 'Återställ ditt lösenord',
    greeting: 'Hej,',
    request: 'Någon, förmodligen du, har bett om ett nytt lösenord. Välj det inom {minutes} minuter.',
    button: 'Välj ett nytt lösenord',
    otherwise: 'Om det inte var du behöver du inte göra något: ditt lösenord är oförändrat.',
  },
  'zh-TW': {
    subject: '重設您的密碼',
    greeting: '您好：',
    request: '有人（可能是您）要求設定新密碼。請在 {minutes} 分鐘內完成設定。',
    button: '設定新密碼',
    otherwise: '若非您本人所為，無須採取任何行動，您的密碼不會變更。',
  },
  nl: {
    subject: 'Stel uw wachtwoord opnieuw in',
    greeting: 'Hallo,',
    request: 'Iemand, waarschijnlijk u, heeft een nieuw wachtwoord aangevraagd. Stel het binnen {minutes} minuten in.',
    button: 'Nieuw wachtwoord instellen',
    otherwise: 'Was u het niet? Dan hoeft u niets te doen: uw wachtwoord blijft zoals het is.',
  },
  pl: {
    subject: 'Ustaw nowe hasło',
    greeting: 'Dzień dobry,',
    request: 'Ktoś, prawdopodobnie Ty, poprosił o nowe hasło. Link jest ważny przez {minutes} min.',
    button: 'Ustaw nowe hasło',
    otherwise: 'Jeśli to nie Ty, nie musisz nic robić: hasło pozostaje bez zmian.',
  },
  ja: {
    subject: 'パスワードの再設定',
    greeting: 'こんにちは。',
    request: '新しいパスワードの設定が申請されました。{minutes}分以内に設定してください。',
    button: '新しいパスワードを設定',
    otherwise: 'お心当たりがない場合は、何もする必要はありません。パスワードは変わりません。',
  },
};
