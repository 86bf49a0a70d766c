/** An instant as text, with the name of its time zone. @param zone of the reader by default */
export const instantText = (iso: string, language: string, zone?: string): string =>
  new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: zone,
  }).format(new Date(iso));
