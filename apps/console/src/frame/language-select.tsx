import { NativeSelect } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { choose } from './languages.js';
import { languageOf, languages, type Language } from './preferred-language.js';

/** The choice of the language. */
export function LanguageSelect() {
  const { t, i18n } = useLingui();
  return (
    <NativeSelect
      aria-label={t`Language`}
      size="xs"
      w="8rem"
      value={languageOf(i18n.locale)}
      data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
      onChange={(event) => void choose(event.currentTarget.value as Language)}
    />
  );
}
