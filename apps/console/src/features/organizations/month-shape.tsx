import { useLingui } from '@lingui/react/macro';

/** The shape of the figures while they are on their way, so that nothing moves when they arrive. */
export function MonthShape() {
  const { t } = useLingui();
  return (
    <div className="figures" role="status" aria-label={t`This month`}>
      {[1, 2, 3, 4].map((place) => (
        <div key={place} className="figure">
          <span className="shape" />
          <span className="shape" />
          <span className="shape" />
        </div>
      ))}
    </div>
  );
}
