import { lazy, Suspense } from 'react';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Plan } from '../../api/records.js';
import type { Values } from '../../acts/field.js';
import { addTexts } from '../../frame/languages.js';
import { recordTexts } from '../../frame/record-texts.js';
import { Loading } from '../../ui/loading.js';

const LazyPanel = lazy(async () => {
  const [{ PricePanel }] = await Promise.all([import('./price/panel.js'), addTexts(recordTexts)]);
  return { default: PricePanel };
});

interface Props {
  /** The plan that is changed or copied; null for a new one. */
  plan: Plan | null;
  values: Values;
  /** Whether the form makes a plan, or changes it. */
  form: 'create' | 'edit';
}

/** The prices of a plan's form. Their code comes with the first such form of a tab. */
export function PriceBeside(props: Props) {
  const { t } = useLingui();
  const label = t(msg`Price`);
  return (
    <aside>
      <Suspense fallback={<Loading label={label} />}>
        <LazyPanel {...props} />
      </Suspense>
    </aside>
  );
}
