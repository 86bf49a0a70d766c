import type { DocumentLanguage } from '@tollgate/contracts';

interface Notice {
  subject: string;
  paragraphs: string[];
}

/** The mails about webhook endpoints; `{endpoint}` is one, and `{since}` the time when its pause began. */
export interface NoticeWords {
  greeting: string;
  paused: Notice;
  resumed: Notice;
}

/** By the language of the organization. */
export const noticeWords: Record<DocumentLanguage, NoticeWords> = {
  en: {
    greeting: 'Hello,',
    paused: {
      subject: 'Webhooks to {endpoint} are paused',
      paragraphs: [
        'The receiver of your webhooks at {endpoint} has not answered since {since}. We try it again at growing intervals, every ten minutes at last.',
        'Its webhooks wait meanwhile. Those that wait too long become failed, and you can replay them.',
      ],
    },
    resumed: {
      subject: 'Webhooks to {endpoint} are delivered again',
      paragraphs: [
        'The receiver of your webhooks at {endpoint} answers again. We now deliver the webhooks that waited.',
        'If some of them have failed meanwhile, you can replay them.',
      ],
    },
  },
  fr: {
    greeting: 'Bonjour,',
    paused: {
      subject: 'Les webhooks vers {endpoint} sont suspendus',
      paragraphs: [
        'Le destinataire de vos webhooks à {endpoint} ne répond plus depuis le {since}. Nous réessayons à intervalles croissants, jusqu’à dix minutes.',
        'Ses webhooks attendent entre-temps. Ceux qui attendent trop longtemps échouent\u202f; vous pourrez alors les renvoyer.',
      ],
    },
    resumed: {
      subject: 'Les webhooks vers {endpoint} sont de nouveau envoyés',
      paragraphs: [
        'Le destinataire de vos webhooks à {endpoint} répond de nouveau. Nous envoyons maintenant les webhooks en attente.',
        'Si certains ont échoué entre-temps, vous pouvez les renvoyer.',
      ],
    },
  },
  de: {
    greeting: 'Guten Tag,',
    paused: {
      subject: 'Webhooks an {endpoint} sind angehalten',
      paragraphs: [
        'der Empfänger Ihrer Webhooks bei {endpoint} antwortet seit {since} nicht. Wir versuchen es in wachsenden Abständen erneut, zuletzt alle zehn Minuten.',
        'Seine Webhooks warten solange. Solche, die zu lange warten, gelten als fehlgeschlagen; Sie können sie dann erneut senden lassen.',
      ],
    },
    resumed: {
      subject: 'Webhooks an {endpoint} werden wieder zugestellt',
      paragraphs: [
        'der Empfänger Ihrer Webhooks bei {endpoint} antwortet wieder. Wir stellen jetzt die wartenden Webhooks zu.',
        'Falls inzwischen welche fehlgeschlagen sind, können Sie sie erneut senden lassen.',
      ],
    },
  },
  es: {
    greeting: 'Hola:',
    paused: {
      subject: 'Los webhooks a {endpoint} están en pausa',
      paragraphs: [
        'El receptor de sus webhooks en {endpoint} no responde desde el {since}. Lo intentamos de nuevo a intervalos crecientes, de diez minutos como máximo.',
        'Mientras tanto, sus webhooks esperan. Los que esperan demasiado se dan por fallidos; entonces podrá volver a enviarlos.',
      ],
    },
    resumed: {
      subject: 'Los webhooks a {endpoint} vuelven a entregarse',
      paragraphs: [
        'El receptor de sus webhooks en {endpoint} vuelve a responder. Ahora entregamos los webhooks que esperaban.',
        'Si alguno ha fallado entretanto, puede volver a enviarlo.',
      ],
    },
  },
  it: {
    greeting: 'Buongiorno,',
    paused: {
      subject: 'I webhook verso {endpoint} sono sospesi',
      paragraphs: [
        'il destinatario dei Suoi webhook presso {endpoint} non risponde da {since}. Riproviamo a intervalli crescenti, al massimo di dieci minuti.',
        'Nel frattempo i suoi webhook attendono. Quelli che attendono troppo a lungo risultano falliti; potrà allora inviarli di nuovo.',
      ],
    },
    resumed: {
      subject: 'I webhook verso {endpoint} vengono di nuovo consegnati',
      paragraphs: [
        'il destinatario dei Suoi webhook presso {endpoint} risponde di nuovo. Ora consegniamo i webhook in attesa.',
        'Se nel frattempo alcuni sono falliti, può inviarli di nuovo.',
      ],
    },
  },
  nb: {
    greeting: 'Hei,',
    paused: {
      subject: 'Webhooker til {endpoint} er satt på pause',
      paragraphs: [
        'Mottakeren av webhookene deres hos {endpoint} har ikke svart siden {since}. Vi prøver igjen med økende mellomrom, til slutt hvert tiende minutt.',
        'I mellomtiden venter webhookene. De som venter for lenge, regnes som mislykket; da kan dere sende dem på nytt.',
      ],
    },
    resumed: {
      subject: 'Webhooker til {endpoint} leveres igjen',
      paragraphs: [
        'Mottakeren av webhookene deres hos {endpoint} svarer igjen. Vi leverer nå webhookene som ventet.',
        'Hvis noen av dem har mislyktes i mellomtiden, kan dere sende dem på nytt.',
      ],
    },
  },
  'pt-BR': {
    greeting: 'Olá!',
    paused: {
      subject: 'Os webhooks para {endpoint} estão pausados',
      paragraphs: [
        'O receptor dos seus webhooks em {endpoint} não responde desde {since}. Tentamos de novo em intervalos crescentes, de no máximo dez minutos.',
        'Enquanto isso, os webhooks aguardam. Os que aguardarem demais serão dados como falhos; então você poderá reenviá-los.',
      ],
    },
    resumed: {
      subject: 'Os webhooks para {endpoint} voltaram a ser entregues',
      paragraphs: [
        'O receptor dos seus webhooks em {endpoint} voltou a responder. Agora entregamos os webhooks que aguardavam.',
        'Se algum falhou nesse meio-tempo, você pode reenviá-lo.',
      ],
    },
  },
  sv: {
    greeting: 'Hej,',
    paused: {
      subject: 'Webhookar till {endpoint} är pausade',
      paragraphs: [
        'Mottagaren av era webhookar hos {endpoint} har inte svarat sedan {since}. Vi försöker igen med växande mellanrum, till sist var tionde minut.',
        'Under tiden väntar webhookarna. De som väntar för länge räknas som misslyckade; då kan ni skicka dem igen.',
      ],
    },
    resumed: {
      subject: 'Webhookar till {endpoint} levereras igen',
      paragraphs: [
        'Mottagaren av era webhookar hos {endpoint} svarar igen. Vi levererar nu de webhookar som väntade.',
        'Om några har misslyckats under tiden kan ni skicka dem igen.',
      ],
    },
  },
  'zh-TW': {
    greeting: '您好：',
    paused: {
      subject: '傳送至 {endpoint} 的 webhook 已暫停',
      paragraphs: [
        '您在 {endpoint} 的 webhook 接收端自 {since} 起沒有回應。我們會以逐漸拉長的間隔重試，最長為十分鐘。',
        '在此期間，webhook 會等候傳送。等候過久者將視為失敗，屆時您可以重新傳送。',
      ],
    },
    resumed: {
      subject: '傳送至 {endpoint} 的 webhook 已恢復',
      paragraphs: [
        '您在 {endpoint} 的 webhook 接收端已恢復回應。我們正在傳送等候中的 webhook。',
        '若期間有 webhook 傳送失敗，您可以重新傳送。',
      ],
    },
  },
  nl: {
    greeting: 'Hallo,',
    paused: {
      subject: 'Webhooks naar {endpoint} zijn gepauzeerd',
      paragraphs: [
        'De ontvanger van uw webhooks op {endpoint} antwoordt sinds {since} niet meer. Wij proberen het steeds minder vaak, ten slotte elke tien minuten.',
        'De webhooks wachten intussen. Wie te lang wacht, geldt als mislukt; u kunt die opnieuw laten verzenden.',
      ],
    },
    resumed: {
      subject: 'Webhooks naar {endpoint} worden weer verzonden',
      paragraphs: [
        'De ontvanger van uw webhooks op {endpoint} antwoordt weer. Wij verzenden nu de webhooks die wachtten.',
        'Als er intussen webhooks zijn mislukt, kunt u die opnieuw laten verzenden.',
      ],
    },
  },
  pl: {
    greeting: 'Dzień dobry,',
    paused: {
      subject: 'Webhooki do {endpoint} są wstrzymane',
      paragraphs: [
        'Odbiorca webhooków pod adresem {endpoint} nie odpowiada od {since}. Próbujemy w coraz dłuższych odstępach, najdłużej co dziesięć minut.',
        'Webhooki w tym czasie czekają. Te, które czekają zbyt długo, uznajemy za nieudane i można je wysłać ponownie.',
      ],
    },
    resumed: {
      subject: 'Webhooki do {endpoint} są znów dostarczane',
      paragraphs: [
        'Odbiorca webhooków pod adresem {endpoint} znów odpowiada. Dostarczamy teraz webhooki, które czekały.',
        'Jeśli część z nich się nie powiodła, można je wysłać ponownie.',
      ],
    },
  },
  ja: {
    greeting: 'こんにちは。',
    paused: {
      subject: '{endpoint} への Webhook を一時停止しています',
      paragraphs: [
        '{endpoint} の Webhook 受信先が {since} から応答していません。間隔を広げながら再試行し、最長で10分ごとになります。',
        'その間、Webhook は待機します。長く待機したものは失敗となり、後で再送できます。',
      ],
    },
    resumed: {
      subject: '{endpoint} への Webhook の送信を再開しました',
      paragraphs: [
        '{endpoint} の Webhook 受信先が再び応答しています。待機していた Webhook を送信しています。',
        'その間に失敗した Webhook がある場合は、再送できます。',
      ],
    },
  },
};
