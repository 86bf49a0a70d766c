import { Trans } from '@lingui/react/macro';

export function DynamicPrice() {
  return (
    <p>
      <Trans>Each event states its own price.</Trans>
    </p>
  );
}
