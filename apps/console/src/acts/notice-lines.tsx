import { useLingui } from '@lingui/react/macro';
import { RecordLink } from '../ui/record-link.js';
import { dismiss, useNotices } from './notices.js';

/** Notices about the latest acts, at the foot of the page. */
export function NoticeLines() {
  const { t } = useLingui();
  return (
    <div className="notices" role="status" aria-live="polite">
      {useNotices().map(({ id, text, goTo, undo }) => (
        <p key={id}>
          <span>{t(text)}</span>
          {goTo ? (
            <RecordLink kind={goTo.kind} id={goTo.id}>
              {t`Open the record`}
            </RecordLink>
          ) : null}
          {undo ? (
            <button
              type="button"
              onClick={() => {
                dismiss(id);
                undo();
              }}
            >
              {t`Undo`}
            </button>
          ) : null}
          <button type="button" aria-label={t`Close`} onClick={() => dismiss(id)}>
            ×
          </button>
        </p>
      ))}
    </div>
  );
}
